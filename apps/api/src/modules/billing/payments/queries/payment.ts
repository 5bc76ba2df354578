import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { payment, paymentItem, type paymentRefund } from "../../../../schema/billing.ts";

export type PaymentRow = typeof payment.$inferSelect;
export type PaymentItemRow = typeof paymentItem.$inferSelect;
export type RefundRow = typeof paymentRefund.$inferSelect;

/** Returns a payment. @throws NotFound */
export async function paymentById(call: Call, paymentId: string): Promise<PaymentRow> {
  const [row] = await call.db
    .select()
    .from(payment)
    .where(and(ours(payment, call), eq(payment.paymentId, paymentId)));
  if (!row) throw notFound("payment");
  return row;
}

/** Locks a payment until the transaction ends; null: there is none. */
export async function heldPayment(call: Call, paymentId: string): Promise<PaymentRow | null> {
  const [row] = await call.db
    .select()
    .from(payment)
    .where(and(ours(payment, call), eq(payment.paymentId, paymentId)))
    .for("update");
  return row ?? null;
}

export const itemsOf = (call: Call, paymentId: string): Promise<PaymentItemRow[]> =>
  call.db
    .select()
    .from(paymentItem)
    .where(and(ours(paymentItem, call), eq(paymentItem.paymentId, paymentId)))
    .orderBy(paymentItem.name, paymentItem.requirementId)
    .limit(100);

/** The encryption context of a payment's columns. */
export const actionUrlPlace = (call: Pick<Call, "organizationId">, paymentId: string) => ({
  tenant: call.organizationId,
  table: "payment",
  column: "sealed_action_url",
  id: paymentId,
});
export const refundReasonPlace = (call: Pick<Call, "organizationId">, refundId: string) => ({
  tenant: call.organizationId,
  table: "payment_refund",
  column: "sealed_reason",
  id: refundId,
});

export const nextRevision = sql`${payment.revision} + 1`;
