import { identityOverHttp } from "../apps/api/src/adapters/identity/http.ts";
import { openTenancy } from "../apps/api/src/database/tenancy.ts";
import { endSessionsOf } from "../apps/api/src/modules/accounts/sessions/actions/end-session.ts";
import { endedSessions } from "../apps/api/src/modules/accounts/sessions/queries.ts";
import { addGuardian } from "../apps/api/src/modules/joining/families/actions/guardians.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { openVault } from "../apps/api/src/security/encryption.ts";
import { refreshToken } from "../packages/contract/src/accounts/session.ts";
import { environment, expect, forgive, type Page, quiet, test, thorough, usableByAll } from "./fixtures.ts";

const profileMenu = (page: Page) => page.getByRole("button", { name: /number|Número|Coach|Admin/ }).last();

test("a logout in one tab is one in the other, and a login too", async ({
  context,
  page,
  organization,
  signInByPage,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email);
  const other = await context.newPage();
  await other.goto("/requirements");
  await expect(other.getByText("No Requirements").first()).toBeVisible();
  await page.goto("/logout");
  await expect(other.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(other).toHaveURL(/next=%2Frequirements/);
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await signInByPage(page, coach.email);
  await expect(other.getByText("No Requirements").first()).toBeVisible();
});

test("a session that was ended elsewhere leads to the login page, and a reload stays there", { tag: thorough }, async ({
  context,
  page,
  organization,
  database,
  signInByPage,
  complaints,
}) => {
  const admin = await (await organization()).aMember("root", "Administrator");
  await signInByPage(page, admin.email);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const tenancy = openTenancy(database.pool);
  const identity = identityOverHttp(
    () => `${environment("TOUCHLINE_URL")}/identity`,
    "no question about accounts is asked",
  );
  const vault = openVault(environment("TOUCHLINE_SECRET"));
  await endSessionsOf({ tenancy, identity, vault, ended: endedSessions(tenancy) }, new Date(), admin.appUserId);
  // The server may take two seconds to notice; later requests are refused.
  const pages = ["Library", "Review", "My requirements", "Dashboard"];
  await expect(async () => {
    const [next = ""] = pages;
    pages.push(...pages.splice(0, 1));
    const link = page.getByRole("link", { name: next }).first();
    if (await link.isVisible()) await link.click({ timeout: 1_000 });
    await expect(page).toHaveURL(/\/login/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard/);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("touchline");
  forgive(complaints, /401/);
});

test("without a network a failed renewal doesn't log out: it says so, and continues when tried again", {
  tag: thorough,
}, async ({ page, organization, signInByPage, complaints }) => {
  const admin = await (await organization()).aMember("root", "Administrator");
  const settled = quiet(page);
  await signInByPage(page, admin.email);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Wait for the dashboard's requests: else they would fail, too, and a late answer would correct the page's clock.
  await settled();
  // All requests fail from here. Six minutes later, by the page's clock, the access token has expired.
  await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await page.clock.setSystemTime(new Date(Date.now() + 6 * 60_000));
  const renewal = page.waitForEvent("requestfailed", (request) => request.url().endsWith(refreshToken.path));
  await page.getByRole("link", { name: "Library" }).first().click();
  await renewal;
  await expect(page.getByRole("heading", { name: "The library couldn't be loaded" })).toBeVisible();
  await expect(page.getByText(/We can.t reach Touchline right now/)).toBeVisible();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  forgive(complaints, /ERR_INTERNET_DISCONNECTED/);
});

test("one account in two organizations switches in the header, in another tab, and at a link; and comes back to the last one", async ({
  anotherBrowser,
  context,
  page,
  organization,
  signInByPage,
  complaints,
}) => {
  const first = await organization("Rainier Youth Soccer");
  const second = await organization("Olympic Rowing");
  const coach = await first.aMember("northTeam", "Head Coach");
  const admin = await second.aMember("root", "Administrator", coach);
  const stranger = await second.aMember("northTeam", "Head Coach");

  await test.step("it chooses once", async () => {
    await signInByPage(page, coach.email);
    await expect(page.getByRole("heading", { name: "Choose a profile" })).toBeVisible();
    await page.getByRole("button", { name: /Rainier Youth Soccer/ }).click();
    await expect(page.getByText("No Requirements").first()).toBeVisible();
  });

  const other = await context.newPage();
  await test.step("the header switches the profile, and the other tab is notified and may stay", async () => {
    await other.goto("/requirements");
    await expect(other.getByText("No Requirements").first()).toBeVisible();
    await profileMenu(page).click();
    await page
      .getByRole("menuitemradio", { name: /Olympic Rowing/ })
      .or(page.getByRole("menuitem", { name: /Olympic Rowing/ }))
      .first()
      .click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByText("Rainier")).toHaveCount(0);
    await expect(other.getByText("You switched to Olympic Rowing in another tab")).toBeVisible();
    await usableByAll(other);
    await other.getByRole("button", { name: "Don't switch" }).click();
    await expect(other.getByText("another tab")).toHaveCount(0);
    await other.reload();
    await expect(other.getByText("Rainier Youth Soccer").first()).toBeVisible();
  });

  await test.step("a link into the other organization offers to continue there", async () => {
    await other.goto(`/members/${stranger.plaId}`);
    await expect(other.getByRole("heading", { name: "This page belongs to Olympic Rowing" })).toBeVisible();
    await usableByAll(other);
    await other.getByRole("button", { name: "Switch to Olympic Rowing" }).click();
    await expect(other.getByRole("heading", { name: new RegExp(stranger.lastName) })).toBeVisible();
    await expect(other).toHaveURL(`/members/${stranger.plaId}`);
  });

  await test.step("in another browser it begins where it was last", async () => {
    const elsewhere = await anotherBrowser();
    await signInByPage(elsewhere, admin.email);
    await expect(elsewhere).toHaveURL(/\/dashboard/);
    await expect(elsewhere.getByText("Olympic Rowing").first()).toBeVisible();
    await elsewhere.context().close();
  });
  forgive(complaints, /404/);
});

test("a guardian finds the child in the switch", { tag: thorough }, async ({ page, organization, signInByPage }) => {
  const org = await organization();
  const guardian = await org.aMember("northTeam", "Volunteer");
  await org.asSystem(async (call) => {
    const child = await addMember(call, {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      person: { firstName: "Nia", lastName: "Młoda", email: null, dateOfBirth: "2016-05-01" },
    });
    await addGuardian(call, { guardianProfileId: guardian.profileId, childProfileId: child.profileId });
  });
  await signInByPage(page, guardian.email);
  await profileMenu(page).click();
  const child = page.getByRole("menu").getByText("Nia Młoda");
  await expect(child).toBeVisible();
  await child.click();
  await expect(page).toHaveURL(/\/requirements\?person=/);
  await expect(page.getByRole("heading", { name: "Nia's requirements" })).toBeVisible();
});
