import type { ResponseOf } from "@touchline/contract";
import { type getWaiting, mostPairsCounted, mostUndeliveredCounted } from "@touchline/contract/reporting/waiting";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { Refusal } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { openIncidents } from "../../../incidents/index.ts";
import { awaitingConfirmation, awaitingReview } from "../../../reviews/index.ts";
import { dueNoticeCount, externalQueueCounts } from "../../../screening/index.ts";
import { failedTasks } from "../../../tasks/index.ts";
import { countedBelow } from "../../dashboard/queries/counts.ts";
import { pairsWaiting } from "../../duplicates/queries/pairs.ts";
import { undeliveredBelow } from "./undelivered.ts";

/**
 * Returns what needs the actor's attention: among the members of a level, and wherever they act.
 *
 * @throws NotFound, Forbidden
 */
export async function waiting(call: Call, levelId: string): Promise<ResponseOf<typeof getWaiting>> {
  const { at, rows } = await countedBelow(call, levelId, sql`true`);
  authorize(call, "members.see", { levelPre: at.pre });
  const standing = (status: string) =>
    rows.filter((row) => row.overallStatus === status).reduce((sum, row) => sum + row.members, 0);
  const [undelivered, reviews, proposals, external, liveScanNotices, duplicates, incidents, tasks, timeZoneAssumed] =
    await Promise.all([
      undeliveredBelow(call, at, mostUndeliveredCounted),
      unlessForbidden(awaitingReview(call)),
      unlessForbidden(awaitingConfirmation(call)),
      unlessForbidden(externalQueueCounts(call)),
      unlessForbidden(dueNoticeCount(call)),
      unlessForbidden(pairsWaiting(call, mostPairsCounted)),
      openIncidents(call),
      failedTasks(call),
      timeZoneToChoose(call),
    ]);
  return {
    notActivated: standing("NotActivated"),
    notConfirmed: standing("NotConfirmed"),
    undelivered,
    reviews,
    proposals,
    external,
    liveScanNotices,
    duplicates,
    incidents,
    timeZoneAssumed,
    failedTasks: tasks.map(({ taskId, kind, failed, state }) => ({
      taskId,
      kind,
      failed,
      stopped: state === "failed",
    })),
  };
}

/** Returns whether the time zone was never chosen and the caller may choose it. */
async function timeZoneToChoose(call: Call): Promise<boolean> {
  if (!verdictOn(call, "organization.edit", { organizationWide: true }).allowed) return false;
  const [own] = await call.db
    .select({ assumed: organization.timeZoneAssumed })
    .from(organization)
    .where(ours(organization, call));
  return own?.assumed ?? false;
}

/** Returns null instead of a Forbidden error. */
const unlessForbidden = <Found>(result: Promise<Found>): Promise<Found | null> =>
  result.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "forbidden") return null;
    throw error;
  });
