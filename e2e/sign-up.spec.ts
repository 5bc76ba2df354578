import { makeSignupUrl } from "../apps/api/src/modules/accounts/signups/actions/urls.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

const phone = { viewport: { width: 390, height: 844 } };
const passphrase = "kick off at half past nine";

type Organization = Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]["organization"]>>;

/** Creates a sign-up URL for head coaches of a team and returns its path. */
const aLink = (org: Organization, bounds: { maxUses?: number } = {}) =>
  org.asSystem(async (call) => {
    const at = { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"] };
    return makeSignupUrl(call, { ...at, endsOn: null, maxUses: bounds.maxUses ?? null });
  });

async function writeAddress(page: Page, email: string) {
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function fillForm(page: Page, firstName = "Nina") {
  await page.getByLabel("First name", { exact: true }).fill(firstName);
  await page.getByLabel("Last name", { exact: true }).fill("Newcomer");
  await page.getByRole("textbox", { name: "Password" }).fill(passphrase);
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  await page.getByRole("button", { name: "Join", exact: true }).click();
}

test("a director prints a code; who scans it in a car park joins, begins at once, and is confirmed by mail", async ({
  accountLinkMailedTo,
  anotherBrowser,
  organization,
  page,
  signInByPage,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const email = `nina.${org.organizationId}@example.org`;
  let link = "";

  await test.step("a link is made for a team and a role, and shown as a code", async () => {
    await signInByPage(page, director.email);
    await page.goto("/people/add?tab=roster");
    await page.getByRole("tab", { name: "Sign-up links" }).click();
    await expect(page.getByText("No sign-up links yet")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "New sign-up link" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect(dialog.getByText("Choose a role.")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Role" }).click();
    await expect(page.getByRole("option", { name: "Team Manager" })).toHaveCount(0);
    await page.getByRole("option", { name: "Head Coach" }).click();
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
    await usableByAll(page);
    link = (await dialog.getByText("/signup?token=").textContent()) as string;
    const saved = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save as PNG" }).click();
    expect((await saved).suggestedFilename()).toBe("Sign up, Head Coach at north.png");
    await page.keyboard.press("Escape");
    await expect(page.getByText(/^No one has joined yet/)).toBeVisible();
  });

  const hers = await anotherBrowser(phone);

  await test.step("the link asks for an address, then for a name and a password, with guidance", async () => {
    await hers.goto(link);
    await expect(hers.getByRole("heading", { name: "Join Rainier Youth Soccer" })).toBeVisible();
    await expect(hers.getByText("Head Coach at north")).toBeVisible();
    await usableByAll(hers);
    await hers.getByRole("button", { name: "Continue" }).click();
    await expect(hers.getByText("Enter a valid email address")).toBeVisible();
    await writeAddress(hers, email);
    await hers.getByRole("textbox", { name: "Password" }).fill("soccer1");
    await expect(hers.getByText("1 more character needed.")).toBeVisible();
    await hers.getByRole("textbox", { name: "Password" }).fill("soccer123");
    await expect(hers.getByText("This password is easy to guess.")).toBeVisible();
    await usableByAll(hers);
    await hers.goBack();
    await expect(hers.getByRole("button", { name: "Continue" })).toBeVisible();
    await hers.goForward();
    await fillForm(hers);
  });

  await test.step("she is in, and sees that the address is to be confirmed", async () => {
    await expect(hers.getByRole("heading", { name: "You've joined" })).toBeVisible();
    await expect(hers.getByText("Confirm your email address")).toBeVisible();
    await usableByAll(hers);
    await hers.getByRole("button", { name: "Send again" }).click();
    await expect(hers.getByText("Sent. Check your spam folder too.")).toBeVisible();
    await hers.getByRole("link", { name: "See my requirements" }).click();
    await expect(hers).toHaveURL(/\/requirements$/);
    await expect(hers.getByText("Not Confirmed").first()).toBeVisible();
    await expect(hers.getByText("Confirm your email address")).toBeVisible();
    await usableByAll(hers);
  });

  await test.step("the mailed link confirms it, once", async () => {
    const confirmation = await accountLinkMailedTo(org.organizationId, email);
    await hers.goto(confirmation);
    await hers.getByRole("button", { name: "Confirm my address" }).click();
    await expect(hers.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    await hers.getByRole("link", { name: "Continue" }).click();
    await expect(hers.getByText("No Requirements").first()).toBeVisible();
    await expect(hers.getByText("Confirm your email address")).toHaveCount(0);
  });

  await test.step("the director sees who came, and withdraws the link", async () => {
    const theirs = await anotherBrowser();
    await signInByPage(theirs, director.email);
    await theirs.goto("/people/add?tab=links");
    await expect(theirs.getByText(/^1 person has joined/)).toBeVisible();
    await theirs.getByRole("button", { name: "Withdraw" }).click();
    await theirs.getByRole("button", { name: "Withdraw link" }).click();
    await expect(theirs.getByText("Withdrawn", { exact: true })).toBeVisible();
    await theirs.goto(link);
    await expect(theirs.getByRole("heading", { name: "This sign-up link was withdrawn" })).toBeVisible();
    await usableByAll(theirs);
  });
});

test("somebody with an account logs in to join, a second time is told so, and has a child join", async ({
  organization,
  page,
}) => {
  const coach = await (await organization("Rainier Youth Soccer")).aMember("northTeam", "Head Coach");
  const other = await organization("Another League");
  const { path } = await aLink(other);
  await page.goto(path);
  await page.getByRole("link", { name: "I have an account" }).click();
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
  await page.getByLabel("Email address").fill(coach.email);
  await page.getByRole("textbox", { name: "Password" }).fill(coach.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByText(`You're logged in as ${coach.email}.`)).toBeVisible();
  await usableByAll(page);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page).toHaveURL(/\/requirements$/);
  await expect(page.getByText("Another League").first()).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page.getByText("You're already a member")).toBeVisible();
  await usableByAll(page);

  await page.goto(path);
  await page.getByRole("radio", { name: "My child" }).check();
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page.getByText("Enter the child's date of birth.")).toBeVisible();
  await page.getByLabel("Child's first name").fill("Mina");
  await page.getByLabel("Child's last name").fill("Newcomer");
  await page.getByLabel("Child's date of birth").fill("2016-03-01");
  await usableByAll(page);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page).toHaveURL(/\/requirements$/);
  await expect(page.getByText("Mina").first()).toBeVisible();
});

test("an address that has an account goes the same way; its owner is mailed how to join", { tag: thorough }, async ({
  accountLinkMailedTo,
  anotherBrowser,
  organization,
  page,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const other = await organization("Another League");
  const { path } = await aLink(other);
  await page.goto(path);
  await writeAddress(page, coach.email);
  await fillForm(page);
  await expect(page.getByRole("heading", { name: "You've joined" })).toBeVisible();

  const owners = await anotherBrowser(phone);
  await owners.goto(await accountLinkMailedTo(org.organizationId, coach.email));
  await expect(owners.getByRole("heading", { name: "Join Another League" })).toBeVisible();
  await owners.getByRole("link", { name: "I have an account" }).click();
  await owners.getByLabel("Email address").fill(coach.email);
  await owners.getByRole("textbox", { name: "Password" }).fill(coach.password);
  await owners.getByRole("button", { name: "Log in", exact: true }).click();
  await owners.getByRole("button", { name: "Join", exact: true }).click();
  await expect(owners).toHaveURL(/\/requirements$/);
  await expect(owners.getByText("No Requirements").first()).toBeVisible();
});

test("a mistyped address is corrected before it is confirmed; the link sent to the first says what to do", {
  tag: thorough,
}, async ({ accountLinkMailedTo, anotherBrowser, complaints, organization, page }) => {
  const org = await organization("Rainier Youth Soccer");
  const { path } = await aLink(org, { maxUses: 1 });
  const [mistyped, right] = [`wrong.${org.organizationId}@example.org`, `right.${org.organizationId}@example.org`];
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(path);
  await writeAddress(page, mistyped);
  await fillForm(page);
  await expect(page.getByRole("heading", { name: "You've joined" })).toBeVisible();
  // The last place is taken: the page doesn't ask what the link says now.
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { name: "You've joined" })).toBeVisible();
  expect(requests.filter((path) => path.endsWith("/next-step-from-token"))).toHaveLength(1);
  const first = await accountLinkMailedTo(org.organizationId, mistyped);
  await page.goto("/requirements");
  await page.getByRole("button", { name: "Correct address" }).click();
  await page.getByLabel("Your email address").fill(right);
  await usableByAll(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(right)).toBeVisible();

  // In another browser, a click isn't enough: the person who signed up with this address may be somebody else.
  const elsewhere = await anotherBrowser(phone, [400]);
  await elsewhere.goto(await accountLinkMailedTo(org.organizationId, right));
  await usableByAll(elsewhere);
  await elsewhere.getByRole("textbox", { name: "Password" }).fill("is it this one?");
  await elsewhere.getByRole("button", { name: "Confirm my address" }).click();
  await expect(elsewhere.getByText("This isn't the password you chose when you signed up.")).toBeVisible();
  await elsewhere.getByRole("button", { name: "It wasn't me, or I forgot it" }).click();
  await usableByAll(elsewhere);
  await elsewhere.getByRole("button", { name: "I know the password" }).click();
  await elsewhere.getByRole("textbox", { name: "Password" }).fill(passphrase);
  await elsewhere.getByRole("button", { name: "Confirm my address" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();

  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This sign-up link is full" })).toBeVisible();
  await page.goto(first);
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByRole("heading", { name: "This link was already used" })).toBeVisible();
  // The browser reports the refusal, too.
  await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining("409")]);
  await usableByAll(page);
  await page.getByRole("button", { name: "Send new link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await usableByAll(page);
});
