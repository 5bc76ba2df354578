import { makeSignupUrl } from "../apps/api/src/modules/accounts/signups/actions/urls.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, quiet, test, thorough } from "./fixtures.ts";
import { pathOf, requireOfHeadCoaches } from "./kinds.ts";

const phone = { viewport: { width: 390, height: 844 } };

test("what was typed to sign up is there after a reload and after going back, all but the password", async ({
  organization,
  page,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const { path } = await org.asSystem((call) =>
    makeSignupUrl(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds["Head Coach"],
      endsOn: null,
      maxUses: null,
    }),
  );
  const email = `nina.${org.organizationId}@example.org`;
  await page.goto(path);
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "My child" }).check();
  await page.getByLabel("Child's first name").fill("Mina");
  await page.getByLabel("Child's date of birth").fill("2016-03-01");
  await page.getByLabel("Your first name").fill("Nina");
  const password = page.getByRole("textbox", { name: "Password" });
  await password.fill("kick off at half past nine");

  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Email address" })).toHaveValue(email);
  await page.goForward();
  await expect(page.getByLabel("Your first name")).toHaveValue("Nina");
  await expect(password).toHaveValue("kick off at half past nine");

  await page.reload();
  await expect(page.getByLabel("Child's first name")).toHaveValue("Mina");
  await expect(page.getByLabel("Child's date of birth")).toHaveValue("2016-03-01");
  await expect(page.getByLabel("Your first name")).toHaveValue("Nina");
  await expect(page.getByRole("textbox", { name: "Email address" })).toHaveValue(email);
  await expect(password).toHaveValue("");
  expect(await page.evaluate("JSON.stringify({ ...sessionStorage, ...localStorage })")).not.toContain("kick off");

  await page.getByLabel("Child's last name").fill("Newcomer");
  await page.getByLabel("Your last name").fill("Newcomer");
  await password.fill("kick off at half past nine");
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page.getByRole("heading", { name: "You've joined" })).toBeVisible();
  await expect.poll(() => page.evaluate<string>("JSON.stringify({ ...sessionStorage })")).not.toContain("Mina");
});

test("the names that somebody corrects while accepting an invitation are there after a reload", {
  tag: thorough,
}, async ({ linkMailedTo, organization, page }) => {
  const org = await organization("Rainier Youth Soccer");
  const email = `olga.${org.organizationId}@example.org`;
  await org.anInvited("northTeam", "Head Coach", email);
  await page.goto(await linkMailedTo(org.organizationId, email));
  await page.getByLabel("First name").fill("Olga");
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Olga");
  await expect(page.getByLabel("Last name")).toHaveValue("Núñez");
});

test("the address that was typed to log in is there to ask for a new password; a dead link says so at once", async ({
  accountLinkMailedTo,
  anotherBrowser,
  organization,
  page,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  await page.goto("/login");
  await page.getByLabel("Email address").fill(coach.email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(coach.email);
  expect(page.url()).not.toContain("%40");
  await page.getByRole("button", { name: "Send link" }).click();
  // The form has the same link, but the request would still be in progress.
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.getByRole("link", { name: "Back to login" }).click();
  await expect(page.getByLabel("Email address")).toHaveValue(coach.email);

  const link = await accountLinkMailedTo(org.organizationId, coach.email);
  const hers = await anotherBrowser(phone);
  await hers.goto(link);
  await hers.getByRole("textbox", { name: "Password" }).fill("a lantern above the north field");
  await hers.getByRole("button", { name: "Set password" }).click();
  await expect(hers.getByRole("heading", { name: "Your new password is set" })).toBeVisible();

  await hers.goto(link);
  await expect(hers.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await expect(hers.getByText("This link was already used")).toBeVisible();
  await expect(hers.getByRole("textbox", { name: "Password" })).toHaveCount(0);
});

test("switching the profile renews the session once", async ({ organization, page, signInByPage }) => {
  const first = await organization("Rainier Youth Soccer");
  const second = await organization("Olympic Rowing");
  const coach = await first.aMember("northTeam", "Head Coach");
  await second.aMember("northTeam", "Head Coach", coach);
  await signInByPage(page, coach.email);
  await page.getByRole("button", { name: /Rainier Youth Soccer/ }).click();
  await expect(page.getByText("No Requirements").first()).toBeVisible();
  const renewals: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/refresh-token")) renewals.push(request.postData() ?? "");
  });
  const settled = quiet(page);
  await page
    .getByRole("button", { name: /Número/ })
    .last()
    .click();
  await page
    .getByRole("menuitemradio", { name: /Olympic Rowing/ })
    .or(page.getByRole("menuitem", { name: /Olympic Rowing/ }))
    .first()
    .click();
  await expect(page.getByText("Rainier")).toHaveCount(0);
  await expect(page.getByText("No Requirements").first()).toBeVisible();
  await settled();
  expect(renewals).toHaveLength(1);
});

test("a member who opens a page for reviewers or administrators is sent home", async ({
  organization,
  page,
  signInByPage,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email);
  const nowhere = "01994c1e-0000-7000-8000-000000000009";
  for (const path of [
    "/review",
    "/review/statistics",
    `/review/${nowhere}?pla=${nowhere}`,
    "/library",
    "/library/new",
    "/incidents",
    "/levels",
    "/people/add",
    "/people/duplicates",
    "/roles",
    "/audit",
    "/account/organization",
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/requirements$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a link to a requirement that names no membership opens it for whom it is asked of", async ({
  organization,
  page,
  signInByPage,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const { contentId } = await requireOfHeadCoaches(org, "Referee course certificate", {
    ...usualSettings.document,
    instructions: "",
    linkUrl: null,
    reviewRequired: true,
    asksCompletionDate: false,
    acceptedExtensions: ["pdf"],
    validity: { type: "None" },
  });
  const coach = await org.aMember("northTeam", "Head Coach");
  const whole = await pathOf(org, coach, contentId);
  await signInByPage(page, coach.email);
  await page.goto(whole.replace(/\?.*/, ""));
  await expect(page).toHaveURL(whole);
  await expect(page.getByRole("heading", { name: "Referee course certificate" })).toBeVisible();
  await page.goto("/requirements/01994c1e-0000-7000-8000-000000000009");
  await expect(page).toHaveURL(/\/requirements$/);
});
