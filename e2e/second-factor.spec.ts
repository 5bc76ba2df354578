import { password } from "../apps/api/test/organization.ts";
import { aDevice, addPasskey, dialog, keptCodes, setUpApp } from "./factors.ts";
import { expect, forgive, type Page, test, thorough, usableByAll } from "./fixtures.ts";

async function logOut(page: Page) {
  await page.goto("/logout");
  await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeVisible();
}

/** Takes the first step of signing in; the second follows. */
async function givePassword(page: Page, email: string) {
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
}

const loggedIn = (page: Page) => expect(page).not.toHaveURL(/\/login/);
const security = "/account/settings?section=security";

test("a passkey is added, and then logs in by itself", { tag: thorough }, async ({
  page,
  organization,
  signInByPage,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await aDevice(page);
  await signInByPage(page, coach.email);
  await page.goto(security);
  await addPasskey(page);
  expect(await keptCodes(page)).toHaveLength(10);
  await expect(page.getByText("Test device")).toBeVisible();
  await usableByAll(page);
  await logOut(page);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await loggedIn(page);
  await page.goto(security);
  await expect(page.getByText(/last used/)).toBeVisible();
  await page.getByRole("button", { name: "Rename Test device" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("Other name");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Remove Other name" }).click();
  await dialog(page).getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page.getByText("Passkey removed.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your second factors" })).toHaveCount(0);
});

test("an account without a password shows its passkey instead, and sets one by it", { tag: thorough }, async ({
  page,
  database,
  organization,
  signInByPage,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await aDevice(page);
  await signInByPage(page, coach.email);
  await page.goto(security);
  await addPasskey(page);
  await keptCodes(page);
  // Signs in as if by a partner.
  await database.identityPool.query("UPDATE identity.account SET password_hash = NULL WHERE sub = $1", [
    coach.appUserId,
  ]);
  await page.reload();
  await page.getByRole("button", { name: "Set a password" }).click();
  await expect(page.getByText("You'll use your passkey next")).toBeVisible();
  await usableByAll(page);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.locator("input[name=new-password]")).toBeFocused();
  await page.locator("input[name=new-password]").fill("the goalkeeper wears green");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
});

test("who came by a partner alone is missing nothing; for what asks whether it is them, a link to a first password is mailed", {
  tag: thorough,
}, async ({ accountLinkMailedTo, database, organization, page, signInByPage }) => {
  const org = await organization();
  const coach = await org.aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email);
  await database.identityPool.query("UPDATE identity.account SET password_hash = NULL WHERE sub = $1", [
    coach.appUserId,
  ]);
  await page.goto("/account/settings?section=data&dialog=close-account");
  await expect(dialog(page).getByText("You log in without a password")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Close my account" })).toHaveCount(0);
  await page.goto(security);
  await expect(page.getByText("You log in without a password")).toBeVisible();
  await expect(page.getByText("Log out and")).toHaveCount(0);
  await usableByAll(page);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("We sent a link to set a password to")).toBeVisible();
  await page.goto(await accountLinkMailedTo(org.organizationId, coach.email));
  await page.getByRole("textbox", { name: "Password" }).fill("the goalkeeper wears green");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  await signInByPage(page, coach.email, "the goalkeeper wears green");
  await page.goto(security);
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
});

test("an authenticator app is set up and asked for after the password; a recovery code takes its place once", async ({
  page,
  organization,
  signInByPage,
  complaints,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email);
  await page.goto(security);
  const app = await setUpApp(page);
  const [recoveryCode = ""] = await keptCodes(page);
  await expect(page.getByText("Authenticator app", { exact: true })).toBeVisible();
  await logOut(page);

  await test.step("the code of the app", async () => {
    await givePassword(page, coach.email);
    await usableByAll(page);
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("This code is wrong or was already used.")).toBeVisible();
    // The code of this step was used in the setup, so the next step's code is entered.
    await page.getByLabel("Code", { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await loggedIn(page);
    await logOut(page);
  });

  await test.step("a recovery code, and not twice", async () => {
    const giveCode = async () => {
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").fill(recoveryCode);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
    };
    await givePassword(page, coach.email);
    await giveCode();
    await loggedIn(page);
    await page.goto(security);
    await expect(page.getByText("9 of 10 left.")).toBeVisible();
    await logOut(page);
    await givePassword(page, coach.email);
    await giveCode();
    await expect(page.getByText("This code is wrong or was already used.")).toBeVisible();
  });
  // The browser may report the refusal later than the page does.
  await page.close();
  forgive(complaints, /400/);
});

test("an organization that demands a second factor of Admins leads each of them through it, and on to where they were", {
  tag: thorough,
}, async ({ anotherBrowser, page, organization, signInByPage, complaints }) => {
  const org = await organization();
  const admin = await org.aMember("root", "Administrator");
  const colleague = await org.aMember("root", "Administrator");
  await aDevice(page);
  const other = await anotherBrowser();
  await signInByPage(other, admin.email);
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();

  await test.step("an Admin demands it, and is asked first", async () => {
    await signInByPage(page, admin.email);
    await page.getByRole("link", { name: "Organization", exact: true }).first().click();
    await page.getByRole("tab", { name: "Security" }).click();
    await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
    await page.getByRole("checkbox", { name: "Admin", exact: true }).check();
    await expect(page.getByText("This includes you")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
    await usableByAll(page);
    await addPasskey(page);
    await keptCodes(page);
    await expect(page.getByRole("heading", { name: "Organization", exact: true })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Admin", exact: true })).toBeChecked();
  });

  await test.step("a browser that logged in by the password alone is sent to the login", async () => {
    await other.goto("/library");
    await expect(other.getByRole("heading", { name: "Log in with your second factor" })).toBeVisible();
    await other.getByRole("button", { name: "Log in again" }).click();
    await expect(other).toHaveURL(/\/login\?next=%2Flibrary/);
    await other.context().close();
  });

  await test.step("the last one cannot be removed", async () => {
    await page.goto(security);
    await page.getByRole("button", { name: "Remove Test device" }).click();
    await dialog(page).getByRole("textbox", { name: "Your current password" }).fill(password);
    await dialog(page).getByRole("button", { name: "Remove passkey" }).click();
    await expect(dialog(page).getByText(/requires a second factor/)).toBeVisible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await logOut(page);
  });

  await test.step("a colleague sets up an app on the way to the library", async () => {
    await signInByPage(page, colleague.email);
    await page.goto("/library");
    await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
    await setUpApp(page);
    await keptCodes(page);
    await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  });
  await page.close();
  forgive(complaints, /40[039]/);
});
