import type { ResponseOf } from "@touchline/contract";
import type { adjustFee } from "@touchline/contract/billing/member-fees";
import type { Currency } from "@touchline/contract/currencies";
import { feeOwed } from "@touchline/rules";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { cursors } from "../../../http/page-cursor.ts";
import { feeAdjustment, ledgerDifference, reconciliation } from "../../../schema/billing.ts";
import { requirement } from "../../../schema/compliance.ts";
import { content } from "../../../schema/library.ts";
import { authorize } from "../../../security/authorize.ts";
import { memberTarget } from "../../people/index.ts";
import { readFees, readOutstanding } from "../../requirements/index.ts";
import { namesOf } from "../payments/queries/payment-details.ts";

type Adjustment = ResponseOf<typeof adjustFee>;

export const adjustmentPlace = (call: Pick<Call, "organizationId">, id: string) => ({
  tenant: call.organizationId,
  table: "fee_adjustment",
  column: "sealed_reason",
  id,
});

/** Lists a member's discounts and waived fees, newest first. @throws NotFound, Forbidden */
export async function adjustmentsOf(call: Call, profileLevelAccessId: string): Promise<Adjustment[]> {
  const { profileId } = await memberTarget(call, profileLevelAccessId);
  authorize(call, "billing", { organizationWide: true });
  const rows = await call.db
    .select({ row: feeAdjustment, requirementName: content.name })
    .from(feeAdjustment)
    .innerJoin(requirement, and(ours(requirement, call), eq(requirement.requirementId, feeAdjustment.requirementId)))
    .innerJoin(content, and(ours(content, call), eq(content.contentId, requirement.contentId)))
    .where(and(ours(feeAdjustment, call), eq(requirement.profileId, profileId)))
    .orderBy(desc(feeAdjustment.grantedAt), desc(feeAdjustment.feeAdjustmentId))
    .limit(100);
  return shownAdjustments(
    call,
    rows.map(({ row, requirementName }) => ({ ...row, requirementName })),
  );
}

export async function shownAdjustments(
  call: Call,
  rows: readonly (typeof feeAdjustment.$inferSelect & { requirementName: string })[],
): Promise<Adjustment[]> {
  const names = await namesOf(
    call,
    rows.map((one) => one.grantedBy),
  );
  const { wrappedKey } = await organizationFacts(call);
  return rows.map((one) => ({
    adjustmentId: one.feeAdjustmentId,
    requirementId: one.requirementId,
    requirementName: one.requirementName,
    kind: one.kind,
    amount: one.amount,
    currency: one.currency,
    reason: call.adapters.vault.open(wrappedKey, adjustmentPlace(call, one.feeAdjustmentId), one.sealedReason),
    grantedAt: one.grantedAt.toISOString(),
    grantedBy: { profileId: one.grantedBy, name: names.get(one.grantedBy) ?? "" },
    revokedAt: one.revokedAt?.toISOString() ?? null,
  }));
}

const pages = cursors(z.object({ profileId: z.uuid(), requirementId: z.uuid() }));
const perPage = 50;

/** Lists what members owe: what they pay themselves and haven't completed. */
export async function outstandingPage(call: Call, cursor: string | undefined) {
  authorize(call, "billing", { organizationWide: true });
  const after = cursor === undefined ? null : pages.read(cursor);
  const rows = await readOutstanding(call, { after, limit: perPage + 1 });
  const here = rows.slice(0, perPage);
  const last = here.at(-1);
  return { data: await afterDiscounts(call, here), next: rows.length > perPage && last ? pages.write(last) : null };
}

/** Fees that one reminder looks at, at most. */
const mostReminded = 1_000;

/** Lists what these people owe, without what they are paying at the moment. */
export async function outstandingOf(call: Call, profileIds: readonly string[]) {
  const rows = await readOutstanding(call, { profileIds, after: null, limit: mostReminded });
  return (await afterDiscounts(call, rows)).filter((one) => one.paymentId === null);
}

async function afterDiscounts(call: Call, rows: Awaited<ReturnType<typeof readOutstanding>>) {
  const fees = await readFees(
    call,
    rows.map((one) => one.requirementId),
  );
  return rows.flatMap(({ price, ...one }) => {
    const { waived = false, paid = false, discount = 0, paymentId = null } = fees.get(one.requirementId) ?? {};
    const amount = feeOwed({ payer: "Individual", price, waived, paid, discount });
    return amount === 0 ? [] : [{ ...one, amount, fullPrice: price, paymentId }];
  });
}

/** Returns the latest comparison of the ledger with the provider's books, and the ledger's totals. @throws Forbidden */
export async function reconciliationShown(call: Call) {
  authorize(call, "billing", { organizationWide: true });
  const [last] = await call.db.select().from(reconciliation).where(ours(reconciliation, call));
  const differences = await call.db
    .select()
    .from(ledgerDifference)
    .where(ours(ledgerDifference, call))
    .orderBy(desc(ledgerDifference.foundAt), asc(ledgerDifference.providerEntryId))
    .limit(100);
  const { rows } = await call.db.execute<{
    currency: Currency;
    charged: number;
    fees: number;
    refunded: number;
    disputed: number;
    paidOut: number;
  }>(sql`
    SELECT currency, coalesce(sum(amount) FILTER (WHERE kind IN ('charge', 'offline')), 0)::integer AS charged,
      coalesce(sum(amount) FILTER (WHERE kind = 'fee'), 0)::integer AS fees,
      coalesce(sum(amount) FILTER (WHERE kind IN ('refund', 'offlineRefund')), 0)::integer AS refunded,
      coalesce(sum(CASE kind WHEN 'dispute' THEN amount WHEN 'disputeReversed' THEN -amount END), 0)::integer AS disputed,
      coalesce(sum(CASE debit WHEN 'bank' THEN amount ELSE -amount END) FILTER (WHERE kind = 'payout'), 0)::integer AS "paidOut"
    FROM ledger_entry WHERE organization_id = ${call.organizationId} AND income = 'memberFees' GROUP BY currency ORDER BY currency LIMIT 10`);
  return {
    comparedAt: last?.comparedAt.toISOString() ?? null,
    compared: last?.compared ?? 0,
    differences: differences.map((one) => ({
      kind: one.kind,
      reference: one.providerEntryId,
      amountHere: one.amountHere,
      amountThere: one.amountThere,
      currency: one.currency,
      foundAt: one.foundAt.toISOString(),
    })),
    totals: rows,
  };
}
