import type { Currency } from "@touchline/contract/currencies";
import { type LedgerIncome, type LedgerMove, movesOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { BookEntry } from "../../../../adapters/payments/port.ts";
import { actingAs, actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { billingEvent, ledgerEntry, paymentDirectory } from "../../../../schema/billing.ts";

/** Records what entries in the provider's books stand for, and keeps what was recorded before. */
export async function recordBooked(
  call: Call,
  booked: readonly BookEntry[],
  { paymentId, income }: { paymentId: string | null; income: LedgerIncome },
): Promise<void> {
  const rows = booked.flatMap((entry) =>
    movesOf(entry, income).map((move) => ({
      ...rowOf(call, move, paymentId),
      at: entry.createdAt,
      currency: entry.currency,
      providerEntryId: entry.id,
      providerReference: entry.source,
      sourceKey: `${entry.id}:${move.kind}`,
      income,
    })),
  );
  await insertRows(call, ledgerEntry, rows, sql`ON CONFLICT DO NOTHING`);
}

/** Records an organization's share of a payout by its parts, and keeps what was recorded before. */
export async function recordPayout(
  call: Call,
  { id, source, createdAt: at }: Pick<BookEntry, "id" | "source" | "createdAt">,
  shares: readonly { income: LedgerIncome; amount: number; currency: Currency }[],
): Promise<void> {
  const rows = shares.flatMap(({ income, amount, currency }) =>
    movesOf({ kind: "payout", amount, fee: 0 }, income).map((move) => ({
      ...rowOf(call, move, null),
      ...{ at, currency, income, providerEntryId: id, providerReference: source },
      sourceKey: `${id}:payout:${income}`,
    })),
  );
  await insertRows(call, ledgerEntry, rows, sql`ON CONFLICT DO NOTHING`);
}

/** Records money received or returned outside the provider. */
export async function recordByHand(
  call: Call,
  move: LedgerMove & { kind: "offline" | "offlineRefund" },
  {
    paymentId,
    currency,
    sourceKey,
  }: Pick<typeof ledgerEntry.$inferInsert, "currency" | "sourceKey"> & { paymentId: string },
): Promise<void> {
  await call.db.insert(ledgerEntry).values({
    ...rowOf(call, move, paymentId),
    at: call.now,
    currency,
    providerEntryId: null,
    providerReference: null,
    sourceKey,
    income: "memberFees",
  });
}

const rowOf = (call: Call, move: LedgerMove, paymentId: string | null) => ({
  organizationId: call.organizationId,
  ledgerEntryId: newId(),
  paymentId,
  ...move,
});

/** Appends to the history of a payment, a refund, an adjustment or a subscription. */
export async function recordBillingEvent(
  call: Call,
  event: { subjectId: string; event: string; from?: string | null; to?: string | null },
): Promise<void> {
  await call.db.insert(billingEvent).values(billingEventRow(call, event));
}

/** Appends to the history within a statement that writes more. */
export const billingEventBeside = (call: Call, event: Parameters<typeof recordBillingEvent>[1]) =>
  call.db.insert(billingEvent).values(billingEventRow(call, event)).returning({ id: billingEvent.billingEventId });

/**
 * The end of a statement whose part `claimed` is of a payment, or of nothing: webhooks that name it by this id are about that
 * payment, and its history says that it is charged.
 */
export function recordCharging(call: Call, externalId: string) {
  const { billingEventId, byProfile, actingAs: as } = billingEventRow(call, { subjectId: newId(), event: "payment" });
  return sql`named AS (
      INSERT INTO payment_directory (external_id, organization_id, kind, subject_id)
      SELECT ${externalId}, organization_id, 'payment', payment_id FROM claimed ON CONFLICT DO NOTHING
    )
    INSERT INTO billing_event (organization_id, billing_event_id, at, subject_id, event, from_state, to_state, by_profile, acting_as)
    SELECT organization_id, ${billingEventId}::uuid, ${call.now.toISOString()}::timestamptz, payment_id, 'payment', 'preparing',
      'charging', ${byProfile}::uuid, ${as} FROM claimed
    RETURNING subject_id`;
}

const billingEventRow = (
  call: Call,
  event: Parameters<typeof recordBillingEvent>[1],
): typeof billingEvent.$inferInsert => ({
  organizationId: call.organizationId,
  billingEventId: newId(),
  at: call.now,
  subjectId: event.subjectId,
  event: event.event,
  fromState: event.from ?? null,
  toState: event.to ?? null,
  byProfile: actingProfile(call),
  actingAs: actingAs(call),
});

/** Maps the provider's ids to a subject, so that webhooks about them find it. */
export async function nameAtProvider(
  call: Call,
  externalIds: readonly string[],
  of: { kind: "payment" | "subscription"; subjectId: string } | { kind: "customer"; subjectId: null },
): Promise<void> {
  const { organizationId } = call;
  const rows = externalIds.map((externalId) => ({ externalId, organizationId, ...of }));
  await call.db.insert(paymentDirectory).values(rows).onConflictDoNothing();
}
