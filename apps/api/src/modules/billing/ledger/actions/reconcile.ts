import { sql } from "drizzle-orm";
import type { OrganizationId, TenantDb } from "../../../../database/tenancy.ts";
import type { ScheduleDeps } from "../../../../jobs/schedules.ts";
import { providerBookEntry, reconciliation } from "../../../../schema/billing.ts";
import { readBooks } from "./read-books.ts";

/** Days that are compared each time, for entries that come late. */
const days = 35;
const dayLong = 86_400_000;
/** Milliseconds before now that aren't compared, because one side may not have them yet. */
const settling = 600_000;

/**
 * Compares the ledgers with the provider's books of the last weeks, and stores the differences. The books are read one page at a
 * time into a table and compared there, so that memory stays bounded.
 */
export async function reconcile(deps: ScheduleDeps): Promise<void> {
  const { adapters, tenancy, now } = deps;
  const { payments } = adapters;
  if (payments === null) return;
  // Whole seconds, as the provider counts: both sides must have the same entries at the edges.
  const until = new Date(Math.floor((now().getTime() - settling) / 1000) * 1000);
  const since = new Date(until.getTime() - days * dayLong);
  await tenancy.runShared((db) => db.delete(providerBookEntry));
  await readBooks(deps, payments, { since, until });
  for await (const organizationId of tenancy.organizations()) {
    await tenancy.run(organizationId, (db) => compare(db, organizationId, { since, until, at: now() }));
  }
}

/** Sums the ledger for each entry in the provider's books: what moved to the provider's account less what moved from it. */
async function compare(
  db: TenantDb,
  organizationId: OrganizationId,
  { since, until, at }: { since: Date; until: Date; at: Date },
): Promise<void> {
  const moment = at.toISOString();
  const { rows } = await db.execute<{ compared: number }>(sql`
    SELECT count(*)::integer AS compared FROM provider_book_entry WHERE organization_id = ${organizationId}`);
  await db.execute(sql`DELETE FROM ledger_difference WHERE organization_id = ${organizationId}`);
  await db.execute(sql`
    INSERT INTO ledger_difference (organization_id, provider_entry_id, kind, amount_here, amount_there, currency, found_at)
    SELECT ${organizationId}, coalesce(here.id, there.provider_entry_id),
      CASE WHEN here.id IS NULL THEN 'missingHere' WHEN there.provider_entry_id IS NULL THEN 'missingThere' ELSE 'amountDiffers' END,
      here.amount, there.amount - there.fee, coalesce(here.currency, there.currency), ${moment}::timestamptz
    FROM (
      SELECT provider_entry_id AS id, min(currency) AS currency,
        sum(CASE WHEN debit = 'provider' THEN amount ELSE -amount END)::integer AS amount
      FROM ledger_entry
      WHERE organization_id = ${organizationId} AND provider_entry_id IS NOT NULL
        AND at >= ${since.toISOString()}::timestamptz AND at < ${until.toISOString()}::timestamptz
      GROUP BY provider_entry_id
    ) AS here
    FULL JOIN (SELECT * FROM provider_book_entry WHERE organization_id = ${organizationId}) AS there
      ON there.provider_entry_id = here.id
    WHERE here.id IS NULL OR there.provider_entry_id IS NULL
      OR here.amount <> there.amount - there.fee OR here.currency <> there.currency
    ON CONFLICT DO NOTHING`);
  const compared = rows[0]?.compared ?? 0;
  await db
    .insert(reconciliation)
    .values({ organizationId, comparedAt: at, compared })
    .onConflictDoUpdate({ target: reconciliation.organizationId, set: { comparedAt: at, compared } });
}
