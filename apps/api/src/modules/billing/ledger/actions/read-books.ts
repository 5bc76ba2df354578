import type { LedgerIncome } from "@touchline/rules";
import { inArray } from "drizzle-orm";
import type { BookEntry, PaymentsPort } from "../../../../adapters/payments/port.ts";
import { ProviderError } from "../../../../adapters/provider-http.ts";
import type { Call } from "../../../../call.ts";
import type { SharedDb } from "../../../../database/tenancy.ts";
import type { ScheduleDeps } from "../../../../jobs/schedules.ts";
import { paymentDirectory, providerBookEntry } from "../../../../schema/billing.ts";
import { recordPayout } from "./record.ts";

type Page = Awaited<ReturnType<PaymentsPort["books"]>>;
type Owned = BookEntry & { organizationId: string; income: LedgerIncome };

/**
 * Copies the provider's books between two moments into a table, one page at a time. Payouts are entered into the ledgers on the
 * way, because only the books tell whose money a payout contains.
 */
export async function readBooks(
  deps: ScheduleDeps,
  payments: PaymentsPort,
  between: { since: Date; until: Date },
): Promise<void> {
  const { tenancy } = deps;
  for await (const entries of pages((after) => payments.books(between, after))) {
    await tenancy.runShared(async (db) => keep(db, await owned(db, entries)));
    for (const one of entries) if (one.kind === "payout") await enterPayout(deps, payments, one);
  }
}

async function* pages(read: (after: string | null) => Promise<Page>): AsyncGenerator<readonly BookEntry[]> {
  for (let after: string | null = null; ; ) {
    const { entries, hasMore }: Page = await read(after);
    yield entries;
    const last = entries.at(-1);
    if (!hasMore || !last) return;
    after = last.id;
  }
}

/** Finds which entries belong to an organization, by the payment or else by the customer. */
async function owned(db: SharedDb, entries: readonly BookEntry[]): Promise<Owned[]> {
  const theirs = entries.filter((one) => one.kind !== "payout" && one.kind !== "other");
  const ids = [...new Set(theirs.flatMap((one) => [one.intentId, one.customerId]))].filter((id) => id !== null);
  if (ids.length === 0) return [];
  const named = await db.select().from(paymentDirectory).where(inArray(paymentDirectory.externalId, ids));
  const byId = new Map(named.map((one) => [one.externalId, one]));
  return theirs.flatMap((one) => {
    const found = byId.get(one.intentId ?? "") ?? byId.get(one.customerId ?? "");
    if (!found) return [];
    const income = found.kind === "payment" ? ("memberFees" as const) : ("subscriptions" as const);
    return [{ ...one, organizationId: found.organizationId, income }];
  });
}

async function keep(
  db: SharedDb,
  entries: readonly Pick<Owned, "id" | "organizationId" | "amount" | "fee" | "currency">[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ id, organizationId, amount, fee, currency }) => ({
    ...{ providerEntryId: id, organizationId, amount, fee, currency },
  }));
  await db.insert(providerBookEntry).values(rows).onConflictDoNothing();
}

/** Enters each organization's share of a payout into its ledger, by the entries that were paid out. */
async function enterPayout(
  { tenancy, now, adapters }: ScheduleDeps,
  payments: PaymentsPort,
  payout: BookEntry,
): Promise<void> {
  const shares = new Map<string, Record<LedgerIncome, number>>();
  try {
    for await (const entries of pages((after) => payments.inPayout(payout.source, after))) {
      for (const one of await tenancy.runShared((db) => owned(db, entries))) {
        const share = shares.get(one.organizationId) ?? { memberFees: 0, subscriptions: 0 };
        share[one.income] += one.amount - one.fee;
        shares.set(one.organizationId, share);
      }
    }
  } catch (error) {
    // The provider lists the content of automatic payouts only.
    if (error instanceof ProviderError && error.fault === "refused") return;
    throw error;
  }
  const direction = payout.amount < 0 ? -1 : 1;
  const { id, currency } = payout;
  for (const [organizationId, { memberFees, subscriptions }] of shares) {
    const tenant = tenancy.found(organizationId);
    const amount = direction * (memberFees + subscriptions);
    await tenancy.run(tenant, (db) => {
      const actor = { kind: "system", name: "schedule.billing.reconcile" } as const;
      const call: Call = { actor, organizationId: tenant, db, now: now(), adapters };
      return recordPayout(call, payout, [
        { income: "memberFees", amount: direction * memberFees, currency },
        { income: "subscriptions", amount: direction * subscriptions, currency },
      ]);
    });
    if (amount !== 0) await tenancy.runShared((db) => keep(db, [{ id, organizationId, amount, fee: 0, currency }]));
  }
}
