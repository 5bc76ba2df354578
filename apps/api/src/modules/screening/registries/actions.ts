import { buffer } from "node:stream/consumers";
import type { BodyOf, ResponseOf } from "@touchline/contract";
import {
  type addRegistry,
  type loadRegistry,
  type RegistryField,
  registryFields,
  registryLimits,
} from "@touchline/contract/screening/registry";
import {
  columnsProblem,
  openDateOrder,
  proposeRegistryColumns,
  type RegistryColumns,
  type RegistryEntry,
  registryEntryOf,
  registryNameKeys,
} from "@touchline/rules";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { FilesPort } from "../../../adapters/files/port.ts";
import { newId } from "../../../database/ids.ts";
import type { SharedDb } from "../../../database/tenancy.ts";
import { type RawRow, textRows } from "../../../documents/read-csv.ts";
import { conflict, invalid, notFound, Refusal } from "../../../errors.ts";
import type { UploadedFile } from "../../../http/mount.ts";
import { registry, registryVersion } from "../../../schema/screening.ts";

/** @throws Conflict when another one has this name. */
export async function addOne(
  db: SharedDb,
  now: Date,
  { name, searchUrl }: BodyOf<typeof addRegistry>,
): Promise<{ registryId: string }> {
  const registryId = newId();
  const added = await db
    .insert(registry)
    .values({ registryId, name, searchUrl, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) throw conflict("A registry with this name already exists. Load the file there.", "nameTaken");
  return { registryId };
}

/** Searches another version from now on, or none. @throws NotFound */
export async function searchVersion(db: SharedDb, registryId: string, versionId: string | null): Promise<void> {
  const moved = await db
    .update(registry)
    .set({ currentVersionId: versionId })
    .where(
      sql`${registry.registryId} = ${registryId} AND (${versionId}::uuid IS NULL OR EXISTS (
        SELECT FROM registry_version AS version WHERE version.registry_id = ${registryId}
          AND version.registry_version_id = ${versionId}::uuid))`,
    )
    .returning();
  if (moved.length === 0) throw notFound("registryVersion");
}

type Refused = { row: number; reason: string };
/** What a file says, row by row. */
export type ReadFile = { columns: RegistryColumns; entries: readonly RegistryEntry[]; refused: readonly Refused[] };

const chosenColumns = z.record(z.string(), z.enum(registryFields).nullable());

/**
 * Reads a registry's file. Every row is an entry or is refused with its reason.
 *
 * @param chosen what columns are, by heading; the others are as their headings say.
 * @throws 415 when there are no rows; 413 when there are too many rows or columns; 400 when no column holds the names.
 */
export async function readRegistryFile(
  bytes: Uint8Array,
  chosen: Readonly<Record<string, RegistryField | null>> = {},
): Promise<ReadFile> {
  // One more for the headings.
  const { raws } = await textRows(bytes, { ...registryLimits, rows: registryLimits.rows + 1 });
  const rows = raws
    .map((raw, place) => ({ ...raw, row: place + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) {
    throw new Refusal("unsupportedType", "This file has no rows below its headings. Choose another one.");
  }
  if (others.length > registryLimits.rows) {
    throw new Refusal("tooLarge", `This file has more than ${registryLimits.rows.toLocaleString("en")} rows.`);
  }
  const headers = distinct(
    first.cells.map((cell, place) => stored(cell).trim().slice(0, 100) || `Column ${place + 1}`),
  );
  if (headers.length > registryLimits.columns) {
    throw new Refusal("tooLarge", `This file has ${headers.length} columns. Use at most ${registryLimits.columns}.`);
  }
  const columns = proposeRegistryColumns(headers).map(({ heading, field }) => ({
    heading,
    field: heading in chosen ? (chosen[heading] ?? null) : field,
  }));
  const problem = columnsProblem(columns);
  if (problem !== null) throw invalid("columns", problem);
  return { columns, ...entriesOf(others, columns) };
}

/** Headings that stand above several columns are numbered: columns are told apart by them. */
const distinct = (headings: readonly string[]): string[] =>
  headings.map((heading, place) => {
    const before = headings.slice(0, place).filter((one) => one === heading).length;
    return before === 0 ? heading : `${heading} (${before + 1})`;
  });

function entriesOf(rows: readonly (RawRow & { row: number })[], columns: RegistryColumns) {
  const birth = columns.findIndex(({ field }) => field === "dateOfBirth");
  const orders = openDateOrder();
  if (birth >= 0) for (const { cells } of rows) orders.add(cells[birth] ?? "");
  const { order } = orders.found();
  const entries = new Map<string, RegistryEntry>();
  const refused: Refused[] = [];
  for (const { cells, fault, row } of rows) {
    const entry =
      fault ?? rowProblem(cells, columns.length) ?? registryEntryOf(cells.map(stored), columns, { order, row });
    if (typeof entry === "string") refused.push({ row, reason: entry });
    else if (entries.has(entry.entryId))
      refused.push({ row, reason: `“${entry.entryId}” is the ID of an earlier row.` });
    else entries.set(entry.entryId, entry);
  }
  return { entries: [...entries.values()], refused };
}

function rowProblem(cells: readonly string[], width: number): string | null {
  if (cells.some((cell) => cell.length > registryLimits.cell)) {
    return `A cell of this row has more than ${registryLimits.cell.toLocaleString("en")} characters.`;
  }
  return cells.slice(width).some((cell) => cell.trim() !== "")
    ? "This row has more cells than there are columns."
    : null;
}

/** Fit for the database, whatever the file holds. */
const stored = (text: string) => text.replaceAll("\0", "").toWellFormed();

/** Entries of one statement: bounds what the database takes in at once. */
const atOnce = 2_000;

/**
 * Loads a file whole, as the version that is searched from then on: in one transaction, so that the version before is searched until
 * this one is complete. A check writes nothing.
 *
 * @throws NotFound, 400, 413, 415
 */
export async function loadFile(
  run: <Result>(work: (db: SharedDb) => Promise<Result>) => Promise<Result>,
  { now, loadedBy, files }: { now: Date; loadedBy: string | null; files: Pick<FilesPort, "open" | "remove"> },
  registryId: string,
  { asOf, checkOnly, columns, uploads }: BodyOf<typeof loadRegistry> & { uploads: readonly UploadedFile[] },
): Promise<ResponseOf<typeof loadRegistry>> {
  const [upload, ...others] = uploads;
  if (!upload || others.length > 0) throw invalid("file", "Choose one file.");
  if (asOf > now.toISOString().slice(0, 10)) throw invalid("asOf", "This date is in the future.");
  const bytes = await buffer(await files.open(upload.storageKey));
  // Only what was read of it is kept.
  await files.remove(upload.storageKey);
  const file = await readRegistryFile(bytes, columns === undefined ? {} : columnsFrom(columns));
  const versionId = checkOnly
    ? null
    : await run((db) => writeVersion(db, { registryId, asOf, fileName: upload.name, loadedBy, now }, file));
  return {
    versionId,
    columns: [...file.columns],
    entries: file.entries.length,
    withoutBirth: file.entries.filter((entry) => entry.dateOfBirth === null).length,
    refused: file.refused.length,
    refusedRows: file.refused.slice(0, registryLimits.refusedShown),
    sample: file.entries.slice(0, 5).map(({ names, dateOfBirth }) => ({ names: names.map(fullName), dateOfBirth })),
  };
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

function columnsFrom(text: string): Record<string, RegistryField | null> {
  try {
    return chosenColumns.parse(JSON.parse(text));
  } catch {
    throw invalid("columns", "This isn't a record of headings and fields.");
  }
}

/** @returns the id of the version, which is searched from now on. @throws NotFound, 400 without any entry */
export async function writeVersion(
  db: SharedDb,
  of: { registryId: string; asOf: string; fileName: string; loadedBy: string | null; now: Date },
  { entries, refused }: Pick<ReadFile, "entries" | "refused">,
): Promise<string> {
  if (entries.length === 0) throw invalid("file", "No row of this file could be read. Correct it, then load it again.");
  const { registryId, asOf, loadedBy, now } = of;
  const [held] = await db.select().from(registry).where(eq(registry.registryId, registryId)).for("update");
  if (!held) throw notFound("registry");
  const registryVersionId = newId();
  const fileName = stored(of.fileName).slice(-255);
  const counts = { entries: entries.length, refused: refused.length };
  await db
    .insert(registryVersion)
    .values({ registryVersionId, registryId, asOf, fileName, ...counts, loadedBy, loadedAt: now });
  for (let start = 0; start < entries.length; start += atOnce) {
    await writeEntries(db, registryVersionId, entries.slice(start, start + atOnce));
  }
  await db.update(registry).set({ currentVersionId: registryVersionId }).where(eq(registry.registryId, registryId));
  return registryVersionId;
}

async function writeEntries(db: SharedDb, versionId: string, entries: readonly RegistryEntry[]): Promise<void> {
  const json = (of: (entry: RegistryEntry) => unknown) => sql.param(entries.map((entry) => JSON.stringify(of(entry))));
  await db.execute(sql`
    INSERT INTO registry_entry (registry_version_id, entry_id, names, date_of_birth, link, facts)
    SELECT ${versionId}::uuid, * FROM unnest(
      ${sql.param(entries.map((entry) => entry.entryId))}::text[], ${json(({ names }) => names)}::jsonb[],
      ${sql.param(entries.map((entry) => entry.dateOfBirth))}::date[], ${sql.param(entries.map((entry) => entry.link))}::text[],
      ${json(({ facts }) => facts)}::jsonb[])`);
  const keys = entries
    .filter((entry) => entry.dateOfBirth === null)
    .flatMap(({ entryId, names }) => registryNameKeys(names).map((key) => ({ key, entryId })));
  await db.execute(sql`
    INSERT INTO registry_name_key (name_key, registry_version_id, entry_id)
    SELECT name_key, ${versionId}::uuid, entry_id FROM unnest(
      ${sql.param(keys.map(({ key }) => key))}::text[], ${sql.param(keys.map(({ entryId }) => entryId))}::text[]
    ) AS given (name_key, entry_id)`);
}
