import type { ScreeningProblem } from "@touchline/contract/screening/orders";
import { and, inArray, lte } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { enqueueSpread } from "../../../../jobs/jobs.ts";
import { screeningOrder } from "../../../../schema/screening.ts";
import { followOrder } from "../jobs.ts";

/** Orders of one organization that are taken up at once. */
const mostAtOnce = 200;
/** Milliseconds for which an order that is taken up is not taken up again. */
const lease = 120_000;

/** Takes up the orders that are due to be asked about. @returns the problems among them that operators must solve. */
export async function pollDueOrders(call: Call): Promise<ScreeningProblem[]> {
  const due = await call.db
    .select({ attemptId: screeningOrder.attemptId, problem: screeningOrder.problem })
    .from(screeningOrder)
    .where(and(ours(screeningOrder, call), lte(screeningOrder.nextLookAt, call.now)))
    .orderBy(screeningOrder.nextLookAt)
    .limit(mostAtOnce)
    .for("update", { skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map((one) => one.attemptId);
  await call.db
    .update(screeningOrder)
    .set({ nextLookAt: new Date(call.now.getTime() + lease) })
    .where(and(ours(screeningOrder, call), inArray(screeningOrder.attemptId, ids)));
  const looks = ids.map((attemptId) => ({ attemptId, by: "look" as const }));
  await enqueueSpread(call, followOrder, looks, (look) => look.attemptId);
  return due.flatMap(({ problem }) => (problem !== null && forOperators.includes(problem) ? [problem] : []));
}

/** What a provider's answer itself told operators isn't told again at each look. */
const forOperators: readonly ScreeningProblem[] = ["lost"];
