import { eq, sql } from "drizzle-orm";
import type { Call } from "../apps/api/src/call.ts";
import { newId } from "../apps/api/src/database/ids.ts";
import { reportToAttempt } from "../apps/api/src/modules/compliance/index.ts";
import { restand } from "../apps/api/src/modules/compliance/standing/actions/restand.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { actingAgain } from "../apps/api/src/modules/people/profiles/queries/actor.ts";
import { updateDetails } from "../apps/api/src/modules/requirements/details/actions/save.ts";
import { signConsent } from "../apps/api/src/modules/screening/consents/actions/record.ts";
import { viewConsents } from "../apps/api/src/modules/screening/consents/actions/view.ts";
import { latestOrder } from "../apps/api/src/modules/screening/orders/queries/order.ts";
import { requirement } from "../apps/api/src/schema/compliance.ts";
import { profile } from "../apps/api/src/schema/people.ts";
import { screeningClient } from "../apps/api/src/schema/screening.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, environment, expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

const phone = { width: 390, height: 844 };
const name = "Coach background check";
type Org = Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]["organization"]>>;

/** Creates coaches who owe a background check: at Checkr, or one whose report is uploaded. */
async function anOrganization(org: Org, ordered: boolean) {
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const place = await org.asSystem(async (call) => {
    const { organizationId, db, now } = call;
    const clientId = newId();
    await db.insert(screeningClient).values({
      ...{ organizationId, screeningClientId: clientId, provider: 3, accountId: "shared", name: "Checkr" },
      ...{ connectedBy: admin.profileId, connectedAt: now },
    });
    const { contentId } = await createContent(call, { type: 3, name, description: "", levelId: org.levels.root });
    const at = ordered ? { provider: 3 as const, clientId, productId: "youth_sports_basic", product: "Basic" } : {};
    await saveSettings(call, { contentId, settings: { ...usualSettings["background-check"], ...at } });
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    await assignContent(call, {
      contentId,
      contentAssignments: [{ ...to, mandatory: true, dueDate: null, payer: "Organization" }],
    });
    await db.update(profile).set({ lastName: "Consider" }).where(eq(profile.profileId, coach.profileId));
    await restand(call, [coach.profileId]);
    const [row] = await db.select().from(requirement).where(eq(requirement.profileId, coach.profileId));
    return { requirementId: row?.requirementId as string, profileLevelAccessId: coach.plaId, contentId };
  });
  return { director, coach, place };
}

const addresses = ({
  requirementId,
  profileLevelAccessId,
}: {
  requirementId: string;
  profileLevelAccessId: string;
}) => ({
  own: `/requirements/${requirementId}?pla=${profileLevelAccessId}`,
  review: `/review/${requirementId}?pla=${profileLevelAccessId}`,
});

/** Fills in and sends the pre-adverse notice. */
async function sendNotice(desk: Page, withReport: boolean) {
  await desk.getByRole("button", { name: "Send pre-adverse notice" }).click({ timeout: 30_000 });
  const dialog = desk.getByRole("dialog", { name: "Send pre-adverse notice" });
  if (withReport) await dialog.getByLabel("Report as a PDF").setInputFiles({ ...aPdf, name: "report.pdf" });
  await dialog.getByLabel("What is considered").fill("A theft, four years ago.");
  await dialog.getByLabel("Agency's name").fill("Checkr, Inc.");
  await dialog.getByLabel("Agency's address").fill("One Montgomery Street, San Francisco, CA 94104");
  await dialog.getByLabel("Agency's phone number").fill("(844) 824-3257");
  await dialog.getByLabel("Nature of the offense").fill("A theft.");
  await dialog.getByLabel("Time that has passed").fill("Four years.");
  await dialog.getByLabel("The role, and what it has to do with the offense").fill("Holds money.");
  await dialog.getByRole("button", { name: "Send notice" }).click();
  await expect(desk.getByText("The pre-adverse notice was sent.", { exact: true }).first()).toBeVisible({
    timeout: 30_000,
  });
}

