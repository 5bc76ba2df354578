import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint, fileContent } from "../endpoint.ts";
import { day, id } from "../values.ts";

/** What members paid and still owe, level by level; and the ledger for accountants. */

/** The most levels in a report, the first in the tree. */
export const reportLevels = 500;
/** The number of seasons that can be chosen: the current one, and those before it. */
export const reportSeasons = 6;

const season = z.object({ firstDay: day, lastDay: day });

const sums = z.object({
  currency,
  /** The amount members paid in the season, by card and offline. */
  paid: z.int(),
  refunded: z.int(),
  /** Amounts that banks took back and haven't returned. */
  disputed: z.int(),
  /** The card provider's fees. */
  fees: z.int(),
  /** Paid less refunded, disputed and fees. */
  revenue: z.int(),
  /** The amount members still owe, for any season. */
  outstanding: z.int(),
});
export type ReportSums = z.output<typeof sums>;

const line = z.object({
  /** Null: amounts of levels that were deleted. */
  levelId: id.nullable(),
  name: z.string(),
  /** Here: at the chosen level itself. Below: at a level directly below it, with everything below that. */
  at: z.enum(["here", "below", "gone"]),
  sums: z.array(sums),
});

const query = {
  /** If omitted, the whole organization. */
  levelId: id.optional(),
  /** The first day of a season; if omitted, the current one. */
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
    /** Whether there are more levels than are listed. */
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
/** The most entries in a file. */
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
