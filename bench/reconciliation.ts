import { setTimeout as wait } from "node:timers/promises";
import type { BookEntry, PaymentsPort } from "@touchline/api/adapters/payments/port";
import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { reconcile } from "@touchline/api/modules/billing/ledger/actions/reconcile";
import { type Figure, none, within } from "./figures.ts";
import { organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";

const entries = 100_000;
const perPage = 100;
const mostSeconds = 120;
/** The megabytes of memory that more entries may take, because only one page is held at a time. */
const mostMemory = 100;
const org = `'${organizationId}'::uuid`;

/** Compares 100,000 entries of the provider's books with the ledger. A few of them differ. */
export async function reconciling(stage: Stage): Promise<Figure[]> {
  const at = new Date(Date.now() - 86_400_000);
  await stage.pool.query(
    `INSERT INTO ledger_entry (organization_id, ledger_entry_id, at, kind, debit, credit, amount, currency, provider_entry_id, source_key)
     SELECT ${org}, gen_random_uuid(), $1, 'charge', 'provider', 'memberFees', 2500, 'USD', 'txn_' || n, 'txn_' || n || ':charge'
     FROM generate_series(1, ${entries}) AS n`,
    [at],
  );
  await stage.pool.query(
    `INSERT INTO payment_directory (external_id, organization_id, kind, subject_id)
     SELECT 'pi_' || n, ${org}, 'payment', gen_random_uuid() FROM generate_series(1, ${entries}) AS n`,
  );
  const entry = (n: number): BookEntry => ({
    ...{ id: `txn_${n}`, kind: "charge", fee: 0, currency: "USD", source: `ch_${n}`, createdAt: at },
    // Every ten thousandth entry has another amount than the ledger.
    amount: n % 10_000 === 0 ? 2_600 : 2_500,
    ...{ intentId: `pi_${n}`, customerId: null },
  });
  const books: PaymentsPort["books"] = async (_between, after) => {
    const first = after === null ? 1 : Number(after.slice(4)) + 1;
    const page = Array.from({ length: Math.min(perPage, entries - first + 1) }, (_, index) => entry(first + index));
    return { entries: page, hasMore: first + perPage <= entries };
  };
  const database = await openDatabase(stage.appUrl, { log: () => {} });
  const tenancy = openTenancy(database.pool);
  const payments = { books } as Partial<PaymentsPort> as PaymentsPort;
  const adapters = { ...(await stage.asSystem(async (call) => call.adapters)), payments };
  let most = 0;
  const before = process.memoryUsage().rss;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, process.memoryUsage().rss - before);
      await wait(50);
    }
  })();
  const begun = performance.now();
  await reconcile({ tenancy, now: () => new Date(), adapters } as never);
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  await watching;
  const { rows } = await stage.pool.query<{ found: number; compared: number }>(
    `SELECT (SELECT count(*)::int FROM ledger_difference WHERE organization_id = ${org}) AS found,
       (SELECT compared FROM reconciliation WHERE organization_id = ${org}) AS compared`,
  );
  await database.close();
  const found = rows[0]?.found ?? 0;
  return [
    within("reconciliation of 100,000 entries", seconds, mostSeconds, "s"),
    within("reconciliation, memory", most / 1024 / 1024, mostMemory, "MB"),
    none(
      "reconciliation, differences missed",
      entries / 10_000 - found,
      `${found} found, ${rows[0]?.compared} compared`,
    ),
  ];
}
