import { setImmediate } from "node:timers/promises";
import type { ImportState } from "@touchline/contract";
import type { ImportRowResult, RosterMapping } from "@touchline/contract/setup/imports";
import {
  fateOf,
  openDateOrder,
  openRepetitions,
  type ReadRow,
  type Repetitions,
  type RowCells,
  rosterReader,
  rowNameKey,
} from "@touchline/rules";
import { and, eq, inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { sortNameOf } from "../../../../database/names.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { type JudgedGuardian, rosterImport, rosterImportRow } from "../../../../schema/setup.ts";
import { fixesOf, type ImportRecord, importById } from "../queries.ts";
import { namesakesOf, rosterContext } from "./context.ts";
import { adultsWith, alreadyHere, judgedGuardians, mailKey } from "./guardians.ts";
import {
  type Fated,
  followPartner,
  openPartnerPeople,
  type PartnerPeople,
  partnerFates,
  partnerRoster,
} from "./partner.ts";
import { type Roster, type SourceRow, storedRoster, withoutInvalidCharacters } from "./read.ts";
import { faultyCells, kept } from "./row-record.ts";
import { likesOf } from "./similar-people.ts";
import { tallied } from "./tally.ts";

/** Rows up to which a file is judged at once, in the answer. */
export const atOnce = 2_000;
/** Rows of a longer file that one transaction judges. */
const size = openBatchSize({ least: 100, first: 1_000, most: 2_000 });
/** Milliseconds of reading in one step, so that progress shows. */
const readStep = 400;
/** Rows that are read without a pause for other work. */
const rowsAtOnce = 10;

/**
 * Returns what a dry run needs to read first to be answered at once: the file's key; null when a job will do it.
 *
 * @throws NotFound, Forbidden
 */
export async function readBeforeCheck(call: Call, rosterImportId: string): Promise<string | null> {
  const { storageKey, rowCount, partner } = await importById(call, rosterImportId);
  return rowCount > atOnce || partner !== null ? null : storageKey;
}

/**
 * Starts a dry run with a mapping and discards what an earlier one found. The organization's data doesn't change.
 *
 * @param input.roster a short file that was read; a job reads a long one.
 * @returns the round to continue; null when every row is judged already.
 * @throws NotFound, Forbidden; 400 (the mapping names a missing column); Conflict (it is running or done).
 */
export async function checkImport(
  call: Call,
  input: { rosterImportId: string; mapping: RosterMapping; roster: Roster | null },
): Promise<{ state: ImportState; round: number | null }> {
  const row = await importById(call, input.rosterImportId);
  // What a partner's columns are isn't a matter of choice.
  const mapping = row.partner === null ? input.mapping : { ...input.mapping, columns: row.mapping.columns };
  for (const [field, place] of Object.entries(input.mapping.columns)) {
    if (place !== null && place >= row.headers.length)
      throw invalid(`columns.${field}`, "The file has no such column.");
  }
  const round = row.round + 1;
  const [begun] = await call.db
    .update(rosterImport)
    .set({
      state: "checking",
      mapping,
      round,
      read: 0,
      judged: 0,
      tally: {},
      failure: null,
      dateOrder: null,
      dateExample: null,
    })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, row.rosterImportId),
        eq(rosterImport.round, row.round),
        inArray(rosterImport.state, ["draft", "checking", "checked"]),
      ),
    )
    .returning();
  if (!begun) throw conflict("This import is running or finished. Upload the file again to change it.", row.state);
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
 * Reads the next rows of a dry run or, when all are read, judges them, as the person who started it.
 *
 * @returns whether more are left. A replaced or canceled round is over.
 */
export async function continueCheck(call: Call, input: { rosterImportId: string; round: number }): Promise<boolean> {
  const row = await importById(call, input.rosterImportId);
  if (row.state !== "checking" || row.round !== input.round) return false;
  const reading = readingOf(row) ?? keep(row, await openReading(call, row, await rosterOf(call, row)));
  if (reading.read.length < reading.rows.length) {
    await readOn(reading, readStep);
    return moveOn(call, row, { read: reading.read.length });
  }
  return judgeSome(call, row, reading, size.most);
}

/** A file as far as the mapping has read it. */
type Reading = {
  rows: SourceRow[];
  mapping: RosterMapping;
  readRow: (row: SourceRow) => ReadRow;
  read: ReadRow[];
  /** All rows are read before any is judged, because a row may repeat any row before it. */
  repeated: ReturnType<typeof openRepetitions>;
  /** The first row that names a guardian, by the address. */
  guardians: Map<string, number>;
  people: ReturnType<typeof openPartnerPeople>;
};

