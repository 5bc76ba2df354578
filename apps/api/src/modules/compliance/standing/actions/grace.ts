import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { contentGrace, gracePromise } from "../../../../schema/compliance.ts";

/** A grace period that keeps cleared members cleared through a day despite a changed assignment. */
export type Grace = { until: string; changeId: string };

/** Promises the grace period to everyone the assignments reach now; each membership receives it when it is processed. */
export async function promiseGrace(call: Call, contentId: string, { until, changeId }: Grace): Promise<void> {
  const { organizationId, now } = call;
  await call.db.insert(gracePromise).values({ organizationId, contentId, changeId, untilDay: until, promisedAt: now });
}

/** Ends the promise once everyone is processed: people who get the requirement later have no grace period. */
export async function promisesKept(call: Call, contentId: string): Promise<void> {
  await call.db.delete(gracePromise).where(and(ours(gracePromise, call), eq(gracePromise.contentId, contentId)));
}

/** Ends the grace period that a change of assignments gave or promised; the caller updates the people. */
export async function endGrace(call: Call, changeId: string): Promise<void> {
  await call.db.delete(contentGrace).where(and(ours(contentGrace, call), eq(contentGrace.changeId, changeId)));
  await call.db.delete(gracePromise).where(and(ours(gracePromise, call), eq(gracePromise.changeId, changeId)));
}
