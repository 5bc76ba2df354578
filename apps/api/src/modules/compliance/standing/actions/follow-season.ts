import { and, eq, isNull, or } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { enqueueAll } from "../../../../jobs/jobs.ts";
import { contentAssignment } from "../../../../schema/library.ts";
import { followContent } from "../jobs.ts";
import { followAssignments } from "./follow-steps.ts";

/** Several contents may follow in the same transaction, each with this many demands at most. */
const fewAtOnce = 200;

/**
 * Updates requirements after the first day of the season changed: those due by season, or assigned by ages that depend on it,
 * each content as when its assignments change. The caller holds the duties alone (`lockDuties`).
 */
export async function followSeason(call: Call): Promise<void> {
  const contents = await call.db
    .selectDistinct({ contentId: contentAssignment.contentId })
    .from(contentAssignment)
    .where(
      and(
        ours(contentAssignment, call),
        isNull(contentAssignment.endedAt),
        or(eq(contentAssignment.dueType, "Season"), eq(contentAssignment.ageBy, "Season")),
      ),
    )
    .orderBy(contentAssignment.contentId);
  for (const { contentId } of contents) {
    const followed = await followAssignments(call, contentId, fewAtOnce);
    if ("round" in followed) await enqueueAll(call, followContent, [{ contentId, round: followed.round }]);
  }
}
