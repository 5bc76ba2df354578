import { RequirementType } from "@touchline/contract";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { ProviderCharge } from "../../../../adapters/payments/port.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { Refusal } from "../../../../errors.ts";
import { payment, paymentItem } from "../../../../schema/billing.ts";
import { lockPeople, restand } from "../../../compliance/index.ts";
import { actingAgain, memberTargets, withLocks } from "../../../people/index.ts";
import { orderCheck, type ReadyCheck } from "../../../screening/index.ts";
import { billingEventBeside, recordBillingEvent, recordBooked } from "../../ledger/actions/record.ts";
import { type Due, dueOf, readyOf } from "../queries/due.ts";
import {
  actionUrlPlace,
  heldPayment,
  itemsOf,
  nextRevision,
  type PaymentItemRow,
  type PaymentRow,
} from "../queries/payment.ts";
import type { ChargeOutcome } from "./charge.ts";
import { giveBack } from "./refund.ts";

/** Seconds before the provider is asked again after the first fault; doubled with each, up to a day. */
const firstPause = {
  unreachable: 30,
  busy: 30,
  unauthorized: 900,
  malformed: 900,
  refused: 900,
  notFound: 900,
} as const;
const longestPause = 86_400;
/** Times that the provider must say that it doesn't know a charge before it is believed. */
const mostLost = 3;

/**
 * Records the outcome of a payment. A paid charge releases what it was for in the same transaction: the background check is
 * ordered, the training opens. What can't be released anymore is refunded, and everybody is told.
 *
 * @param known what it is for, where it was just recorded.
 * @returns the payment as it stands, where it is known without a query.
 */
export async function recordOutcome(
  unlocked: Call,
  paymentId: string,
  outcome: ChargeOutcome,
  known?: readonly PaymentItemRow[],
): Promise<PaymentRow | undefined> {
  const items = known ?? (await itemsOf(unlocked, paymentId));
  const call = await locked(unlocked, items);
  const held = await heldPayment(call, paymentId);
  if (held?.method !== "card") return undefined;
  if (outcome.kind === "fault") {
    await putOff(call, held, outcome);
    return undefined;
  }
  const { charge } = outcome;
  switch (charge.status) {
    case "succeeded":
      return succeed(call, held, charge, known);
    case "actionRequired":
      await waitForBank(call, held, charge);
      return undefined;
    case "canceled":
      await end(call, held, charge);
      return undefined;
    default:
      await write(call, held, { nextLookAt: later(call, 60), looks: held.looks + 1 });
      return undefined;
  }
}

/** Holds the people that are paid for; where a check is ordered, as a verb that writes what they did. */
async function locked(unlocked: Call, items: readonly PaymentItemRow[]): Promise<Call> {
  const people = [...new Set(items.map((one) => one.profileId))];
  if (items.some((one) => one.type === RequirementType.BackgroundCheck)) return withLocks(unlocked, { people });
  await lockPeople(unlocked, people);
  return unlocked;
}

const later = (call: Call, seconds: number) => new Date(call.now.getTime() + seconds * 1000);
const isFinal = ({ state }: PaymentRow) => state === "succeeded" || state === "failed" || state === "canceled";

async function write(
  call: Call,
  { paymentId }: PaymentRow,
  changes: Partial<Omit<PaymentRow, "organizationId" | "paymentId" | "revision">>,
): Promise<void> {
  await call.db
    .update(payment)
    .set({ ...changes, revision: nextRevision })
    .where(and(ours(payment, call), eq(payment.paymentId, paymentId)));
}

async function move(
  call: Call,
  held: PaymentRow,
  state: PaymentRow["state"],
  changes: Partial<Omit<PaymentRow, "organizationId" | "paymentId" | "revision">>,
): Promise<void> {
  await write(call, held, { ...changes, state, stateSince: call.now, looks: 0 });
  await recordBillingEvent(call, { subjectId: held.paymentId, event: "payment", from: held.state, to: state });
}

async function putOff(
  call: Call,
  held: PaymentRow,
  { fault, retryAfter }: ChargeOutcome & { kind: "fault" },
): Promise<void> {
  if (isFinal(held) && held.nextLookAt === null) return;
  const looks = held.looks + 1;
  // Nothing was charged, and won't be: the provider refuses it.
  const isRefused = fault === "refused" && !held.tried;
  const isLost = fault === "notFound" && looks >= mostLost;
  if (!isFinal(held) && (isRefused || isLost)) {
    await move(call, held, "failed", { failure: "tryLater", nextLookAt: null, sealedActionUrl: null });
    await setItems(call, held.paymentId, "unpaid");
    return;
  }
  const pause = Math.min(retryAfter ?? firstPause[fault] * 2 ** (looks - 1), longestPause);
  await write(call, held, { looks, nextLookAt: later(call, pause) });
}

async function setItems(call: Call, paymentId: string, state: "unpaid"): Promise<void> {
  await call.db
    .update(paymentItem)
    .set({ state })
    .where(and(ours(paymentItem, call), eq(paymentItem.paymentId, paymentId), eq(paymentItem.state, "pending")));
}

async function waitForBank(call: Call, held: PaymentRow, { actionUrl }: ProviderCharge): Promise<void> {
  if (isFinal(held) || actionUrl === null) return;
  if (held.state === "actionRequired") {
    await write(call, held, { nextLookAt: later(call, 600) });
    return;
  }
  const { wrappedKey } = await organizationFacts(call);
  const sealedActionUrl = call.adapters.vault.seal(wrappedKey, actionUrlPlace(call, held.paymentId), actionUrl);
  await move(call, held, "actionRequired", { sealedActionUrl, nextLookAt: later(call, 600) });
}

