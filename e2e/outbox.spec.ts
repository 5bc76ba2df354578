import AxeBuilder from "@axe-core/playwright";
import { localAdapters } from "../apps/api/src/adapters/local.ts";
import { openTenancy } from "../apps/api/src/database/tenancy.ts";
import { sendMail } from "../apps/api/src/modules/messages/notifications/actions/send.ts";
import { demoOrganizations } from "../apps/host/src/demo/logins.ts";
import { environment, expect, forgive, test } from "./fixtures.ts";

test("a visitor of the demo reads its emails, and follows the link in one", async ({ page, database, complaints }) => {
  const tenancy = openTenancy(database.pool);
  const site = { url: environment("TOUCHLINE_URL"), supportEmail: "support@example.org" };
  const adapters = localAdapters({ folder: "unused", secret: environment("TOUCHLINE_SECRET"), site });
  const organizationId = tenancy.found(demoOrganizations.club);
  const to = `coach.${Date.now()}@clubs.example`;
  await tenancy.run(organizationId, (db) =>
    sendMail(
      { actor: { kind: "system", name: "journey" }, organizationId, db, now: new Date(), adapters },
      {
        kind: "reset",
        to,
        profileId: null,
        fields: {
          firstName: "Noa",
          member: null,
          requirement: "Coach agreement",
          organization: "Harbor Youth Soccer",
          notes: "The second page is missing.",
          path: "/login?next=%2Frequirements",
        },
      },
    ),
  );

  // Colors in the middle of a transition have a contrast that nobody sees.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/login");
  await page.getByRole("link", { name: "Open the outbox" }).click();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await page.getByRole("link", { name: "Open the outbox" }).click();
  await expect(page.getByRole("heading", { name: "Outbox" })).toBeVisible();
  await expect(page.getByText("Emails never leave this demo")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search by recipient" }).fill(to);
  const row = page.getByRole("button", { name: to });
  await expect(row).toContainText("sent");
  await row.click();

  const mail = page.frameLocator("iframe");
  await expect(mail.getByText("The second page is missing.")).toBeVisible();
  const opened = page.waitForEvent("popup");
  await mail.getByRole("link", { name: "Submit again" }).click();
  await expect((await opened).getByRole("heading", { name: "Log in" })).toBeVisible();

  await page.getByRole("tab", { name: "Plain text" }).click();
  await expect(page.getByText("> The second page is missing.")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  await page.getByRole("tabpanel").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/login/);
  // The frame runs no scripts, including this test's.
  forgive(complaints, /the document's frame is sandboxed/);
});
