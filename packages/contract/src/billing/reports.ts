import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint, fileContent } from "../endpoint.ts";
import { day, id } from "../values.ts";

/** What came in from members and what is still owed, level by level; and the ledger as accountants read it. */

/** Levels of a report at most, the first in the tree. */
export const reportLevels = 500;
/** Seasons that can be chosen: the present one, and those before it. */
export const reportSeasons = 6;

const season = z.object({ firstDay: day, lastDay: day });

const sums = z.object({
  currency,
  /** What members paid in the season, by card and by hand. */
  paid: z.int(),
  refunded: z.int(),
  /** What banks took back and have not given back again. */
  disputed: z.int(),
  /** What the card provider kept. */
  fees: z.int(),
  /** Paid less refunded, disputed and fees. */
  revenue: z.int(),
  /** What members still have to pay, whatever the season. */
  outstanding: z.int(),
});
export type ReportSums = z.output<typeof sums>;

const line = z.object({
  /** Null: what belongs to no level any more. */
  levelId: id.nullable(),
  name: z.string(),
  /** Here: at the chosen level itself. Below: at a level right below it, and all below that. */
  at: z.enum(["here", "below", "gone"]),
  sums: z.array(sums),
});

const query = {
  /** Absent: the organization as a whole. */
  levelId: id.optional(),
  /** The first day of a season; absent: the present one. */
  season: day.optional(),
};

export const getBillingReport = endpoint({
  method: "GET",
  path: "/api/app/billing/report",
  summary:
    "Gets what members paid in a season and what is outstanding, for a level and those right below it. For those who look after billing.",
  errors: [403],
  query,
  response: z.object({
    season,
    seasons: z.array(season),
    level: z.object({ levelId: id, name: z.string(), parentId: id.nullable() }),
    whole: z.array(sums),
    lines: z.array(line),
    /** Whether there are more levels than are told of. */
    more: z.boolean(),
    /** Payments of the season that failed. */
    failed: z.int(),
  }),
});

export const downloadBillingReport = endpoint({
  method: "GET",
  path: "/api/app/billing/report-file",
  summary: "Downloads that report as CSV. No cell is read as a formula. For those who look after billing.",
  errors: [403],
  query,
  response: fileContent,
});

/** CSV for any program, and QuickBooks' own interchange format (IIF), as general journal entries. */
export const bookkeepingFormats = ["csv", "iif"] as const;
export type BookkeepingFormat = (typeof bookkeepingFormats)[number];
/** Entries of a file at most. */
export const bookkeepingEntries = 100_000;

export const downloadBookkeeping = endpoint({
  method: "GET",
  path: "/api/app/billing/bookkeeping-file",
  summary:
    "Downloads the ledger of some days, both included, for accountants. No cell is read as a formula. For those who look after billing.",
  errors: [403, 409],
  query: { from: day, to: day, format: z.enum(bookkeepingFormats) },
  response: fileContent,
});
