import type { BodyOf } from "@touchline/contract";
import type { NoticeOutcome, recordLiveScanNotice } from "@touchline/contract/screening/live-scan";
import { dayOf } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import { liveScanNotice } from "../../../../schema/screening.ts";
import { recordRequirementEvents } from "../../../compliance/index.ts";
import { dueNotice } from "../queries/notices.ts";

const eventOf = {
  sent: "liveScanNoticeSent",
  notNeeded: "liveScanNoticeNotNeeded",
} as const satisfies Record<NoticeOutcome, string>;

/**
 * Records that the No Longer Interested notification was sent to the state, or isn't needed.
 *
 * @throws Forbidden, NotFound if no notification is due, Conflict if it is recorded already, 400 for a day in the future.
 */
export async function recordNotice(
  call: Call,
  { attemptId, outcome, noticedOn }: BodyOf<typeof recordLiveScanNotice> & { attemptId: string },
): Promise<void> {
  const about = await dueNotice(call, attemptId);
  if (about === null) {
    if (await isRecorded(call, attemptId)) throw conflict("This was already recorded. Reload the page.", "recorded");
    throw notFound("liveScanNotice");
  }
  const { timeZone } = await organizationFacts(call);
  if (noticedOn > dayOf(call.now.getTime(), timeZone)) {
    throw invalid("noticedOn", "This date is in the future. Enter the date on which it was sent.");
  }
  const { requirementId, profileId, contentId, profileLevelAccessId } = about;
  const inserted = await call.db
    .insert(liveScanNotice)
    .values({
      organizationId: call.organizationId,
      ...{ attemptId, requirementId, outcome, noticedOn, recordedAt: call.now },
      recordedBy: call.actor.kind === "person" ? call.actor.profileId : call.organizationId,
    })
    .onConflictDoNothing()
    .returning({ attemptId: liveScanNotice.attemptId });
  if (inserted.length === 0) throw conflict("This was already recorded. Reload the page.", "recorded");
  const subject = { requirementId, profileId, contentId, profileLevelAccessId, attemptId };
  await recordRequirementEvents(call, [{ ...subject, kind: eventOf[outcome] }]);
}

async function isRecorded(call: Call, attemptId: string): Promise<boolean> {
  const rows = await call.db
    .select({ attemptId: liveScanNotice.attemptId })
    .from(liveScanNotice)
    .where(and(ours(liveScanNotice, call), eq(liveScanNotice.attemptId, attemptId)));
  return rows.length > 0;
}
