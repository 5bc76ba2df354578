import { buffer } from "node:stream/consumers";
import type { ImportState, RosterMapping } from "@touchline/contract/imports";
import { fateOf, type ReadRow, type Repetitions, repetitions, rosterReader } from "@touchline/rules";
import { and, eq, inArray } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { conflict, invalid } from "../../../kernel/errors.ts";
import { sortNameOf } from "../../../kernel/names.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { type ImportRecord, importById, namesakesOf, rosterContext } from "../queries.ts";
import { rosterImport, rosterImportRow } from "../tables.ts";
import { readRoster } from "./read.ts";

/** Rows that one transaction judges; files of no more are judged at once, so that the answer is there. */
export const checkStep = 2_000;

/**
 * Begins a dry run by a mapping; what an earlier one found is gone. Nothing of the organization changes.
 *
 * @returns what is left to do: null when every row is judged already, else the round to go on with.
 * @throws NotFound, Forbidden; 400 (a column is named that the file has not); Conflict (it is running or done).
 */
export async function checkImport(
  call: Call,
  input: { rosterImportId: string; mapping: RosterMapping },
): Promise<{ state: ImportState; round: number | null }> {
  const row = await importById(call, input.rosterImportId);
  for (const [field, place] of Object.entries(input.mapping.columns)) {
    if (place !== null && place >= row.headers.length)
      throw invalid(`columns.${field}`, "The file has no such column.");
  }
  const round = row.round + 1;
  const [begun] = await call.db
    .update(rosterImport)
    .set({ state: "checking", mapping: input.mapping, round, judged: 0, failure: null })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, row.rosterImportId),
        eq(rosterImport.round, row.round),
        inArray(rosterImport.state, ["draft", "checking", "checked"]),
      ),
    )
    .returning();
  if (!begun) throw conflict("This import is under way or finished. Upload the file again to change it.", row.state);
  await call.db
    .delete(rosterImportRow)
    .where(and(ours(rosterImportRow, call), eq(rosterImportRow.rosterImportId, row.rosterImportId)));
  if (row.rowCount > checkStep) return { state: "checking", round };
  await judgeSome(call, begun);
  return { state: "checked", round: null };
}

/**
 * Judges the next rows of a dry run, as the person who asked for it.
 *
 * @returns whether more are left. A round that was replaced or canceled is over.
 */
export async function continueCheck(call: Call, input: { rosterImportId: string; round: number }): Promise<boolean> {
  const row = await importById(call, input.rosterImportId);
  if (row.state !== "checking" || row.round !== input.round) return false;
  return judgeSome(call, row);
}

async function judgeSome(call: Call, row: ImportRecord): Promise<boolean> {
  const { rows } = readRoster(await buffer(await call.adapters.files.open(row.storageKey)));
  // Rows repeat rows anywhere before them: all are read each time, which takes far less than asking for people.
  const read = rows.map(rosterReader(await rosterContext(call, row.mapping)));
  const repeated = repetitions(read);
  const some = read.slice(row.judged, row.judged + checkStep);
  const judged = row.judged + some.length;
  const left = judged < read.length;
  const [moved] = await call.db
    .update(rosterImport)
    .set({ judged, state: left ? "checking" : "checked" })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, row.rosterImportId),
        eq(rosterImport.round, row.round),
        eq(rosterImport.judged, row.judged),
        eq(rosterImport.state, "checking"),
      ),
    )
    .returning({ round: rosterImport.round });
  if (!moved) return false;
  const known = await namesakesOf(
    call,
    some.filter((one) => one.wrong === null),
  );
  await call.db.insert(rosterImportRow).values(
    some.map((one) => ({
      organizationId: call.organizationId,
      rosterImportId: row.rosterImportId,
      ...cells(one),
      ...fated(one, repeated, known.get(sortNameOf(one.firstName, one.lastName)) ?? []),
    })),
  );
  return left;
}

/** The row as it is kept: what cannot be stored was refused, so that it is not shown either. */
function cells(row: ReadRow) {
  const { number, firstName, lastName, email, address, level, label, minor, levelId, labelId } = row;
  return {
    number,
    firstName: firstName.slice(0, 200),
    lastName: lastName.slice(0, 200),
    email,
    address: address.slice(0, 300),
    levelWord: level,
    labelWord: label,
    minor,
    levelId,
    labelId,
  };
}

function fated(row: ReadRow, { duplicateOf, samePersonAs }: Repetitions, known: Parameters<typeof fateOf>[1]) {
  if (row.wrong) return { fate: "error" as const, field: row.wrong.field, message: row.wrong.message };
  const twin = duplicateOf.get(row.number);
  if (twin !== undefined) return { fate: "duplicate" as const, message: `Row ${twin} says the same.` };
  const { fate } = fateOf(row, known);
  const first = samePersonAs.get(row.number);
  if (fate === "create" && first !== undefined) {
    return { fate: "join" as const, message: `The person of row ${first}, at another place.` };
  }
  return { fate, message: fate === "create" ? row.notes.join(" ") : "" };
}
