import AxeBuilder from "@axe-core/playwright";
import type { Database } from "../apps/api/src/database/database.ts";
import { demoLogins, demoPassword } from "../apps/host/src/demo/logins.ts";
import { refreshToken } from "../packages/contract/src/accounts/session.ts";
import { expect, forgive, type Page, policiesInForce, test, thorough, usableByAll } from "./fixtures.ts";

test.use({ acceptsPolicies: false });

type Policy = "terms" | "privacy";
const operatorEmail = demoLogins.find(({ key }) => key === "operator")?.email ?? "";

const modal = (page: Page) => page.getByRole("dialog", { name: "Updated Policies" });
const agree = (page: Page) => page.getByRole("checkbox", { name: "I agree to the Touchline Terms of Service" });
const acknowledge = (page: Page) => page.getByRole("button", { name: "Acknowledge Updated Policies" });

type Databases = Database & { identityPool: Database["pool"] };

const versionOf = async (database: Database, policy: Policy) =>
  (await policiesInForce(database)).find(({ type }) => type === policy)?.version ?? 0;

/** Makes everyone except one person accept the next version, because other tests run on the same server. */
async function acceptNextForOthers(database: Databases, policy: Policy, but: string): Promise<number> {
  const next = (await versionOf(database, policy)) + 1;
  await database.identityPool.query(
    `INSERT INTO identity.acceptance (sub, type, version)
     SELECT sub, $1, $2 FROM identity.account WHERE sub <> $3 ON CONFLICT DO NOTHING`,
    [policy, String(next), but],
  );
  return next;
}

async function publish(database: Databases, policy: Policy, but: string): Promise<void> {
  const next = await acceptNextForOthers(database, policy, but);
  await database.pool.query(
    `INSERT INTO policy_version (type, version, body, summary, body_sha256, published_at)
     VALUES ($1, $2, '# Rules', 'One rule is clearer.', repeat('0', 64), now())`,
    [policy, next],
  );
}

/** Expires the access tokens of the sessions, so that the page gets new ones with its next request. */
const outrun = ({ pool }: Database, appUserId: string) =>
  pool.query("UPDATE web_session SET access_expires_at = now() WHERE app_user_id = $1", [appUserId]);

