import type { ImportRowResult } from "@touchline/contract/setup/imports";
import { and, count, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { rosterImport, rosterImportRow, type Tally } from "../../../../schema/setup.ts";

type TalliedRow = { fate: ImportRowResult; invites: number; done: boolean };

/** The counts of one result. */
export const shareOf = (tally: Tally, fate: ImportRowResult): NonNullable<Tally[ImportRowResult]> =>
  tally[fate] ?? { rows: 0, done: 0, invitable: 0 };

/** Returns the counts after some rows were added, without what these rows had before. */
export function tallied(tally: Tally, now: Iterable<TalliedRow>, before: Iterable<TalliedRow> = []): Tally {
  const result = { ...tally };
  const add = ({ fate, invites, done }: TalliedRow, sign: 1 | -1) => {
    const { rows, done: doneBefore, invitable } = shareOf(result, fate);
    result[fate] = {
      rows: rows + sign,
      done: doneBefore + (done ? sign : 0),
      invitable: invitable + sign * invites,
    };
  };
  for (const one of before) add(one, -1);
  for (const one of now) add(one, 1);
  return result;
}

/** Counts the rows of an import again. */
export async function recountTally(call: Call, rosterImportId: string): Promise<void> {
  const counted = await call.db
    .select({
      fate: rosterImportRow.fate,
      rows: count(),
      done: count(rosterImportRow.doneAt),
      invitable: sql<number>`coalesce(sum(${rosterImportRow.invites}), 0)::integer`,
    })
    .from(rosterImportRow)
    .where(and(ours(rosterImportRow, call), eq(rosterImportRow.rosterImportId, rosterImportId)))
    .groupBy(rosterImportRow.fate);
  const tally: Tally = Object.fromEntries(counted.map(({ fate, ...share }) => [fate, share]));
  await call.db
    .update(rosterImport)
    .set({ tally })
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
}
