import { password } from "../apps/api/test/organization.ts";
import { credentials } from "../apps/simulator/src/credentials.ts";
import { expect, forgive, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import { origins, ownServers, portOf } from "./servers.ts";

// A host whose identity provider and name server are simulated.
let servers: Awaited<ReturnType<typeof ownServers>>;
let at: Record<"host" | "simulator", string>;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  servers = await ownServers();
  at = await origins("host", "simulator");
  // Uses another host name, because cookies ignore ports.
  at.simulator = at.simulator.replace("localhost", "127.0.0.1");
  await servers.start("start", {
    ...{ PUBLIC_URL: at.host, PORT: portOf(at.host) },
    ...{ SIMULATOR: "on", SIMULATOR_PORT: portOf(at.simulator) },
  });
});
test.afterAll(() => servers?.close());

async function logIn(page: Page, email: string) {
  await page.goto(`${at.host}/login`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

test("an administrator connects an identity provider and proves the domain; then a coach logs in with it", {
  tag: thorough,
}, async ({ page, complaints }) => {
  const org = await (await servers.organizations(at.host))("City Club");
  const admin = await org.aMember("root", "Administrator");
  await logIn(page, admin.email);

  await test.step("the provider is added, with a role for a group", async () => {
    await page.goto(`${at.host}/account/integrations/sso`);
    await page.getByRole("button", { name: "Add identity provider" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("City Club");
    await dialog.getByLabel("Issuer").fill(`${at.simulator}/sso`);
    await dialog.getByLabel("Client ID").fill(credentials.sso.clientId);
    await dialog.getByLabel("Client secret").fill(credentials.sso.clientSecret);
    await dialog.getByRole("radio", { name: /^Everyone with a role by group/ }).check();
    await dialog.getByRole("button", { name: "Add role" }).click();
    await dialog.getByLabel("Group", { exact: true }).fill("Coaches");
    await dialog.locator("fieldset").getByLabel("Role", { exact: true }).first().click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Add identity provider" }).click();
    await expect(page.getByRole("heading", { name: "City Club" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on" })).toBeDisabled();
  });

  await test.step("the domain is verified once its record is there, and logging in is turned on", async () => {
    await page.getByLabel("Domain", { exact: true }).fill("club.example");
    await page.getByRole("button", { name: "Add domain" }).click();
    const verify = page.getByRole("button", { name: "Verify club.example" });
    await verify.click();
    await expect(page.getByText("The record wasn't found.")).toBeVisible();
    await usableByAll(page);
    const value = await page.getByText(/^touchline-verification=/).textContent();
    await page.request.put(`${at.simulator}/simulator/text-records`, {
      data: { name: "_touchline-verification.club.example", values: [value] },
    });
    await verify.click();
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
  });

  await test.step("a coach finds it by their address, and is a member after the first login", async () => {
    await page.goto(`${at.host}/logout`);
    await expect(page).toHaveURL(`${at.host}/login`);
    await page.getByLabel("Email address").fill("casey@unknown.example");
    await page.getByRole("button", { name: "Log in with single sign-on" }).click();
    await expect(page.getByText("Single sign-on isn't set up for this email domain.")).toBeVisible();
    await page.getByLabel("Email address").fill("casey@club.example");
    await page.getByRole("button", { name: "Log in with single sign-on" }).click();
    await page.getByRole("link", { name: "Casey Winter" }).click();
    await expect(page).toHaveURL(new RegExp(`^${at.host}/requirements`));
    await expect(page.getByText("Casey Winter").first()).toBeVisible();
  });
  await page.close();
  // Outside the demo there are no demo logins to offer.
  forgive(complaints, /status of 404/);
});