async function end(call: Call, held: PaymentRow, { failure }: ProviderCharge): Promise<void> {
  if (isFinal(held)) return;
  const ended = { nextLookAt: null, sealedActionUrl: null };
  if (failure === null) await move(call, held, "canceled", ended);
  else await move(call, held, "failed", { ...ended, failure });
  await setItems(call, held.paymentId, "unpaid");
}

async function succeed(
  call: Call,
  held: PaymentRow,
  charge: ProviderCharge,
  known: readonly PaymentItemRow[] | undefined,
): Promise<PaymentRow | undefined> {
  const { booked, card } = charge;
  const { paymentId } = held;
  if (booked) await recordBooked(call, [booked], { paymentId, income: "memberFees" });
  // It is asked about until it is in the provider's books.
  const nextLookAt = booked ? null : later(call, 60);
  if (held.state === "succeeded") {
    if (held.nextLookAt !== null) await write(call, held, { nextLookAt });
    return undefined;
  }
  // Nobody else has touched what it is for while it was being charged.
  const items = known && held.state === "charging" ? known : await itemsOf(call, held.paymentId);
  return release(
    call,
    held,
    {
      ...{ state: "succeeded", stateSince: call.now, looks: 0, succeededAt: call.now, failure: null },
      ...{ sealedActionUrl: null, nextLookAt },
      ...(card && { cardBrand: card.brand, cardLast4: card.last4 }),
      ...(card && { cardExpiryMonth: card.expiryMonth, cardExpiryYear: card.expiryYear }),
    },
    items.filter((one) => one.state === "pending" || one.state === "unpaid"),
  );
}

/** Records that a payment succeeded, and releases what was paid for with the payer's permissions of now. */
async function release(
  call: Call,
  held: PaymentRow,
  changes: Partial<PaymentRow>,
  items: readonly PaymentItemRow[],
): Promise<PaymentRow | undefined> {
  const as =
    call.actor.kind === "person" && call.actor.profileId === held.paidBy ? call : await actingAgain(call, held.paidBy);
  const owed = as === null ? [] : await stillOwed(as, held, items);
  const known = new Map(owed.map((one) => [one.requirementId, one]));
  const ready = as === null ? new Map() : await readyOf(as, owed);
  const released: PaymentItemRow[] = [];
  const orders = new Map<string, string>();
  for (const item of items) {
    if (as === null || !known.has(item.requirementId)) continue;
    if (item.type === RequirementType.BackgroundCheck) {
      const attemptId = await order(as, ready.get(item.requirementId));
      if (attemptId === null) continue;
      orders.set(item.requirementId, attemptId);
    }
    released.push(item);
  }
  const row = await setReleased(call, held, changes, released);
  await setOrders(call, held.paymentId, orders);
  const rest = items.filter((one) => !released.includes(one));
  for (const item of rest) await giveBack(call, held, item, "notReleased");
  const ordered = released.filter((one) => orders.has(one.requirementId)).map((one) => one.profileId);
  if (ordered.length > 0) await restand(call, [...new Set(ordered)]);
  return rest.length === 0 ? row : undefined;
}

/** Finds which of them can still be started and are owed by this payment only. */
async function stillOwed(as: Call, { paymentId }: PaymentRow, items: readonly PaymentItemRow[]): Promise<Due[]> {
  const targets = await memberTargets(
    as,
    items.map((one) => one.profileLevelAccessId),
  );
  const own = [...targets.values()].filter((one) => one.self || one.guardedChild);
  const paid = new Set(items.map((one) => one.requirementId));
  const due = await dueOf(as, own);
  return due.filter((one) => paid.has(one.requirementId) && (one.paymentId === paymentId || one.paymentId === null));
}

/** @returns the submission; null: it can't be ordered anymore */
async function order(as: Call, ready: ReadyCheck | Refusal | undefined): Promise<string | null> {
  if (ready === undefined || ready instanceof Refusal) return null;
  try {
    return (await orderCheck(as, ready)).attemptId;
  } catch (error) {
    // Thrown before anything was written.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** One statement: the payment, what it was for, and the history. */
async function setReleased(
  call: Call,
  held: PaymentRow,
  changes: Partial<PaymentRow>,
  released: readonly PaymentItemRow[],
): Promise<PaymentRow | undefined> {
  const { db } = call;
  const { paymentId } = held;
  const event = billingEventBeside(call, { subjectId: paymentId, event: "payment", from: held.state, to: "succeeded" });
  const opened = db
    .update(paymentItem)
    .set({ state: "released", releasedAt: call.now })
    .where(
      and(
        ours(paymentItem, call),
        eq(paymentItem.paymentId, paymentId),
        inArray(
          paymentItem.requirementId,
          released.map((one) => one.requirementId),
        ),
        ne(paymentItem.state, "released"),
      ),
    )
    .returning({ requirementId: paymentItem.requirementId });
  const [row] = await db
    .with(db.$with("recorded").as(event), db.$with("opened").as(opened))
    .update(payment)
    .set({ ...changes, revision: nextRevision })
    .where(and(ours(payment, call), eq(payment.paymentId, paymentId)))
    .returning();
  return row;
}

/** Notes which background checks were ordered with it. */
async function setOrders(call: Call, paymentId: string, orders: ReadonlyMap<string, string>): Promise<void> {
  if (orders.size === 0) return;
  await call.db.execute(sql`
    UPDATE payment_item SET attempt_id = made.attempt_id
    FROM unnest(${sql.param([...orders.keys()])}::uuid[], ${sql.param([...orders.values()])}::uuid[]) AS made (requirement_id, attempt_id)
    WHERE payment_item.organization_id = ${call.organizationId} AND payment_item.payment_id = ${paymentId}
      AND payment_item.requirement_id = made.requirement_id`);
}
