import type { ResponseOf } from "@touchline/contract";
import { type fixImportRow, mostFixedRows } from "@touchline/contract/setup/imports";
import {
  type ReadRow,
  type RosterRow,
  type RowCells,
  rosterReader,
  rowNameKey,
  samePerson,
  sameRow,
} from "@touchline/rules";
import { and, count, eq, inArray, min, ne, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { rosterImport, rosterImportFix, rosterImportRow } from "../../../../schema/setup.ts";
import { type ImportRecord, importById, shownRows } from "../queries.ts";
import { countedOf, judgedRows, type ReadBeside } from "./check.ts";
import { rosterContext } from "./context.ts";
import { mailKey } from "./guardians.ts";
import { holdAtRest } from "./similar-people.ts";
import { tallied } from "./tally.ts";

type RowRecord = typeof rosterImportRow.$inferSelect;

/** Rows with one name that a row is compared with, and duplicates of it, at most. */
const mostCompared = 500;

/**
 * Corrects cells of a row that needs fixing, and judges it and its duplicates again; all other rows stay. Corrections are kept
 * when the file is read with another mapping.
 *
 * @param input.revision the row's number of corrections when it was read.
 * @throws NotFound, Forbidden; Conflict (corrected meanwhile, not faulty, imported already, too many, or the import is running).
 */
export async function fixRow(
  call: Call,
  input: { rosterImportId: string; number: number; cells: RowCells; revision: number },
): Promise<ResponseOf<typeof fixImportRow>> {
  const row = await holdAtRest(call, await importById(call, input.rosterImportId));
  const before = await rowsNumbered(call, row, [input.number]);
  const [faulty] = before;
  if (!faulty) throw notFound("row");
  if (faulty.doneAt !== null) throw conflict("This row was already imported. Edit the person instead.", "done");
  if (faulty.cells === null) throw conflict("This row needs no fixing.", "notFaulty");
  const cells = await keepFix(call, row, input);
  const beside = await twinsOf(call, row, input.number);
  const readRow = rosterReader(await rosterContext(call, row));
  const raw: RosterRow = { number: input.number, cells: [], fault: null, fixed: { ...faulty.cells, ...cells } };
  const read = readRow(raw);
  const changed = [
    // As in the file: corrections are stored apart.
    { read, cells: faulty.cells, externalId: faulty.externalId },
    ...beside.map((twin): ReadBeside => ({ read: readAgain(twin), cells: twin.cells, externalId: twin.externalId })),
  ];
  const now = await judgedRows(call, row.rosterImportId, changed, {
    ...(await comparedWithOthers(
      call,
      row,
      changed.map((one) => one.read),
    )),
    partner: row.partner,
  });
  const numbers = now.map((one) => one.number);
  await call.db.delete(rosterImportRow).where(and(ofImport(call, row), inArray(rosterImportRow.number, numbers)));
  await insertRows(call, rosterImportRow, now);
  await call.db
    .update(rosterImport)
    .set({ tally: tallied(row.tally, now.map(countedOf), [faulty, ...beside].map(countedOf)) })
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)));
  const [shown] = await shownRows(call, row, await rowsNumbered(call, row, [input.number]));
  if (!shown) throw notFound("row");
  return shown;
}

const ofImport = (call: Call, row: ImportRecord) =>
  and(ours(rosterImportRow, call), eq(rosterImportRow.rosterImportId, row.rosterImportId));

const rowsNumbered = (call: Call, row: ImportRecord, numbers: number[]): Promise<RowRecord[]> =>
  call.db
    .select()
    .from(rosterImportRow)
    .where(and(ofImport(call, row), inArray(rosterImportRow.number, numbers)));

/**
 * Adds corrections to a row.
 *
 * @returns all of its corrections.
 * @throws Conflict (corrected in the meantime, or too many rows are)
 */