/** Dry runs in this process, so that the next step needn't read the file again. */
const readings = new Map<string, { reading: Reading; forgetting: NodeJS.Timeout }>();
const mostUnderWay = 4;
const keptFor = 120_000;

const roundOf = ({ rosterImportId, round }: ImportRecord) => `${rosterImportId} ${round}`;

function drop(round: string): void {
  clearTimeout(readings.get(round)?.forgetting);
  readings.delete(round);
}

function readingOf(row: ImportRecord): Reading | null {
  const known = readings.get(roundOf(row));
  known?.forgetting.refresh();
  return known?.reading ?? null;
}

function keep(row: ImportRecord, reading: Reading): Reading {
  const [oldest] = readings.keys();
  if (readings.size >= mostUnderWay && oldest !== undefined) drop(oldest);
  readings.set(roundOf(row), { reading, forgetting: setTimeout(() => drop(roundOf(row)), keptFor).unref() });
  return reading;
}

const rosterOf = (call: Call, row: ImportRecord) =>
  row.partner === null ? storedRoster(call.adapters.files, row.storageKey) : partnerRoster(call, row);

async function openReading(call: Call, row: ImportRecord, roster: Roster): Promise<Reading> {
  const fixes = await fixesOf(call, row.rosterImportId);
  const rows = roster.rows.map((one) => {
    const fix = fixes.get(one.number);
    return fix ? { ...one, fixed: fix.cells } : one;
  });
  const dates = await datesOf(rows, row.mapping);
  await call.db
    .update(rosterImport)
    .set({ dateOrder: dates.order, dateExample: dates.example && withoutInvalidCharacters(dates.example.slice(0, 40)) })
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)));
  const context = await rosterContext(call, { mapping: row.mapping, dateOrder: dates.order });
  return {
    rows,
    mapping: row.mapping,
    readRow: rosterReader(context),
    read: [],
    repeated: openRepetitions(),
    guardians: new Map(),
    people: openPartnerPeople(row.partner),
  };
}

/** Finds the format of the date column; nothing for a file without one. */
async function datesOf(rows: readonly SourceRow[], { columns }: RosterMapping) {
  const dates = openDateOrder();
  const place = columns.dateOfBirth;
  for (const [at, row] of rows.entries()) {
    if (place === null) break;
    if (at % 1000 === 0) await setImmediate();
    dates.add(row.cells[place] ?? "");
  }
  return dates.found();
}

/** Continues to read for about this many milliseconds. */
async function readOn(
  { rows, readRow, read, repeated, guardians, people }: Reading,
  milliseconds: number,
): Promise<void> {
  const until = performance.now() + milliseconds;
  for (const one of rows.slice(read.length)) {
    if (read.length % rowsAtOnce === 0) {
      if (performance.now() > until) return;
      await setImmediate();
    }
    const row = people.judge(readRow(one), one.partner);
    read.push(row);
    repeated.add(row);
    if (row.wrong !== null) continue;
    for (const { email } of row.guardians) {
      if (!guardians.has(mailKey(email))) guardians.set(mailKey(email), row.number);
    }
  }
}

/** Saves the progress, unless the round was canceled or replaced. @returns whether it was saved */
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

/**
 * Judges the next rows.
 *
 * @param reading the whole file, read.
 * @returns whether rows are left
 */
async function judgeSome(call: Call, row: ImportRecord, reading: Reading, most: number): Promise<boolean> {
  const began = performance.now();
  const { read } = reading;
  const some = read.slice(row.judged, row.judged + most);
  const judged = row.judged + some.length;
  const left = judged < read.length;
  if (!(await moveOn(call, row, { read: read.length, judged, state: left ? "checking" : "checked" }))) return false;
  if (!left) drop(roundOf(row));
  const raw = reading.rows.slice(row.judged, judged);
  const rows = await judgedRows(
    call,
    row.rosterImportId,
    some.map((one, at) => ({
      read: one,
      cells: faultyCells(one, raw[at] as SourceRow, reading.mapping),
      externalId: raw[at]?.partner?.externalId ?? null,
    })),
    { ...reading, partner: row.partner },
  );
  await insertRows(call, rosterImportRow, rows);
  const tally = tallied(row.tally, rows.map(countedOf));
  await call.db
    .update(rosterImport)
    .set({ tally })
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)));
  if (!left) await followPartner(call, row);
  size.learn(some.length, performance.now() - began);
  return left;
}

