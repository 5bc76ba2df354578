import { expect, test, thorough, usableByAll } from "./fixtures.ts";

const phone = { viewport: { width: 390, height: 844 } };
const passphrase = "kick off at half past nine";

test("a person is added with an address, reads the mail in a car park, sets a password, and sees what is next", async ({
  anotherBrowser,
  linkMailedTo,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const email = `ana.${org.organizationId}@example.org`;
  let member = "";

  await test.step("the director adds her and sees that she is invited", async () => {
    await signIn(page, director.email, `/dashboard/${org.levels.northTeam}`);
    await page.getByRole("button", { name: "Add person" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First name").fill("Ana");
    await dialog.getByLabel("Last name").fill("Núñez");
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await dialog.getByRole("button", { name: "Add person" }).click();
    await expect(page.getByText(`The invitation was sent to ${email}.`)).toBeVisible();
    await page.getByRole("link", { name: /Núñez/ }).click();
    await expect(page.getByText("Not Activated").first()).toBeVisible();
    await expect(page.getByText(/Invited on/)).toBeVisible();
    await usableByAll(page);
    member = new URL(page.url()).pathname;
  });

  const hers = await anotherBrowser(phone);
  const link = await linkMailedTo(org.organizationId, email);

  await test.step("she opens the link: who invites to what, her name is there, one password is missing", async () => {
    const answer = await hers.goto(link);
    expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(hers.getByRole("heading", { name: "Join Rainier Youth Soccer" })).toBeVisible();
    await expect(hers.getByText("Head Coach at northTeam")).toBeVisible();
    await expect(hers.getByLabel("First name")).toHaveValue("Ana");
    await usableByAll(hers);
    await hers.getByRole("button", { name: "Accept invitation" }).click();
    await expect(hers.getByText("Choose a password.")).toBeVisible();
    await expect(hers.getByText("Agree to the Terms of Service to continue.")).toBeVisible();
    await hers.getByRole("textbox", { name: "Password" }).fill(passphrase);
    await hers.getByRole("button", { name: "Show password" }).click();
    await expect(hers.getByRole("textbox", { name: "Password" })).toHaveValue(passphrase);
    await hers.getByRole("checkbox", { name: /^I agree/ }).check();
  });

  await test.step("she accepts and is at home, logged in", async () => {
    await hers.getByRole("button", { name: "Accept invitation" }).click();
    await expect(hers).toHaveURL(/\/requirements$/);
    await expect(hers.getByText("No Requirements").first()).toBeVisible();
    await usableByAll(hers);
    await hers.reload();
    await expect(hers.getByText("No Requirements").first()).toBeVisible();
  });

  await test.step("the link does nothing more, and says what to do", async () => {
    await hers.goto(link);
    await expect(hers.getByRole("heading", { name: "You've already accepted this invitation" })).toBeVisible();
    await usableByAll(hers);
  });

  await test.step("the director sees her activated", async () => {
    await page.goto(member);
    await expect(page.getByText("No Requirements").first()).toBeVisible();
    await expect(page.getByText(/Invited on/)).toHaveCount(0);
  });
});

test("somebody who has an account takes up an invitation of a second organization with it", { tag: thorough }, async ({
  linkMailedTo,
  organization,
  page,
}) => {
  const coach = await (await organization("Rainier Youth Soccer")).aMember("northTeam", "Head Coach");
  const other = await organization("Another League");
  await other.anInvited("southClub", "Volunteer", coach.email);
  await page.goto(await linkMailedTo(other.organizationId, coach.email));
  await expect(page.getByText("You already have an account with this address.")).toBeVisible();
  await usableByAll(page);
  await page.getByRole("textbox", { name: "Password" }).fill(coach.password);
  await page.getByRole("button", { name: "Log in and accept" }).click();
  await expect(page).toHaveURL(/\/requirements$/);
  await expect(page.getByText("Another League").first()).toBeVisible();
});
