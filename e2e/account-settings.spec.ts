import { readFile } from "node:fs/promises";
import { localAdapters } from "../apps/api/src/adapters/local.ts";
import { openTenancy } from "../apps/api/src/database/tenancy.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../apps/api/src/modules/people/profiles/actions/people.ts";
import { password } from "../apps/api/test/organization.ts";
import { demoOrganizations } from "../apps/host/src/demo/logins.ts";
import { createAccounts } from "../apps/identity/src/index.ts";
import { environment, expect, forgive, type Page, policiesInForce, test, thorough, usableByAll } from "./fixtures.ts";

const passphrase = "kick off at half past nine";

/** A new person in the demo organization, whose emails appear in its outbox. */
async function aNewcomer(database: Record<"pool" | "identityPool", Parameters<typeof openTenancy>[0]>) {
  const email = `settings.${Date.now()}@clubs.example`;
  const accounts = createAccounts(database.identityPool);
  const { sub: appUserId } = await accounts.create({ email, password });
  // Policies are accepted now: if asked for later, they would take the focus away in the middle of a step.
  for (const { type, version } of await policiesInForce(database)) {
    await accounts.accept(appUserId, type, String(version));
  }
  const site = { url: environment("TOUCHLINE_URL"), supportEmail: "support@example.org" };
  const adapters = localAdapters({ folder: "unused", secret: environment("TOUCHLINE_SECRET"), site });
  const tenancy = openTenancy(database.pool);
  const organizationId = tenancy.found(demoOrganizations.club);
  await tenancy.run(organizationId, async (db) => {
    const call = {
      actor: { kind: "system", name: "journey" },
      organizationId,
      db,
      now: new Date(),
      adapters,
    } as const;
    const { rows } = await db.execute<{ level_id: string; label_id: string }>(
      `SELECT level.level_id, label.label_id FROM level
       JOIN label ON label.organization_id = level.organization_id AND label.role = 'Individual'
       WHERE level.organization_id = '${organizationId}' AND level.pre = 0 ORDER BY label.name LIMIT 1`,
    );
    const [at] = rows;
    if (!at) throw new Error("the demo has no level for a newcomer");
    const person = { firstName: "Ana", lastName: "Núñez", email, dateOfBirth: "1985-04-12" };
    const account = { appUserId, activatedAt: call.now, confirmedAt: call.now };
    const profileId = await createProfile(call, person, account);
    await addMember(call, { levelId: at.level_id, labelId: at.label_id, profileId });
  });
  return email;
}

const section = async (page: Page, name: string) => {
  await page.getByRole("tab", { name }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
};

test("an account's owner changes name, address and password, ends a session, and takes everything along", {
  tag: thorough,
}, async ({ anotherBrowser, page, database, signInByPage, complaints }) => {
  const email = await aNewcomer(database);
  const newEmail = `new.${email}`;
  await signInByPage(page, email);
  await page.goto("/account/settings");

  await test.step("the tabs are one stop of the Tab key, and arrows, Home and End choose among them", async () => {
    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    await tab("Account").focus();
    for (const [key, chosen] of [
      ["End", "Data"],
      ["ArrowRight", "Account"],
      ["ArrowLeft", "Data"],
      ["Home", "Account"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tab(chosen)).toBeFocused();
      await expect(page.getByRole("tab", { selected: true })).toHaveText(chosen);
      await expect(page.getByRole("tabpanel")).toHaveAccessibleName(chosen);
    }
    await expect(page.locator("[role=tab][tabindex='0']")).toHaveText(["Account"]);
  });

  await test.step("another name is in the header at once", async () => {
    await usableByAll(page);
    await page.getByLabel("First name").fill("Ana María");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Your name was changed.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Ana María Núñez/ })).toBeVisible();
  });

  await test.step("another address is asked for with the password", async () => {
    await page.getByRole("button", { name: "Change email address" }).click();
    await page.getByLabel("New email address").fill(newEmail);
    await page.getByRole("textbox", { name: "Current password" }).fill("not my password");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("This isn't your current password.")).toBeVisible();
    forgive(complaints, /status of 400/);
    await page.getByRole("textbox", { name: "Current password" }).fill(password);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText(`Open the email we sent to ${newEmail}`)).toBeVisible();
    await usableByAll(page);
  });

  await test.step("and is the account's once the link in the mail is followed", async () => {
    await page.goto("/outbox");
    await page.getByRole("searchbox", { name: "Search by recipient" }).fill(newEmail);
    await page.getByRole("button", { name: newEmail }).first().click();
    const opened = page.waitForEvent("popup");
    await page.frameLocator("iframe").getByRole("link", { name: "Confirm email address" }).click();
    const followed = await opened;
    await followed.getByRole("button", { name: "Confirm email address" }).click();
    await expect(followed.getByRole("heading", { name: "Your email address was changed" })).toBeVisible();
    await followed.close();
    forgive(complaints, /the document's frame is sandboxed/);
    await page.goto("/account/settings");
    await expect(page.getByText(newEmail)).toBeVisible();
  });

  const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });

  await test.step("a session on another device is seen, and ended from here", async () => {
    await signInByPage(phone, newEmail);
    await section(page, "Security");
    await expect(page.getByText("This device")).toBeVisible();
    await usableByAll(page);
    const other = page.getByRole("button", { name: /^Log out (Chrome|Unknown)/ });
    await expect(other).toHaveCount(1);
    await other.click();
    await expect(page.getByText(/was logged out\.$/)).toBeVisible();
    await expect(other).toHaveCount(0);
    await phone.goto("/account/settings");
    await expect(phone.getByRole("heading", { name: "Log in" })).toBeVisible();
  });

  await test.step("another password keeps this session", async () => {
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("textbox", { name: "Current password" }).fill(password);
    await page.locator("input[name=new-password]").fill(passphrase);
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Your password was changed.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("This device")).toBeVisible();
  });

  await test.step("language and theme are chosen; the theme follows to another device", async () => {
    await section(page, "Preferences");
    await page.getByRole("radio", { name: "Español" }).click();
    await expect(page.getByText("Our next email will be in this language.")).toBeVisible();
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === "PUT" && /dark/.test(answer.request().postData() ?? "") && answer.ok(),
    );
    await page.getByRole("radio", { name: "Dark" }).click();
    await saved;
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await usableByAll(page);
    await signInByPage(phone, newEmail, passphrase);
    await expect(phone.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });

  await test.step("everything that is kept comes as an archive", async () => {
    await section(page, "Data");
    await usableByAll(page);
    await page.getByRole("textbox", { name: "Current password" }).fill(passphrase);
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^touchline-data-.*\.zip$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
  });

  await test.step("the account is closed after the effects were explained, and no one can log in anymore", async () => {
    await page.getByRole("button", { name: "Close account" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("What's kept")).toBeVisible();
    await usableByAll(page);
    await dialog.getByRole("textbox", { name: "Current password" }).fill(passphrase);
    await dialog.getByRole("button", { name: "Close my account" }).click();
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await page.getByLabel("Email address").fill(newEmail);
    await page.getByRole("textbox", { name: "Password" }).fill(passphrase);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await phone.context().close();
    // The browser may report the refusal later than the page does.
    await page.close();
    forgive(complaints, /status of 40[01]/);
  });
});
