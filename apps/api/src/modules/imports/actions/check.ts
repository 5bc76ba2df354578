import { setImmediate } from "node:timers/promises";
import type { ImportState, RosterField, RosterMapping, RowFate } from "@touchline/contract/imports";
import {
  fateOf,
  openRepetitions,
  type ReadRow,
  type Repetitions,
  type RosterRow,
  rosterReader,
} from "@touchline/rules";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { conflict, invalid } from "../../../kernel/errors.ts";
import { sortNameOf } from "../../../kernel/names.ts";
import { openPace } from "../../../kernel/pace.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { type ImportRecord, importById } from "../queries.ts";
import { rosterImport, rosterImportRow } from "../tables.ts";
import { likesOf } from "./alike.ts";
import { namesakesOf, rosterContext } from "./context.ts";
import { type Roster, storedRoster } from "./read.ts";
import { tallied } from "./tally.ts";

/** Files of no more rows are judged at once, so that the answer is there. */
export const atOnce = 2_000;
/** Rows of a longer one that one transaction judges. */
const pace = openPace({ least: 100, first: 1_000, most: 2_000 });
/** Milliseconds of reading in one step, so that progress is seen. */
const readStep = 400;
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
    .set({ state: "checking", mapping: input.mapping, round, read: 0, judged: 0, tally: {}, failure: null })
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
  const reading = await openReading(call, begun, input.roster);
  await readOn(reading, Number.POSITIVE_INFINITY);
  await judgeSome(call, begun, reading, atOnce);
  return { state: "checked", round: null };
}

/**
 * Reads or, once all are read, judges the next rows of a dry run, as the person who asked for it.
 *
 * @returns whether more are left. A round that was replaced or canceled is over.
 */
export async function continueCheck(call: Call, input: { rosterImportId: string; round: number }): Promise<boolean> {
  const row = await importById(call, input.rosterImportId);
  if (row.state !== "checking" || row.round !== input.round) return false;
  const reading = readingOf(row) ?? keep(row, await openReading(call, row, await rosterOf(call, row)));
  if (reading.read.length < reading.rows.length) {
    await readOn(reading, readStep);
    return moveOn(call, row, { read: reading.read.length });
  }
  return judgeSome(call, row, reading, pace.most);
}

/** A file as far as it is read by the mapping. */
type Reading = {
  rows: RosterRow[];
  readRow: (row: RosterRow) => ReadRow;
  read: ReadRow[];
  /** Rows repeat rows anywhere before them, so all are read before one is judged. */
  repeated: ReturnType<typeof openRepetitions>;
};

/** Dry runs under way in this process: the next step of a round need not read the file again. */
const underWay = new Map<string, { reading: Reading; forgetting: NodeJS.Timeout }>();
const mostUnderWay = 4;
const keptFor = 120_000;

const roundOf = ({ rosterImportId, round }: ImportRecord) => `${rosterImportId} ${round}`;

function drop(round: string): void {
  clearTimeout(underWay.get(round)?.forgetting);
  underWay.delete(round);
}

function readingOf(row: ImportRecord): Reading | null {
  const known = underWay.get(roundOf(row));
  known?.forgetting.refresh();
  return known?.reading ?? null;
}

function keep(row: ImportRecord, reading: Reading): Reading {
  const [oldest] = underWay.keys();
  if (underWay.size >= mostUnderWay && oldest !== undefined) drop(oldest);
  underWay.set(roundOf(row), { reading, forgetting: setTimeout(() => drop(roundOf(row)), keptFor).unref() });
  return reading;
}

const rosterOf = (call: Call, row: ImportRecord) => storedRoster(call.adapters.files, row.storageKey);

async function openReading(call: Call, row: ImportRecord, { rows }: Roster): Promise<Reading> {
  return { rows, readRow: rosterReader(await rosterContext(call, row.mapping)), read: [], repeated: openRepetitions() };
}

/** Reads on for about so many milliseconds. */
async function readOn({ rows, readRow, read, repeated }: Reading, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  for (const one of rows.slice(read.length)) {
    if (read.length % rowsAtOnce === 0) {
      if (performance.now() > until) return;
      await setImmediate();
    }
    const row = readRow(one);
    read.push(row);
    repeated.add(row);
  }
}

/** How far it is, unless it was canceled or begun anew meanwhile. @returns whether it was not */
async function moveOn(
  call: Call,
  row: ImportRecord,
  to: Partial<Pick<ImportRecord, "read" | "judged" | "state">>,
): Promise<boolean> {
  const [moved] = await call.db
    .update(rosterImport)
    .set(to)
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
  if (!moved) drop(roundOf(row));
  return moved !== undefined;
}

/** @param reading all of it read. @returns whether rows are left */
async function judgeSome(call: Call, row: ImportRecord, reading: Reading, most: number): Promise<boolean> {
  const began = performance.now();
  const { read, repeated } = reading;
  const some = read.slice(row.judged, row.judged + most);
  const judged = row.judged + some.length;
  const left = judged < read.length;
  if (!(await moveOn(call, row, { read: read.length, judged, state: left ? "checking" : "checked" }))) return false;
  if (!left) drop(roundOf(row));
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
  const rows = await likened(call, judgedRows);
  await insertRows(call, row.rosterImportId, rows);
  const tally = tallied(
    row.tally,
    rows.map((one) => ({ ...one, done: false })),
  );
  await call.db
    .update(rosterImport)
    .set({ tally })
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)));
  pace.learn(some.length, performance.now() - began);
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
