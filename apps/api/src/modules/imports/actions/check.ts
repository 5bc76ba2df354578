import { setImmediate } from "node:timers/promises";
import type { ImportState, RosterField, RosterMapping, RowFate } from "@touchline/contract/imports";
import { fateOf, type ReadRow, type Repetitions, repetitions, rosterReader } from "@touchline/rules";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { conflict, invalid } from "../../../kernel/errors.ts";
import { sortNameOf } from "../../../kernel/names.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { type ImportRecord, importById } from "../queries.ts";
import { rosterImport, rosterImportRow } from "../tables.ts";
import { likesOf } from "./alike.ts";
import { namesakesOf, rosterContext } from "./context.ts";
import { type Roster, storedRoster } from "./read.ts";

/** Files of no more rows are judged at once, so that the answer is there. */
export const atOnce = 2_000;
/** Rows of a longer one that one transaction judges. */
const judgeStep = 2_000;
/** Rows that are read in one go; in between others have their turn. */
const rowsAtOnce = 10;

/**
 * What a dry run that is answered at once has to read before it begins: the file's key; null when a job will.
 *
 * @throws NotFound, Forbidden
 */
export async function readBeforeCheck(call: Call, rosterImportId: string): Promise<string | null> {
  const { storageKey, rowCount } = await importById(call, rosterImportId);
  return rowCount > atOnce ? null : storageKey;
}

/**
 * Begins a dry run by a mapping; what an earlier one found is gone. Nothing of the organization changes.
 *
 * @param input.roster the file as it was read, of a short one; a long one is read by the job.
 * @returns what is left to do: null when every row is judged already, else the round to go on with.
 * @throws NotFound, Forbidden; 400 (a column is named that the file has not); Conflict (it is running or done).
 */
export async function checkImport(
  call: Call,
  input: { rosterImportId: string; mapping: RosterMapping; roster: Roster | null },
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
  if (input.roster === null) return { state: "checking", round };
  await judgeSome(call, begun, input.roster);
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

type Understood = { read: ReadRow[]; repeated: Repetitions };

/** Dry runs under way in this process: the next step of a round need not read the file again. */
const underWay = new Map<string, { understood: Understood; forgetting: NodeJS.Timeout }>();
const mostUnderWay = 4;
const keptFor = 120_000;

const roundOf = ({ rosterImportId, round }: ImportRecord) => `${rosterImportId} ${round}`;

function drop(round: string): void {
  clearTimeout(underWay.get(round)?.forgetting);
  underWay.delete(round);
}

/** Every row of the file, by the mapping. Rows repeat rows anywhere before them, so all are read before one is judged. */
async function understood(call: Call, row: ImportRecord, roster: Roster | null): Promise<Understood> {
  const before = underWay.get(roundOf(row));
  if (before) {
    before.forgetting.refresh();
    return before.understood;
  }
  const { rows } = roster ?? (await storedRoster(call.adapters.files, row.storageKey));
  const readRow = rosterReader(await rosterContext(call, row.mapping));
  const read: ReadRow[] = [];
  for (const [at, one] of rows.entries()) {
    if (at % rowsAtOnce === 0) await setImmediate();
    read.push(readRow(one));
  }
  const result = { read, repeated: repetitions(read) };
  const [oldest] = underWay.keys();
  if (row.rowCount > judgeStep) {
    if (underWay.size >= mostUnderWay && oldest !== undefined) drop(oldest);
    const forgetting = setTimeout(() => drop(roundOf(row)), keptFor).unref();
    underWay.set(roundOf(row), { understood: result, forgetting });
  }
  return result;
}

async function judgeSome(call: Call, row: ImportRecord, roster: Roster | null = null): Promise<boolean> {
  const { read, repeated } = await understood(call, row, roster);
  const some = read.slice(row.judged, row.judged + judgeStep);
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
  if (!moved || !left) drop(roundOf(row));
  if (!moved) return false;
  const known = await namesakesOf(
    call,
    some.filter((one) => one.wrong === null),
  );
  const judgedRows = some.map((one) => ({
    ...cells(one),
    ...fated(
      one,
      repeated,
      // Of people whom the importer may not see nothing is said. They join all the same when the row is written.
      (known.get(sortNameOf(one.firstName, one.lastName)) ?? []).filter((person) => person.seen),
    ),
  }));
  await insertRows(call, row.rosterImportId, await likened(call, judgedRows));
  return left;
}

type Fated = ReturnType<typeof cells> & ReturnType<typeof fated>;
type JudgedRow = Fated & { likeProfileId: string | null; likeAccessId: string | null; likeReasons: string };

/** New people who look like somebody whom the importer sees wait for an answer. */
async function likened(call: Call, rows: readonly Fated[]): Promise<JudgedRow[]> {
  const likes = await likesOf(
    call,
    rows.filter((row) => row.fate === "create"),
  );
  return rows.map((row) => {
    const like = likes.get(row.number);
    if (!like) return { ...row, likeProfileId: null, likeAccessId: null, likeReasons: "" };
    const { profileId, profileLevelAccessId, reasons } = like;
    return {
      ...row,
      fate: "alike",
      likeProfileId: profileId,
      likeAccessId: profileLevelAccessId,
      likeReasons: reasons.join(" "),
    };
  });
}

/** As columns, not as rows: thousands of rows would have more parameters than a statement may. */
async function insertRows(call: Call, rosterImportId: string, rows: readonly JudgedRow[]): Promise<void> {
  const column = <Key extends keyof JudgedRow>(key: Key) => sql.param(rows.map((one) => one[key]));
  await call.db.execute(sql`
    INSERT INTO roster_import_row (
      organization_id, roster_import_id, number, first_name, last_name, email, address, level_word, label_word, minor,
      level_id, label_id, fate, field, message, like_profile_id, like_access_id, like_reasons
    )
    SELECT ${call.organizationId}::uuid, ${rosterImportId}::uuid, number, first_name, last_name, email, address,
      level_word, label_word, minor, level_id, label_id, fate, field, message, like_profile_id, like_access_id,
      string_to_array(NULLIF(like_reasons, ''), ' ')
    FROM unnest(
      ${column("number")}::integer[], ${column("firstName")}::text[], ${column("lastName")}::text[],
      ${column("email")}::text[], ${column("address")}::text[], ${column("levelWord")}::text[],
      ${column("labelWord")}::text[], ${column("minor")}::boolean[], ${column("levelId")}::uuid[],
      ${column("labelId")}::uuid[], ${column("fate")}::text[], ${column("field")}::text[], ${column("message")}::text[],
      ${column("likeProfileId")}::uuid[], ${column("likeAccessId")}::uuid[], ${column("likeReasons")}::text[]
    ) AS judged (
      number, first_name, last_name, email, address, level_word, label_word, minor, level_id, label_id, fate, field,
      message, like_profile_id, like_access_id, like_reasons
    )`);
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

function fated(
  row: ReadRow,
  { duplicateOf, samePersonAs }: Repetitions,
  known: Parameters<typeof fateOf>[1],
): { fate: RowFate; field: RosterField | null; message: string } {
  if (row.wrong) return { fate: "error", field: row.wrong.field, message: row.wrong.message };
  const twin = duplicateOf.get(row.number);
  if (twin !== undefined) return { fate: "duplicate", field: null, message: `Row ${twin} says the same.` };
  const { fate } = fateOf(row, known);
  const first = samePersonAs.get(row.number);
  if (fate === "create" && first !== undefined) {
    return { fate: "join", field: null, message: `The person of row ${first}, at another place.` };
  }
  return { fate, field: null, message: fate === "create" ? row.notes.join(" ") : "" };
}
