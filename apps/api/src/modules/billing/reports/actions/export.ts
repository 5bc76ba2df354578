import { Readable } from "node:stream";
import { type BookkeepingFormat, bookkeepingEntries } from "@touchline/contract/billing/reports";
import {
  addToDay,
  type Day,
  dayOf,
  decimalOf,
  type LedgerAccount,
  type LedgerKind,
  startOfDay,
} from "@touchline/rules";
import { and, asc, count, countDistinct, gte, lt, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { type OrganizationId, ours, type TenantDb } from "../../../../database/tenancy.ts";
import { csvOf } from "../../../../documents/csv.ts";
import { conflict, invalid } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { ledgerEntry } from "../../../../schema/billing.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { billingReport } from "../queries.ts";

/** The names of accounts as accountants know them. */
const accountNames: Record<LedgerAccount, string> = {
  provider: "Card provider balance",
  bank: "Bank",
  cash: "Cash and checks",
  memberFees: "Member fees",
  subscriptions: "Software subscription",
  providerFees: "Card processing fees",
  disputes: "Disputed payments",
};
const kindNames: Record<LedgerKind, string> = {
  charge: "Card payment",
  fee: "Card processing fee",
  refund: "Card refund",
  dispute: "Dispute",
  disputeReversed: "Dispute won",
  payout: "Payout",
  offline: "Cash or check",
  offlineRefund: "Cash or check refund",
};

/** Exports a report as CSV. @throws NotFound, Forbidden */
export async function reportFile(
  call: Call,
  filter: { levelId?: string | undefined; season?: string | undefined },
): Promise<FileAnswer> {
  const { season, lines, whole, level } = await billingReport(call, filter);
  const row = (name: string, sums: typeof whole) =>
    sums.map((one) => [
      ...[name, season.firstDay, season.lastDay, one.currency],
      ...[one.paid, one.refunded, one.disputed, one.fees, one.revenue, one.outstanding].map((amount) =>
        decimalOf(amount, one.currency),
      ),
    ]);
  const nameOf = ({ at, name }: (typeof lines)[number]) =>
    at === "here" ? `${name} itself` : at === "gone" ? "Levels that were removed" : name;
  const text = csvOf(
    [
      ["Level", "From", "To", "Currency", "Paid", "Refunded", "Disputed", "Card fees", "Revenue", "Outstanding"],
      ...lines.flatMap((line) => row(nameOf(line), line.sums)),
      ...row("Total", whole),
    ],
    { bom: true },
  );
  const bytes = Buffer.from(text);
  return {
    name: `Revenue ${level.name} ${season.firstDay}.csv`,
    mediaType: "text/csv",
    bytes: bytes.length,
    stream: Readable.from([bytes]),
  };
}

type Row = Pick<
  typeof ledgerEntry.$inferSelect,
  "ledgerEntryId" | "at" | "kind" | "debit" | "credit" | "amount" | "currency" | "paymentId" | "providerReference"
>;
type Reading = <Result>(work: (db: TenantDb) => Promise<Result>) => Promise<Result>;

/** Entries that are read at a time. */
const atOnce = 1_000;

/** Checks a period of the ledger for export. @throws Forbidden; Invalid; Conflict when it has too many entries */
export async function beginBookkeeping(
  call: Call,
  { from, to, format }: { from: Day; to: Day; format: BookkeepingFormat },
) {
  authorize(call, "billing", { organizationWide: true });
  if (from > to) throw invalid("to", "Choose a last day that isn't before the first.");
  const { timeZone } = await organizationFacts(call);
  const since = new Date(startOfDay(from, timeZone));
  const until = new Date(startOfDay(addToDay(to, { days: 1 }), timeZone));
  const [row] = await call.db
    .select({ entries: count(), currencies: countDistinct(ledgerEntry.currency) })
    .from(ledgerEntry)
    .where(and(ours(ledgerEntry, call), gte(ledgerEntry.at, since), lt(ledgerEntry.at, until)));
  const entries = row?.entries ?? 0;
  if (entries > bookkeepingEntries)
    throw conflict("These are more than 100,000 entries. Choose fewer days.", "tooManyEntries");
  if (format === "iif" && (row?.currencies ?? 0) > 1) {
    throw conflict(
      "These days have payments in more than one currency, which an IIF file can't tell apart. Choose CSV.",
      "mixedCurrencies",
    );
  }
  await audit(call, [
    { action: "billing.ledgerExported", subjectId: call.organizationId, facts: { from, to, format, rows: entries } },
  ]);
  return { organizationId: call.organizationId, from, to, format, since, until, zone: timeZone };
}

/** Streams the ledger of some days, one page at a time, each read in a transaction of its own. */
export function bookkeepingFile(
  { organizationId, from, to, format, since, until, zone }: Awaited<ReturnType<typeof beginBookkeeping>>,
  within: Reading,
): FileAnswer {
  const read = pagesOf(within, { organizationId, since, until });
  const isCsv = format === "csv";
  return {
    name: `Ledger ${from} to ${to}.${format}`,
    mediaType: isCsv ? "text/csv" : "text/plain",
    bytes: null,
    stream: Readable.from(isCsv ? asCsv(read, zone) : asIif(read, zone)),
  };
}

async function* pagesOf(
  within: Reading,
  { organizationId, since, until }: { organizationId: OrganizationId; since: Date; until: Date },
): AsyncGenerator<Row[]> {
  const { ledgerEntryId, at, kind, debit, credit, amount, currency, paymentId, providerReference } = ledgerEntry;
  for (let after: Row | undefined; ; ) {
    const last = after;
    const rows: Row[] = await within((db) =>
      db
        .select({ ledgerEntryId, at, kind, debit, credit, amount, currency, paymentId, providerReference })
        .from(ledgerEntry)
        .where(
          and(
            ours(ledgerEntry, { organizationId }),
            gte(at, since),
            lt(at, until),
            last &&
              sql`(${at}, ${ledgerEntryId}) > (${last.at.toISOString()}::timestamptz, ${last.ledgerEntryId}::uuid)`,
          ),
        )
        .orderBy(asc(at), asc(ledgerEntryId))
        .limit(atOnce),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    after = rows.at(-1);
  }
}

async function* asCsv(pages: AsyncGenerator<Row[]>, zone: string): AsyncGenerator<Buffer> {
  const header = ["Date", "Kind", "Debit", "Credit", "Amount", "Currency", "Payment", "Reference", "Entry"];
  yield Buffer.from(csvOf([header], { bom: true }));
  for await (const rows of pages) {
    const lines = rows.map((row) => [
      ...[dayOf(row.at.getTime(), zone), kindNames[row.kind], accountNames[row.debit], accountNames[row.credit]],
      ...[
        decimalOf(row.amount, row.currency),
        row.currency,
        row.paymentId ?? "",
        row.providerReference ?? "",
        row.ledgerEntryId,
      ],
    ]);
    yield Buffer.from(csvOf(lines, { bom: false }));
  }
}

/**
 * Formats entries as QuickBooks' IIF: a general journal entry for each row, debits positive. Source: Intuit, "Export/import edit
 * IIF files" (tab-separated columns, dates as month/day/year).
 */
async function* asIif(pages: AsyncGenerator<Row[]>, zone: string): AsyncGenerator<Buffer> {
  const columns = ["TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO"];
  const line = (...cells: string[]) => `${cells.map((cell) => cell.replace(/[\t\r\n"]/g, " ")).join("\t")}\r\n`;
  yield Buffer.from(`${line("!TRNS", ...columns)}${line("!SPL", ...columns)}${line("!ENDTRNS")}`);
  for await (const rows of pages) {
    const parts = rows.map((row) => {
      const [year, month, day] = dayOf(row.at.getTime(), zone).split("-").map(Number);
      const cells = (account: LedgerAccount, amount: number) => [
        ...["GENERAL JOURNAL", `${month}/${day}/${year}`, accountNames[account], decimalOf(amount, row.currency)],
        ...[
          row.ledgerEntryId.replaceAll("-", "").slice(-11),
          `${kindNames[row.kind]} ${row.providerReference ?? row.paymentId ?? ""}`.trim(),
        ],
      ];
      return `${line("TRNS", ...cells(row.debit, row.amount))}${line("SPL", ...cells(row.credit, -row.amount))}${line("ENDTRNS")}`;
    });
    yield Buffer.from(parts.join(""));
  }
}
