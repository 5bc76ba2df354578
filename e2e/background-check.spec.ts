import { eq } from "drizzle-orm";
import { newId } from "../apps/api/src/database/ids.ts";
import { restand } from "../apps/api/src/modules/compliance/standing/actions/restand.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { profile } from "../apps/api/src/schema/people.ts";
import { screeningClient } from "../apps/api/src/schema/screening.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { signAll } from "./consents.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

const phone = { width: 390, height: 844 };
const name = "Coach background check";

for (const [lastName, outcome] of [
  ["Clear", "Completed"],
  ["Consider", "Pending review"],
] as const) {
  const details = outcome === "Completed" ? {} : { tag: thorough };
  test(
    `a coach signs each document on a phone, continues at the provider, and it ends as ${outcome}`,
    details,
    async ({ organization, page, signIn, anotherBrowser }) => {
      const org = await organization("Rainier Youth Soccer");
      const admin = await org.aMember("root", "Administrator");
      const coach = await org.aMember("northTeam", "Head Coach");
      const signer = `Head-Coach ${lastName}`;
      await org.asSystem(async (call) => {
        const { organizationId, db, now } = call;
        const clientId = newId();
        await db.insert(screeningClient).values({
          ...{ organizationId, screeningClientId: clientId, provider: 3, accountId: "shared", name: "Checkr" },
          ...{ connectedBy: admin.profileId, connectedAt: now },
        });
        const content = { type: 3, name, description: "", levelId: org.levels.root } as const;
        const { contentId } = await createContent(call, content);
        await saveSettings(call, {
          contentId,
          settings: {
            ...usualSettings["background-check"],
            ...{ provider: 3, clientId, productId: "youth_sports_basic", product: "Youth Sports Basic" },
            notice: "We check **every coach** once every two years.",
          },
        });
        const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
        await assignContent(call, {
          contentId,
          contentAssignments: [{ ...to, mandatory: true, dueDate: null, payer: "Organization" }],
        });
        await db.update(profile).set({ lastName }).where(eq(profile.profileId, coach.profileId));
        await restand(call, [coach.profileId]);
      });

      await page.setViewportSize(phone);
      await signIn(page, coach.email, "/requirements");
      await page.getByRole("region", { name }).getByRole("link").first().click({ timeout: 60_000 });
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible({ timeout: 60_000 });
      const address = page.url();
      await expect(page.getByText("Simulated provider: no real check is made.")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Before you start" })).toBeVisible();
      await usableByAll(page);
      await page.getByRole("button", { name: "Start", exact: true }).click();

      await test.step("where the coach lives decides which documents there are", async () => {
        await page.getByRole("button", { name: "Continue", exact: true }).click();
        await expect(page.getByText("Choose a state, or check the box below.")).toBeVisible();
        await page.getByRole("combobox", { name: "State or province" }).fill("Minnesota");
        await page.getByRole("option", { name: "Minnesota" }).click();
        await page.getByRole("button", { name: "Continue", exact: true }).click();
      });
      expect(await signAll(page, signer)).toEqual([
        "Sign electronically",
        "Notice from Rainier Youth Soccer",
        "Disclosure about a background check",
        "A Summary of Your Rights Under the Fair Credit Reporting Act",
        "Notice for Minnesota",
        "Authorization for a background check",
      ]);
      await usableByAll(page);

      await page.getByRole("button", { name: "Start background check" }).click();
      const onward = page.getByRole("button", { name: /^Continue at / });
      await expect(onward).toBeVisible({ timeout: 60_000 });
      await usableByAll(page);
      await onward.click();
      await test.step("the coach submits the provider's page", async () => {
        await expect(page.getByText(/Never enter a Social Security number/)).toBeVisible();
        const { origin } = new URL(page.url());
        await page.getByRole("checkbox").check();
        await page.getByLabel(/Signature/).fill(signer);
        await page.getByRole("button", { name: "Submit" }).click();
        await expect(page.getByText(/was submitted/)).toBeVisible();
        await page.request.post(`${origin}/simulator/clock`, { data: { advance: 120_000 } });
      });
      await page.goto(address);
      await expect(page.getByText(outcome, { exact: true }).first()).toBeVisible({ timeout: 90_000 });
      await usableByAll(page);

      const desk = await anotherBrowser();
      const requirementUrl = new URL(page.url());
      await signIn(desk, admin.email, requirementUrl.pathname + requirementUrl.search);
      const signed = desk.getByRole("region", { name: "Signed documents" });
      await expect(signed.getByText(`Signed by ${signer}`, { exact: false })).toHaveCount(6);
      const fetched = desk.waitForEvent("download");
      await signed.getByRole("button", { name: /Download “Authorization/ }).click();
      expect((await fetched).suggestedFilename()).toMatch(/^Authorization for a background check, signed .*\.pdf$/);
      await usableByAll(desk);
    },
  );
}