type RowRecord = typeof rosterImportRow.$inferInsert;

/** A row as it was read; `cells`: the file's cells of a row that can be fixed in place. */
export type ReadBeside = { read: ReadRow; cells: RowCells | null; externalId: string | null };

/** What of a row is counted. */
export const countedOf = ({ fate, invites, doneAt }: Pick<RowRecord, "fate" | "invites" | "doneAt">) => ({
  fate,
  invites: invites ?? 0,
  done: (doneAt ?? null) !== null,
});

/**
 * Compares rows, with the guardians they name, with the people of the organization, and returns rows to be stored.
 *
 * @param beside which rows repeat others, and which one names a guardian first.
 */
export async function judgedRows(
  call: Call,
  rosterImportId: string,
  rows: readonly ReadBeside[],
  beside: {
    repeated: Repetitions;
    guardians: ReadonlyMap<string, number>;
    partner: ImportRecord["partner"];
    people?: PartnerPeople;
  },
): Promise<RowRecord[]> {
  const good = rows.filter(({ read }) => read.wrong === null).map(({ read }) => read);
  const known = await namesakesOf(call, good);
  const adults = await adultsWith(
    call,
    good.flatMap(({ guardians }) => guardians.map((one) => one.email)),
  );
  // The import doesn't reveal people whom the importer may not see; the row joins them when it is written.
  const seen = (read: ReadRow) =>
    (known.get(sortNameOf(read.firstName, read.lastName)) ?? []).filter((person) => person.seen);
  const decided = await partnerFates(call, rows, { ...beside, seen });
  const fates = rows.map(({ read }) => ({
    ...read,
    ...(decided?.get(read.number) ?? fated(read, beside.repeated, seen(read))),
  }));
  // New people who resemble somebody whom the importer sees wait for an answer, in each of their rows.
  const likes = await likesOf(
    call,
    fates.filter((row) => row.fate === "create" || (row.fate === "join" && row.profileId === null)),
  );
  return fates.map((row, at) => {
    const like = row.like ?? likes.get(row.number);
    const guardians = guardiansOf(call, row, adults, beside.guardians);
    const newGuardians = guardians.filter((one) => one.fate === "new" && one.message === "").length;
    return {
      ...kept(row),
      organizationId: call.organizationId,
      rosterImportId,
      fate: like ? "alike" : row.fate,
      field: row.field,
      message: row.message,
      twin: row.twin,
      nameKey: row.wrong === null ? rowNameKey(row) : "",
      guardians: guardians.length === 0 ? null : guardians,
      invites: (row.email === null ? 0 : 1) + newGuardians,
      likeProfileId: like?.profileId ?? null,
      likeAccessId: like?.profileLevelAccessId ?? null,
      likeReasons: like?.reasons ?? null,
      profileId: row.fate === "present" ? row.profileId : null,
      externalId: rows[at]?.externalId ?? null,
      cells: rows[at]?.cells ?? null,
    };
  });
}

/** Guardians are added only with a child who is added. */
function guardiansOf(
  call: Call,
  row: ReadRow & { fate: ImportRowResult },
  adults: Parameters<typeof judgedGuardians>[2],
  firstNamed: Parameters<typeof judgedGuardians>[3],
): JudgedGuardian[] {
  if (row.fate === "create") return judgedGuardians(call, row, adults, firstNamed);
  if (row.fate !== "join") return [];
  return row.guardians.map((guardian) => ({ ...guardian, fate: "left", message: alreadyHere }));
}

function fated(row: ReadRow, { duplicateOf, samePersonAs }: Repetitions, known: Parameters<typeof fateOf>[1]): Fated {
  const nobody = { profileId: null, field: null, twin: null };
  if (row.wrong) return { ...nobody, fate: "error", field: row.wrong.field, message: row.wrong.message };
  const twin = duplicateOf.get(row.number);
  if (twin !== undefined) return { ...nobody, fate: "duplicate", message: `Duplicate of row ${twin}.`, twin };
  const { fate, profileId } = fateOf(row, known);
  const first = samePersonAs.get(row.number);
  if (fate === "create" && first !== undefined) {
    return { ...nobody, fate: "join", message: `The same person as in row ${first}, with another membership.` };
  }
  return { ...nobody, fate, profileId, message: fate === "create" ? row.notes.join(" ") : "" };
}