async function keepFix(
  call: Call,
  row: ImportRecord,
  { number, cells, revision }: { number: number; cells: RowCells; revision: number },
): Promise<RowCells> {
  const { rosterImportId } = row;
  const ofRow = and(ours(rosterImportFix, call), eq(rosterImportFix.rosterImportId, rosterImportId));
  const [known] = await call.db
    .select()
    .from(rosterImportFix)
    .where(and(ofRow, eq(rosterImportFix.number, number)));
  if ((known?.revision ?? 0) !== revision) {
    throw conflict(
      "This row was changed in another window. Check it, then make your change again.",
      "concurrentChange",
    );
  }
  const all = { ...known?.cells, ...cells };
  if (known) {
    await call.db
      .update(rosterImportFix)
      .set({ cells: all, revision: revision + 1, fixedAt: call.now })
      .where(and(ofRow, eq(rosterImportFix.number, number)));
    return all;
  }
  const [fixed] = await call.db.select({ rows: count() }).from(rosterImportFix).where(ofRow);
  if ((fixed?.rows ?? 0) >= mostFixedRows) {
    const most = mostFixedRows.toLocaleString("en");
    throw conflict(
      `You can fix at most ${most} rows here. Correct the others in your file and import it again.`,
      "tooMany",
    );
  }
  await call.db.insert(rosterImportFix).values({
    organizationId: call.organizationId,
    rosterImportId,
    number,
    cells: all,
    revision: 1,
    fixedAt: call.now,
  });
  return all;
}

/** Lists the duplicates of a row. */
const twinsOf = (call: Call, row: ImportRecord, number: number): Promise<RowRecord[]> =>
  call.db
    .select()
    .from(rosterImportRow)
    .where(and(ofImport(call, row), eq(rosterImportRow.twin, number)))
    .limit(mostCompared);

/** Returns a stored row as it was read. */
function readAgain(row: RowRecord): ReadRow {
  const { number, firstName, lastName, address, email, dateOfBirth, phone, minor, levelId, newLevel, labelId } = row;
  return {
    ...{ number, firstName, lastName, address, email, dateOfBirth, phone, minor, levelId, newLevel, labelId },
    level: row.levelWord,
    label: row.labelWord,
    guardians: (row.guardians ?? []).map((one) => ({
      firstName: one.firstName,
      lastName: one.lastName,
      email: one.email,
    })),
    notes: [],
    wrong: null,
  };
}

/** Finds which rows of the file these rows repeat, and which row names their guardians first. */
async function comparedWithOthers(call: Call, row: ImportRecord, reads: readonly ReadRow[]) {
  const duplicateOf = new Map<number, number>();
  const samePersonAs = new Map<number, number>();
  const before: ReadRow[] = [];
  for (const read of reads.filter((one) => one.wrong === null)) {
    const others = [
      ...before,
      ...(await othersOfName(
        call,
        row,
        read,
        reads.map((one) => one.number),
      )),
    ];
    const twin = others.find((other) => sameRow(other, read));
    const person = others.find((other) => samePerson(other, read));
    if (twin) duplicateOf.set(read.number, twin.number);
    else if (person) samePersonAs.set(read.number, person.number);
    before.push(read);
  }
  const guardians = new Map<string, number>();
  for (const { email } of reads.flatMap((one) => one.guardians)) {
    const [first] = await call.db
      .select({ number: min(rosterImportRow.number) })
      .from(rosterImportRow)
      .where(
        and(
          ofImport(call, row),
          ne(rosterImportRow.fate, "error"),
          sql`${rosterImportRow.guardians} @> ${JSON.stringify([{ email }])}::jsonb`,
        ),
      );
    if (first?.number) guardians.set(mailKey(email), first.number);
  }
  return { repeated: { duplicateOf, samePersonAs }, guardians };
}

/** Lists the understood rows with the name of a row, except some. */
async function othersOfName(call: Call, row: ImportRecord, read: ReadRow, besides: number[]): Promise<ReadRow[]> {
  const rows = await call.db
    .select()
    .from(rosterImportRow)
    .where(
      and(
        ofImport(call, row),
        eq(rosterImportRow.nameKey, rowNameKey(read)),
        inArray(rosterImportRow.fate, ["create", "join", "alike", "present"]),
        sql`${rosterImportRow.number} <> ALL(${sql.param(besides)}::integer[])`,
      ),
    )
    .orderBy(rosterImportRow.number)
    .limit(mostCompared);
  return rows.map(readAgain);
}