test("a flagged check is disputed on a phone after the pre-adverse notice, and cleared", async ({
  organization,
  page,
  signIn,
  anotherBrowser,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const { director, coach, place } = await anOrganization(org, true);
  const { own, review } = addresses(place);
  const asCoach = <Result>(work: (call: Call) => Promise<Result>) =>
    org.asSystem(async (call) => work({ ...call, ...(await actingAgain(call, coach.profileId)) }));
  const orderNow = () => org.asSystem((call) => latestOrder(call, place.requirementId));
  const simulator = environment("TOUCHLINE_SIMULATOR_URL");
  const steer = (path: string, data: object) => page.request.post(`${simulator}/simulator/${path}`, { data });

  await test.step("the provider finds something", async () => {
    await asCoach(async (call) => {
      const contact = { address: "", city: "", phone: "", stateId: "US-TX", email: coach.email };
      await updateDetails(call, coach.profileId, { contactInformation: contact }, null);
      const { pages, signs } = await viewConsents(call, place);
      for (const { kind, version } of pages) {
        await signConsent(call, {
          params: { id: place.requirementId },
          body: {
            ...{ profileLevelAccessId: coach.plaId, kind, version, name: signs.name },
            accepted: true,
            wantsCopy: false,
          },
          origin: { address: "127.0.0.1", userAgent: "", sessionId: null, authTime: null },
          ...{ query: {}, uploads: [] },
        });
      }
    });
    await page.setViewportSize(phone);
    await signIn(page, coach.email, own);
    await page.getByRole("button", { name: "Start background check" }).click({ timeout: 60_000 });
    await page.getByRole("button", { name: /^Continue at / }).click({ timeout: 60_000 });
    await page.getByRole("checkbox").check();
    await page.getByLabel(/Signature/).fill("Head-Coach Consider");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText(/was submitted/)).toBeVisible();
    await steer("clock", { advance: 120_000 });
    await expect.poll(async () => (await orderNow())?.state, { timeout: 90_000 }).toBe("review");
  });

  const desk = await anotherBrowser();
  await signIn(desk, director.email, review);
  await expect(desk.getByRole("radio", { name: "Disqualify" })).toHaveCount(0);
  await sendNotice(desk, false);
  const final = desk.getByRole("button", { name: "Send final notice" });
  await expect(final).toHaveAttribute("aria-disabled", "true");
  await usableByAll(desk);

  await page.goto(own);
  const notice = page.getByRole("region", { name: "Notice about your background check" });
  await expect(notice.getByText("A theft, four years ago.")).toBeVisible();
  const fetched = page.waitForEvent("download");
  await notice.getByRole("button", { name: /Download “Background check report/ }).click();
  expect((await fetched).suggestedFilename()).toMatch(/^Background check report, .*\.pdf$/);
  await usableByAll(page);
  await notice.getByRole("button", { name: "Dispute the report" }).click();
  const dialog = page.getByRole("dialog", { name: "Dispute the report" });
  await dialog.getByLabel("What is wrong (optional)").fill("That isn't me.");
  await dialog.getByRole("button", { name: "Record the dispute" }).click();
  await expect(
    notice.getByText("You dispute the report. Nothing is decided until the dispute is closed."),
  ).toBeVisible();
  await usableByAll(page);

  await test.step("the provider investigates, and the finding is gone", async () => {
    const order = await orderNow();
    for (const [stage, status] of [
      ["dispute", "report.dispute"],
      ["clear", "report.complete+assessment=eligible"],
    ] as const) {
      await steer(`orders/checkr/${order?.providerReportId}`, { stage });
      const standing = async () => (await orderNow())?.providerStatus ?? "";
      await expect.poll(standing, { timeout: 60_000 }).toMatch(stage === "clear" ? /clear|eligible/ : status);
    }
  });
  await desk.reload();
  await desk.getByRole("button", { name: "Clear", exact: true }).click({ timeout: 30_000 });
  await desk.getByRole("dialog").getByRole("button", { name: "Clear", exact: true }).click();
  await expect(desk.getByText("The check was approved after the pre-adverse notice.")).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
});

test("a finding with an uploaded report goes through the waiting period to the final notice", {
  tag: thorough,
}, async ({ organization, page, signIn, anotherBrowser }) => {
  const org = await organization("Harbor FC");
  const { director, coach, place } = await anOrganization(org, false);
  await org.asSystem(async (call) => {
    const { contentId, ...of } = place;
    const { rows } = await call.db.execute<{ id: string }>(
      sql`SELECT current_version_id AS id FROM content WHERE organization_id = ${call.organizationId}
        AND content_id = ${contentId}`,
    );
    const subject = { ...of, contentId, profileId: coach.profileId };
    const dates = { submittedAt: call.now };
    await reportToAttempt(call, subject, { kind: "providerFlagged", type: 3 }, rows[0]?.id as string, dates);
    await restand(call, [coach.profileId]);
  });
  const { own, review } = addresses(place);
  await signIn(page, director.email, review);
  await sendNotice(page, true);

  const member = await anotherBrowser();
  await member.setViewportSize(phone);
  await signIn(member, coach.email, own);
  await member.getByRole("button", { name: "Add a statement" }).click();
  const dialog = member.getByRole("dialog", { name: "Add a statement" });
  await dialog.getByLabel("Your statement").fill("I paid it back.");
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles({ ...aPdf, name: "receipt.pdf" });
  await dialog.getByRole("button", { name: "Send statement" }).click();
  await expect(member.getByText("Your statement was added.").first()).toBeVisible();

  // The waiting period has passed.
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE adverse_action SET sent_at = sent_at - interval '30 days',
      last_day = last_day - 30, ends_at = ends_at - interval '30 days' WHERE organization_id = ${call.organizationId}`),
  );
  await page.reload();
  const final = page.getByRole("button", { name: "Send final notice" });
  await expect(final).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Add an assessment" }).click();
  const assessing = page.getByRole("dialog", { name: "Add an assessment" });
  for (const label of [
    "Nature of the offense",
    "Time that has passed",
    "The role, and what it has to do with the offense",
  ]) {
    await assessing.getByLabel(label).fill("Weighed again.");
  }
  await assessing.getByRole("button", { name: "Add an assessment" }).click();
  await final.click();
  const deciding = page.getByRole("dialog", { name: "Send final notice" });
  await deciding.getByLabel("Notes").fill("The role handles money.");
  await deciding.getByRole("button", { name: "Send final notice" }).click();
  await expect(page.getByText("The final notice was sent, and the person was disqualified.")).toBeVisible({
    timeout: 30_000,
  });
  await usableByAll(page);
  await member.reload();
  await expect(member.getByText("Your organization decided against you because of your background check.")).toBeVisible(
    { timeout: 30_000 },
  );
  await usableByAll(member);
});
