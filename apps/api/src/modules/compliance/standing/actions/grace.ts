import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { contentGrace, gracePromise } from "../../../../schema/compliance.ts";

/** Whoever is cleared stays so through a day, by a change of the assignments. */
export type Grace = { until: string; changeId: string };

/** Promises it to whom the assignments of now reach; each membership is given it when it is brought in line. */
export async function promiseGrace(call: Call, contentId: string, { until, changeId }: Grace): Promise<void> {
  const { organizationId, now } = call;
  await call.db.insert(gracePromise).values({ organizationId, contentId, changeId, untilDay: until, promisedAt: now });
}

/** Everybody has been brought in line: whoever comes to owe it from now on was not meant. */
export async function promisesKept(call: Call, contentId: string): Promise<void> {
  await call.db.delete(gracePromise).where(and(ours(gracePromise, call), eq(gracePromise.contentId, contentId)));
}

/** Ends the time of grace that a change of assignments brought, or would have; the caller has people follow. */
export async function endGrace(call: Call, changeId: string): Promise<void> {
  await call.db.delete(contentGrace).where(and(ours(contentGrace, call), eq(contentGrace.changeId, changeId)));
  await call.db.delete(gracePromise).where(and(ours(gracePromise, call), eq(gracePromise.changeId, changeId)));
}
