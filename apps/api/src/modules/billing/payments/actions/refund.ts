import type { RefundCause } from "@touchline/contract/billing/individual-payments";
import { and, eq, inArray, sql } from "drizzle-orm";
import { CardDeclined, type ProviderRefund } from "../../../../adapters/payments/port.ts";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import { type Adapters, actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { payment, paymentItem, paymentRefund } from "../../../../schema/billing.ts";
import { authorize } from "../../../../security/authorize.ts";
import { recordBillingEvent, recordBooked, recordByHand } from "../../ledger/actions/record.ts";
import { makeRefund } from "../jobs.ts";
import {
  heldPayment,
  itemsOf,
  nextRevision,
  type PaymentItemRow,
  type PaymentRow,
  type RefundRow,
  refundReasonPlace,
} from "../queries/payment.ts";
import { notifyBilling, notifyRefund } from "./notify.ts";

/** Refunds once what was paid for something that couldn't be released or ended without a result, and tells everybody. */
export async function giveBack(
  call: Call,
  held: PaymentRow,
  item: Pick<PaymentItemRow, "requirementId" | "amount" | "name">,
  cause: Exclude<RefundCause, "requested">,
): Promise<void> {
  await ask(call, held, { amount: item.amount, requirementId: item.requirementId, cause, sealedReason: null });
  await notifyRefund(call, held, {
    what: item.name,
    amount: item.amount,
    cause,
    key: `${held.paymentId}:${item.requirementId}`,
  });
  await notifyBilling(call, { problem: "refunded", path: "/payments", key: `${held.paymentId}:${item.requirementId}` });
}

/** Refunds a payment or a part of it on request of somebody in charge of billing. @throws NotFound, Forbidden, Conflict */
export async function refundByHand(
  call: Call,
  {
    paymentId,
    amount,
    requirementId,
    reason,
  }: { paymentId: string; amount: number; requirementId?: string | undefined; reason: string },
): Promise<void> {
  authorize(call, "billing", { organizationWide: true });
  const held = await heldPayment(call, paymentId);
  if (!held) throw notFound("payment");
  if (held.state !== "succeeded") throw conflict("Only a payment that succeeded can be refunded.", "notRefundable");
  const items = await itemsOf(call, paymentId);
  const item = items.find((one) => one.requirementId === requirementId);
  if (requirementId !== undefined && !item) throw notFound("payment");
  if (amount > held.amount - held.refunded || (item && amount > item.amount)) {
    throw conflict("This is more than what is left of the payment. Enter a lower amount.", "amountTooHigh");
  }
  if (item && item.state !== "released") throw conflict("This was refunded already.", "notRefundable");
  const refundId = newId();
  const { wrappedKey } = await organizationFacts(call);
  const sealedReason = call.adapters.vault.seal(wrappedKey, refundReasonPlace(call, refundId), reason);
  await ask(call, held, { refundId, amount, requirementId: requirementId ?? null, cause: "requested", sealedReason });
  const what = item?.name ?? items.map((one) => one.name).join(", ");
  await notifyRefund(call, held, { what, amount, cause: "requested", key: refundId });
}

type Asked = {
  refundId?: string;
  amount: number;
  requirementId: string | null;
  cause: RefundCause;
  sealedReason: Buffer | null;
};

/** Records a refund and reserves its amount, so that no more is refunded than was paid. The caller holds the payment. */
async function ask(call: Call, held: PaymentRow, { refundId = newId(), ...request }: Asked): Promise<void> {
  const { paymentId, method, currency } = held;
  const set = await call.db
    .update(payment)
    .set({ refunded: sql`${payment.refunded} + ${request.amount}`, revision: nextRevision })
    .where(
      and(
        ours(payment, call),
        eq(payment.paymentId, paymentId),
        sql`${payment.refunded} + ${request.amount} <= ${payment.amount}`,
      ),
    )
    .returning({ refunded: payment.refunded });
  const [after] = set;
  if (!after) throw conflict("This is more than what is left of the payment.", "amountTooHigh");
  const isCard = method === "card";
  await call.db.insert(paymentRefund).values({
    organizationId: call.organizationId,
    paymentRefundId: refundId,
    paymentId,
    ...request,
    state: isCard ? "requested" : "succeeded",
    requestedBy: request.cause === "requested" ? actingProfile(call) : null,
    requestedAt: call.now,
    nextLookAt: isCard ? new Date(call.now.getTime() + 120_000) : null,
  });
  await recordBillingEvent(call, {
    subjectId: paymentId,
    event: `refund.${request.cause}`,
    to: isCard ? "requested" : "succeeded",
  });
  const isWhole = after.refunded === held.amount;
  await setRefunded(call, paymentId, isWhole ? "all" : request, isCard ? "refunding" : "refunded");
  if (isCard) {
    await enqueue(call, makeRefund, { refundId }, { singletonKey: refundId });
    return;
  }
  const move = { kind: "offlineRefund", debit: "memberFees", credit: "cash", amount: request.amount } as const;
  await recordByHand(call, move, { paymentId, currency, sourceKey: refundId });
}

/** Marks what was refunded completely as unpaid. */
async function setRefunded(
  call: Call,
  paymentId: string,
  which: "all" | Pick<Asked, "requirementId" | "amount">,
  state: "refunding" | "refunded",
): Promise<void> {
  if (which !== "all" && which.requirementId === null) return;
  await call.db
    .update(paymentItem)
    .set({ state })
    .where(
      and(
        ours(paymentItem, call),
        eq(paymentItem.paymentId, paymentId),
        inArray(paymentItem.state, ["pending", "unpaid", "released", "refunding"]),
        ...(which === "all"
          ? []
          : [eq(paymentItem.requirementId, which.requirementId ?? ""), eq(paymentItem.amount, which.amount)]),
      ),
    );
}

/** What a refund at the provider needs, read before the transaction ends. */
export type BegunRefund = { refund: RefundRow; intentId: string };
export type RefundAnswer =
  | { kind: "made"; refund: ProviderRefund }
  | { kind: "fault"; fault: ProviderFault; retryAfter: number | null };

export async function beginRefund(call: Call, { refundId }: { refundId: string }): Promise<BegunRefund | null> {
  const [row] = await call.db
    .select({ refund: paymentRefund, intentId: payment.intentId })
    .from(paymentRefund)
    .innerJoin(payment, and(ours(payment, call), eq(payment.paymentId, paymentRefund.paymentId)))
    .where(
      and(ours(paymentRefund, call), eq(paymentRefund.paymentRefundId, refundId), eq(paymentRefund.state, "requested")),
    );
  if (!row?.intentId) return null;
  // From now on, whatever the outcome of the call, it is looked up before it is repeated.
  await call.db
    .update(paymentRefund)
    .set({ looks: sql`${paymentRefund.looks} + 1`, nextLookAt: new Date(call.now.getTime() + 120_000) })
    .where(and(ours(paymentRefund, call), eq(paymentRefund.paymentRefundId, refundId)));
  return { refund: row.refund, intentId: row.intentId };
}

/** Refunds at the provider; a refund that was tried before is looked up first. */
export async function actRefund({ refund, intentId }: BegunRefund, { payments }: Adapters): Promise<RefundAnswer> {
  if (payments === null) return { kind: "fault", fault: "unauthorized", retryAfter: null };
  const reference = refund.paymentRefundId;
  try {
    const known = refund.looks === 0 ? [] : await payments.refundsOf(intentId);
    const found = known.find((one) => one.reference === reference);
    return { kind: "made", refund: found ?? (await payments.refund({ intentId, amount: refund.amount, reference })) };
  } catch (error) {
    if (error instanceof CardDeclined) return { kind: "fault", fault: "refused", retryAfter: null };
    if (!(error instanceof ProviderError)) throw error;
    return { kind: "fault", fault: error.fault, retryAfter: error.retryAfter };
  }
}

export async function finishRefund(
  call: Call,
  { refundId }: { refundId: string },
  answer: RefundAnswer,
): Promise<undefined> {
  const [refund] = await call.db
    .select()
    .from(paymentRefund)
    .where(and(ours(paymentRefund, call), eq(paymentRefund.paymentRefundId, refundId)))
    .for("update");
  if (refund?.state !== "requested") return;
  if (answer.kind === "fault" && answer.fault !== "refused" && answer.fault !== "notFound") {
    const pause = Math.min(answer.retryAfter ?? 30 * 2 ** refund.looks, 86_400);
    await setRefund(call, refundId, { nextLookAt: new Date(call.now.getTime() + pause * 1000) });
    return;
  }
  const { paymentId } = refund;
  if (answer.kind === "fault" || answer.refund.status === "failed") {
    await setRefund(call, refundId, { state: "failed", nextLookAt: null });
    await call.db
      .update(payment)
      .set({ refunded: sql`${payment.refunded} - ${refund.amount}`, revision: nextRevision })
      .where(and(ours(payment, call), eq(payment.paymentId, paymentId)));
    await recordBillingEvent(call, {
      subjectId: paymentId,
      event: `refund.${refund.cause}`,
      from: "requested",
      to: "failed",
    });
    await notifyBilling(call, { problem: "refundFailed", path: "/payments", key: refundId });
    return;
  }
  const { status, booked, refundId: providerRefundId } = answer.refund;
  if (booked) await recordBooked(call, [booked], { paymentId, income: "memberFees" });
  if (status === "pending" || booked === null) {
    await setRefund(call, refundId, { providerRefundId, nextLookAt: new Date(call.now.getTime() + 3_600_000) });
    return;
  }
  await setRefund(call, refundId, { state: "succeeded", providerRefundId, nextLookAt: null });
  await recordBillingEvent(call, {
    subjectId: paymentId,
    event: `refund.${refund.cause}`,
    from: "requested",
    to: "succeeded",
  });
  await call.db
    .update(paymentItem)
    .set({ state: "refunded" })
    .where(
      and(
        ours(paymentItem, call),
        eq(paymentItem.paymentId, paymentId),
        eq(paymentItem.state, "refunding"),
        ...(refund.requirementId === null ? [] : [eq(paymentItem.requirementId, refund.requirementId)]),
      ),
    );
}

async function setRefund(call: Call, refundId: string, changes: Partial<RefundRow>): Promise<void> {
  await call.db
    .update(paymentRefund)
    .set(changes)
    .where(and(ours(paymentRefund, call), eq(paymentRefund.paymentRefundId, refundId)));
}

/** Refunds what was paid for a background check that ended without a result. */
export async function afterOrderEnded(call: Call, { attemptId }: { attemptId: string }): Promise<undefined> {
  const [item] = await call.db
    .select()
    .from(paymentItem)
    .where(and(ours(paymentItem, call), eq(paymentItem.attemptId, attemptId), eq(paymentItem.state, "released")));
  const held = item && (await heldPayment(call, item.paymentId));
  if (!held) return;
  // What was refunded already isn't refunded again.
  const left = Math.min(item.amount, held.amount - held.refunded);
  if (left > 0) await giveBack(call, held, { ...item, amount: left }, "endedWithoutResult");
}
