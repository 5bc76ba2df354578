import { getActiveUserSession } from "@touchline/contract/accounts/session";
import { password } from "../apps/api/test/organization.ts";
import { keptCodes, setUpApp } from "./factors.ts";
import { expect, forgive, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { origins, ownServers, portOf } from "./servers.ts";

// Serial, because each worker would start its own servers.
test.describe.configure({ mode: "default" });

// The product, and a club with its own identity service: a second instance of the product's.
let servers: Awaited<ReturnType<typeof ownServers>>;
let at: Record<"ours" | "club" | "nobody", string>;
let organization: Awaited<ReturnType<(typeof servers)["organizations"]>>;
let club: Awaited<ReturnType<(typeof servers)["partner"]>>;
const atTheClub = "known at the club only";

test.beforeAll(async () => {
  test.setTimeout(600_000);
  servers = await ownServers();
  at = await origins("ours", "club", "nobody");
  // Uses another host name, because cookies ignore ports.
  at.club = at.club.replace("localhost", "127.0.0.1");
  club = await servers.partner(at.club, {
    client_id: "touchline",
    client_name: "Touchline",
    client_secret: "a secret that the two share, long enough",
    redirect_uris: [`${at.ours}/identity/partner/city-club/callback`],
  });
  const shared = { clientId: "touchline", clientSecret: "a secret that the two share, long enough" };
  await servers.start("start", {
    PORT: portOf(at.ours),
    PARTNER_ISSUERS: JSON.stringify([
      { key: "city-club", name: "City Club", issuer: `${at.club}/identity`, ...shared },
      { key: "gone", name: "Gone United", issuer: `${at.nobody}/identity`, ...shared },
    ]),
  });
  organization = await servers.organizations(at.ours);
});
test.afterAll(() => servers?.close());

test.afterEach(async ({ complaints, page }) => {
  // The browser may report an answer later than the page does.
  await page.close();
  // These refusals are intended: no demo (404), proof required (400), and partner unavailable (503).
  forgive(complaints, /status of (400|404|503)/);
});

/** Goes from the login page to the club's and back, signed in there as this person. */
async function continueAtTheClub(page: Page, email: string) {
  await page.getByRole("button", { name: "Continue with City Club" }).click();
  await expect(page).toHaveURL(new RegExp(`^${at.club}/identity/interaction/`));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(atTheClub);
  await page.getByRole("button", { name: "Continue to Touchline" }).click();
}

test("a coach comes in by the club's own login: once with the password here, then without, until it is disconnected", async ({
  page,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await club.create({ email: coach.email, password: atTheClub });

  await test.step("the account that was here before is asked for its password, and leads where the coach was going", async () => {
    await page.goto(`${at.ours}/account/settings?section=security`);
    await expect(page.getByRole("button", { name: "Continue with City Club" })).toBeVisible();
    await usableByAll(page);
    await continueAtTheClub(page, coach.email);
    await expect(page.getByRole("heading", { name: "Is this your account?" })).toBeVisible();
    await usableByAll(page);
    await page.getByRole("textbox", { name: "Password" }).fill("a guess");
    await page.getByRole("button", { name: "Log in and connect" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Log in and connect" }).click();
    await expect(page).toHaveURL(`${at.ours}/account/settings?section=security`);
  });

  await test.step("after that the club's login is enough, and a reload stays logged in", async () => {
    await page.goto(`${at.ours}/logout`);
    await expect(page).toHaveURL(`${at.ours}/login`);
    await page.getByRole("button", { name: "Continue with City Club" }).click();
    await expect(page.getByText("No Requirements").first()).toBeVisible();
    await page.reload();
    await expect(page.getByText("No Requirements").first()).toBeVisible();
  });

  await test.step("the settings name it, and disconnect it", async () => {
    await page.goto(`${at.ours}/account/settings?section=security`);
    const panel = page.getByRole("region", { name: "Other ways to log in" });
    await expect(panel.getByText("City Club")).toBeVisible();
    await usableByAll(page);
    await panel.getByRole("button", { name: "Disconnect City Club" }).click();
    await expect(panel).toHaveCount(0);
  });
});

test("an account with a second factor asks for it after the club's login too, and stays logged in as it was wished", {
  tag: thorough,
}, async ({ page }) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await club.create({ email: coach.email, password: atTheClub });
  await page.goto(`${at.ours}/login`);
  await page.getByLabel("Email address").fill(coach.email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto(`${at.ours}/account/settings?section=security`);
  await setUpApp(page);
  const [one = "", other = ""] = await keptCodes(page);
  const lasts = async () => {
    const session = await page.request.get(at.ours + getActiveUserSession.path);
    return ((await session.json()) as { remember: boolean }).remember;
  };

  await test.step("the two are connected by the password and a code", async () => {
    await page.goto(`${at.ours}/logout`);
    await continueAtTheClub(page, coach.email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Log in and connect" }).click();
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill("not one of them");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("This code is wrong or was already used.")).toBeVisible();
    await page.getByLabel("Recovery code").fill(one);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("No Requirements").first()).toBeVisible();
    expect(await lasts()).toBe(false);
  });

  await test.step("after that by the club's login and a code, for 14 days where that was wished", async () => {
    await page.goto(`${at.ours}/logout`);
    await page.getByRole("checkbox", { name: /Stay logged in/ }).check();
    await page.getByRole("button", { name: "Continue with City Club" }).click();
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(other);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("No Requirements").first()).toBeVisible();
    expect(await lasts()).toBe(true);
  });
});

test("somebody new gets an account by it, whose only way in stays", { tag: thorough }, async ({ page }) => {
  const email = "somebody.new@city-club.example";
  await club.create({ email, password: atTheClub });
  await page.goto(`${at.ours}/login`);
  await continueAtTheClub(page, email);
  await expect(page).toHaveURL(new RegExp(`^${at.ours}/select-profile`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a person who declines at the club, or meets an unreachable partner, finds the way back", {
  tag: thorough,
}, async ({ page }) => {
  await page.goto(`${at.ours}/login`);
  await page.getByRole("button", { name: "Continue with City Club" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You canceled logging in with City Club.")).toBeVisible();
  await page.getByRole("link", { name: "Back to logging in" }).click();
  await expect(page).toHaveURL(`${at.ours}/login`);
  await page.getByRole("button", { name: "Continue with Gone United" }).click();
  await expect(page.getByText("Gone United isn't responding.")).toBeVisible();
  await usableByAll(page);
  await page.getByRole("link", { name: "Back to logging in" }).click();
  await expect(page.getByRole("button", { name: "Continue with Gone United" })).toBeVisible();
});