test("an operator publishes new terms: a coach is asked, cannot get around it, agrees and goes on", async ({
  anotherBrowser,
  context,
  page,
  organization,
  database,
  signInByPage,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email);
  await expect(page.getByText("No Requirements").first()).toBeVisible();
  const other = await context.newPage();
  await other.goto("/requirements");
  await expect(other.getByText("No Requirements").first()).toBeVisible();
  const version = await acceptNextForOthers(database, "terms", coach.appUserId);

  await test.step("the operator, who has no profile, is led to the administration and publishes", async () => {
    const desk = await anotherBrowser();
    await signInByPage(desk, operatorEmail, demoPassword);
    await expect(desk).toHaveURL("/admin");
    await usableByAll(desk);
    await desk.getByRole("main").getByRole("link", { name: "Policies" }).click();
    await expect(desk.getByRole("heading", { name: "Policies" })).toBeVisible();
    await usableByAll(desk);
    await desk.getByRole("link", { name: "New Terms of Service" }).click();
    await desk.getByRole("button", { name: `Publish version ${version}` }).click();
    await expect(desk.getByText("Describe what changed")).toBeVisible();
    await desk.getByLabel("What changed").fill("Coaches may not drive alone.");
    await desk.getByRole("textbox", { name: "Text" }).fill("# Terms of Service\n\n## Driving\n\nNever **alone**.");
    await expect(desk.getByRole("region", { name: "Preview" }).getByRole("heading", { name: "Driving" })).toBeVisible();
    await usableByAll(desk);
    await desk.getByRole("button", { name: `Publish version ${version}` }).click();
    const dialog = desk.getByRole("dialog", { name: `Publish version ${version} of the Terms of Service?` });
    await expect(dialog.getByText(/Everyone in every organization must agree/)).toBeVisible();
    await dialog.getByRole("button", { name: "Publish" }).click();
    const row = desk.getByRole("row", { name: new RegExp(`Terms of Service, version ${version}\\b`) });
    await expect(row).toContainText("In force");
    await expect(row).toContainText(operatorEmail);
    await desk.context().close();
  });

  await test.step("nothing leads past it", async () => {
    await outrun(database, coach.appUserId);
    for (const one of [page, other]) {
      await one.reload();
      await expect(modal(one)).toBeVisible();
    }
    await expect(modal(page).getByText("Coaches may not drive alone.")).toBeVisible();
    await expect(acknowledge(page)).toBeDisabled();
    await expect(page.getByRole("button", { name: "Close modal" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      await expect(modal(page).locator(":focus")).toHaveCount(1);
    }
    await page.goto("/account/settings");
    await expect(modal(page)).toBeVisible();
    await expect(page.locator("#root[inert]")).toHaveCount(1);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  await test.step("the policies open in another tab, to be read", async () => {
    const opened = context.waitForEvent("page");
    await modal(page).getByRole("link", { name: "Terms of Service" }).click();
    const terms = await opened;
    await expect(terms.getByRole("heading", { name: "Terms of Service" })).toBeVisible();
    await expect(terms.getByRole("heading", { name: "Driving" })).toBeVisible();
    await expect(modal(terms)).toHaveCount(0);
    await usableByAll(terms);
    await terms.getByRole("link", { name: "Previous version" }).click();
    await expect(terms.getByText("This is an earlier version")).toBeVisible();
    await terms.close();
  });

  await test.step("whoever agrees goes on, in the other tab too, and is not asked again", async () => {
    await agree(page).check();
    await acknowledge(page).click();
    await expect(modal(page)).toHaveCount(0);
    await expect(modal(other)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Account settings" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Account settings" })).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
    await expect(page.locator("[inert]")).toHaveCount(0);
    const { rows } = await database.identityPool.query(
      "SELECT text_sha256 IS NOT NULL AS proof FROM identity.acceptance WHERE sub = $1 AND type = 'terms' AND version = $2",
      [coach.appUserId, String(version)],
    );
    expect(rows).toEqual([{ proof: true }]);
  });
});

test("a new privacy policy alone is acknowledged without a checkbox", { tag: thorough }, async ({
  page,
  organization,
  database,
  signInByPage,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await publish(database, "privacy", coach.appUserId);
  await signInByPage(page, coach.email);
  await expect(modal(page)).toBeVisible();
  await expect(agree(page)).toHaveCount(0);
  await expect(acknowledge(page)).toBeEnabled();
  await acknowledge(page).click();
  await expect(modal(page)).toHaveCount(0);
  await expect(page.getByText("No Requirements").first()).toBeVisible();
});

test("when the session cannot be refreshed after accepting, it ends at /logout", async ({
  page,
  organization,
  database,
  signInByPage,
  complaints,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await publish(database, "terms", coach.appUserId);
  await signInByPage(page, coach.email);
  await expect(modal(page)).toBeVisible();
  await page.route(`**${refreshToken.path}`, (route) => route.fulfill({ status: 503, json: { message: "Busy." } }));
  const logout = page.waitForURL("/logout");
  await agree(page).check();
  await acknowledge(page).click();
  await logout;
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  forgive(complaints, /503/);
});

test("whoever does not agree can log out; the administration is for operators alone", async ({
  page,
  organization,
  database,
  signInByPage,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email);
  await page.goto("/admin/policies");
  await expect(page.getByRole("heading", { name: "Only platform operators can open this page" })).toBeVisible();
  await publish(database, "terms", coach.appUserId);
  await outrun(database, coach.appUserId);
  await page.goto("/");
  await modal(page).getByRole("link", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(modal(page)).toHaveCount(0);
});
