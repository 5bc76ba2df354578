import type { ResponseOf } from "@touchline/contract";
import type { OrderRefusal, runBackgroundCheck } from "@touchline/contract/screening/orders";
import { type OrderedProduct, orderRefusalTexts } from "@touchline/rules";
import { actingProfile, type Call } from "../../../../call.ts";
import { conflict, Refusal } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { screeningOrder } from "../../../../schema/screening.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { feeOn, isOfKind, permittedOfKind, refuseUnless, subjectOf } from "../../../requirements/index.ts";
import { followOrder } from "../jobs.ts";
import { clientById } from "../queries/order.ts";
import {
  type AskedCheck,
  type ChosenClient,
  type Readiness,
  readinessOf,
  readinessOfOne,
} from "../queries/readiness.ts";
import { recordOrder } from "./write.ts";

/** A background check that can be started now, regardless of who pays. */
export type ReadyCheck = AskedCheck & { client: ChosenClient; product: OrderedProduct };

/**
 * Reads what a background check needs, and whether it can be started now.
 *
 * @throws NotFound, Forbidden, Conflict with the reason
 */
export async function readyCheck(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ReadyCheck> {
  const { found, settings } = await permittedOfKind(call, input, "begin", "background-check");
  return requireReady(await readinessOfOne(call, { ...found, settings }));
}

/**
 * Finds out which background checks can be started now, in two statements however many there are.
 *
 * @param requested requirements as they were read, of people whom the caller acts for.
 * @returns by requirement the order, or why there can be none.
 */
export async function readyChecks(
  call: Call,
  requested: readonly Pick<ReadyCheck, "target" | "on">[],
): Promise<Map<string, ReadyCheck | Refusal>> {
  const checks = requested.flatMap(({ target, on }) => {
    const { settings } = on.required;
    return isOfKind(settings, "background-check") ? [{ target, on, settings }] : [];
  });
  const all = await readinessOf(call, checks);
  return new Map(
    all.map((readiness) => [
      readiness.check.on.owed.requirement.requirementId,
      refusalOr(() => {
        refuseUnless(readiness.check.on.verdicts.begin);
        return requireReady(readiness);
      }),
    ]),
  );
}

function refusalOr<Result>(find: () => Result): Result | Refusal {
  try {
    return find();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @throws Conflict with the reason */
function requireReady({ check, refusal, client, product }: Readiness): ReadyCheck {
  if (refusal !== null || client === null || product === null) throw refused(refusal ?? "noProvider");
  return { ...check, client, product };
}

const refused = (reason: OrderRefusal) => conflict(orderRefusalTexts[reason], reason);

/**
 * Starts a background check that nothing has to be paid for anymore.
 *
 * @throws NotFound, Forbidden, Conflict with the reason why none can be started
 */
export async function startCheck(
  unlocked: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof runBackgroundCheck>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const ready = await readyCheck(call, input);
  const { amount } = await feeOn(call, ready.on);
  if (amount > 0) throw refused("individualPays");
  await orderCheck(call, ready);
  const { requirementId, status } = await restandOne(call, subjectOf(ready.target, ready.on));
  return { requirementId, status };
}

/**
 * Records the order of a background check; the submission waits on the provider from then on, in the same transaction. A job
 * places it at the provider, once for each submission. The caller holds the person, and derives the statuses.
 */
export async function orderCheck(
  call: Call,
  { target, on, client, product }: ReadyCheck,
): Promise<{ attemptId: string }> {
  // Checked before anything is written, because a caller may continue without the order. The account can't be disconnected in
  // the meantime.
  if ((await clientById(call, client.screeningClientId, { keep: true })) === null) {
    throw conflict(orderRefusalTexts.noProvider, "noProvider");
  }
  const subject = subjectOf(target, on);
  const { attemptId } = await transition(call, subject, { kind: "searchStarted" }, on.required.versionId);
  await call.db.insert(screeningOrder).values({
    organizationId: call.organizationId,
    attemptId,
    screeningClientId: client.screeningClientId,
    provider: client.provider,
    simulated: client.simulated,
    productId: product.productId,
    product: product.product,
    state: "placing",
    stateSince: call.now,
    orderedBy: actingProfile(call) ?? target.profileId,
    orderedAt: call.now,
    // If the job is lost, the order is resumed.
    nextLookAt: new Date(call.now.getTime() + 120_000),
  });
  await recordOrder(call, { attemptId, state: "placing", providerStatus: null, problem: null, knownBy: "member" });
  await enqueue(call, followOrder, { attemptId, by: "placing" }, { singletonKey: attemptId });
  return { attemptId };
}
