import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { BookEntry, ProviderRefund } from "../../../../adapters/payments/port.ts";
import { ProviderError } from "../../../../adapters/provider-http.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { enqueue, type Within } from "../../../../jobs/jobs.ts";
import { payment, paymentRefund } from "../../../../schema/billing.ts";
import { recordBillingEvent, recordBooked } from "../../ledger/actions/record.ts";
import { followPayment, makeRefund } from "../jobs.ts";
import { heldPayment, nextRevision, type PaymentRow, paymentById } from "../queries/payment.ts";
import { type ChargeOutcome, type ChargeTurn, carryOut } from "./charge.ts";
import { recordOutcome } from "./finish.ts";
import { notifyBilling } from "./notify.ts";

type Asked = { paymentId: string; by: "start" | "look" | "webhook" };
type Begun = { turn: ChargeTurn; row: PaymentRow };
type Answer = { outcome: ChargeOutcome; refunds: readonly ProviderRefund[]; disputes: readonly BookEntry[] };

export async function beginFollow(call: Call, { paymentId, by }: Asked): Promise<Begun | null> {
  const row = await paymentById(call, paymentId);
  if (row.method !== "card") return null;
  return { turn: by === "webhook" ? "read" : by, row };
}

/** Resumes a payment; for one that succeeded, applies refunds and disputes that happened at the provider. */
export async function actFollow(
  { turn, row }: Begun,
  adapters: Adapters,
  _log: unknown,
  within: Within,
): Promise<Answer> {
  const outcome = await carryOut(row, turn, adapters, within);
  const { payments } = adapters;
  const isPaid = outcome.kind === "charge" && outcome.charge.status === "succeeded";
  if (!isPaid || payments === null || row.state !== "succeeded") return { outcome, refunds: [], disputes: [] };
  try {
    const { intentId } = outcome.charge;
    return { outcome, refunds: await payments.refundsOf(intentId), disputes: await payments.disputesOf(intentId) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { outcome: { kind: "fault", fault: error.fault, retryAfter: error.retryAfter }, refunds: [], disputes: [] };
  }
}

export async function finishFollow(
  call: Call,
  { paymentId }: Asked,
  { outcome, refunds, disputes }: Answer,
): Promise<undefined> {
  await recordOutcome(call, paymentId, outcome);
  await takeOverRefunds(call, paymentId, refunds);
  if (disputes.length === 0) return;
  await recordBooked(call, disputes, { paymentId, income: "memberFees" });
  await notifyBilling(call, { problem: "disputed", path: "/payments", key: paymentId });
}

/** Applies refunds that were made on the provider's own pages. */
async function takeOverRefunds(call: Call, paymentId: string, refunds: readonly ProviderRefund[]): Promise<void> {
  if (refunds.length === 0) return;
  const held = await heldPayment(call, paymentId);
  if (!held) return;
  const rows = await call.db
    .select({ id: paymentRefund.paymentRefundId, providerRefundId: paymentRefund.providerRefundId })
    .from(paymentRefund)
    .where(and(ours(paymentRefund, call), eq(paymentRefund.paymentId, paymentId)));
  const known = new Set(rows.flatMap((one) => [one.id, one.providerRefundId]));
  const made = refunds.filter(
    (one) => one.status === "succeeded" && !known.has(one.refundId) && !known.has(one.reference),
  );
  for (const { refundId, amount, booked } of made) {
    if (booked) await recordBooked(call, [booked], { paymentId, income: "memberFees" });
    await call.db.insert(paymentRefund).values({
      ...{ organizationId: call.organizationId, paymentRefundId: newId(), paymentId, requirementId: null, amount },
      ...{
        cause: "requested",
        state: "succeeded",
        requestedBy: null,
        requestedAt: call.now,
        providerRefundId: refundId,
      },
    });
    await call.db
      .update(payment)
      .set({ refunded: sql`least(${payment.amount}, ${payment.refunded} + ${amount})`, revision: nextRevision })
      .where(and(ours(payment, call), eq(payment.paymentId, paymentId)));
    await recordBillingEvent(call, { subjectId: paymentId, event: "refund.atProvider", to: "succeeded" });
  }
}

/** Payments of one organization that are resumed at once. */
const mostAtOnce = 200;
const lease = 120_000;

/** Resumes the payments and refunds that the provider is due to be asked about. */
export async function lookAtPayments(call: Call): Promise<void> {
  const nextLookAt = new Date(call.now.getTime() + lease);
  const due = await call.db
    .select({ id: payment.paymentId })
    .from(payment)
    .where(and(ours(payment, call), lte(payment.nextLookAt, call.now)))
    .orderBy(payment.nextLookAt)
    .limit(mostAtOnce)
    .for("update", { skipLocked: true });
  if (due.length > 0) {
    const ids = due.map((one) => one.id);
    await call.db
      .update(payment)
      .set({ nextLookAt })
      .where(and(ours(payment, call), inArray(payment.paymentId, ids)));
    for (const paymentId of ids)
      await enqueue(call, followPayment, { paymentId, by: "look" }, { singletonKey: paymentId });
  }
  const refunds = await call.db
    .select({ id: paymentRefund.paymentRefundId })
    .from(paymentRefund)
    .where(and(ours(paymentRefund, call), lte(paymentRefund.nextLookAt, call.now)))
    .orderBy(paymentRefund.nextLookAt)
    .limit(mostAtOnce)
    .for("update", { skipLocked: true });
  if (refunds.length === 0) return;
  const ids = refunds.map((one) => one.id);
  await call.db
    .update(paymentRefund)
    .set({ nextLookAt })
    .where(and(ours(paymentRefund, call), inArray(paymentRefund.paymentRefundId, ids)));
  for (const refundId of ids) await enqueue(call, makeRefund, { refundId }, { singletonKey: refundId });
}
