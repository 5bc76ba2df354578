import { buffer } from "node:stream/consumers";
import type { BodyOf, ResponseOf } from "@touchline/contract";
import { type loadRegistry, registryLimits } from "@touchline/contract/screening/registry";
import { type RegistryEntry, registryNameKeys } from "@touchline/rules";
import { and, asc, eq, inArray, notExists, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { FilesPort } from "../../../../adapters/files/port.ts";
import { newId } from "../../../../database/ids.ts";
import type { SharedDb } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { isAbandoned, openBatch, type Part, partOf, sharedBatchJob } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { enqueueShared, type SharedCall } from "../../../../jobs/jobs.ts";
import { registry, registryEntry, registryLoadPart, registryVersion } from "../../../../schema/screening.ts";
import { columnsFrom, type ReadFile, readRegistryFile, stored } from "./read-file.ts";

/** Entries that wait for their step in one row. */
const entriesOfPart = 250;
/** The parts inserted by one statement, so that the database's work is bounded. */
const partsAtOnce = 20;

/**
 * Reads a file and begins to load it. The version before is searched until this one is whole. A check writes nothing.
 *
 * @throws NotFound, 400, 413, 415; Conflict when another file of this registry is being loaded.
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
  // Only the rows are kept, not the file.
  await files.remove(upload.storageKey);
  const file = await readRegistryFile(bytes, columns === undefined ? {} : columnsFrom(columns));
  const versionId = checkOnly
    ? null
    : await run((db) => beginLoad(db, { registryId, asOf, fileName: upload.name, loadedBy, now }, file));
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

/** @returns the id of the version that is loaded from now on. */
async function beginLoad(
  db: SharedDb,
  of: { registryId: string; asOf: string; fileName: string; loadedBy: string | null; now: Date },
  { entries, refused }: Pick<ReadFile, "entries" | "refused">,
): Promise<string> {
  if (entries.length === 0) throw invalid("file", "No row of this file could be read. Correct it, then load it again.");
  const { registryId, asOf, loadedBy, now } = of;
  const [held] = await db.select().from(registry).where(eq(registry.registryId, registryId));
  if (!held) throw notFound("registry");
  const registryVersionId = newId();
  const begun = await db
    .insert(registryVersion)
    .values({
      ...{ registryVersionId, registryId, asOf, loadedBy },
      fileName: stored(of.fileName).slice(-255),
      ...{ entries: entries.length, refused: refused.length, loadedEntries: 0, state: "loading" },
      ...{ loadedAt: now, movedAt: now },
    })
    .onConflictDoNothing()
    .returning();
  if (begun.length === 0) {
    throw conflict("Another file of this registry is being loaded. Wait until it is done, or cancel it.", "loading");
  }
  const most = entriesOfPart * partsAtOnce;
  for (let start = 0; start < entries.length; start += most) {
    const parts = Array.from({ length: partsAtOnce }, (_, index) => start + index * entriesOfPart)
      .filter((first) => first < entries.length)
      .map((first) => ({
        ...{ registryVersionId, number: first / entriesOfPart },
        entries: entries.slice(first, first + entriesOfPart),
      }));
    await db.insert(registryLoadPart).values(parts);
  }
  await enqueueShared(db, loadEntries, { registryVersionId });
  return registryVersionId;
}

/** Stops a load between two steps; loaded entries are removed in further steps. @throws NotFound; Conflict (it has ended) */
export async function cancelLoad(db: SharedDb, registryId: string, registryVersionId: string): Promise<void> {
  const which = and(
    eq(registryVersion.registryId, registryId),
    eq(registryVersion.registryVersionId, registryVersionId),
  );
  const canceled = await db
    .update(registryVersion)
    .set({ state: "canceled" })
    .where(and(which, eq(registryVersion.state, "loading")))
    .returning();
  if (canceled.length > 0) return;
  const [version] = await db.select().from(registryVersion).where(which);
  if (!version) throw notFound("registryVersion");
  throw conflict("This file is no longer being loaded.", version.state);
}

type Version = typeof registryVersion.$inferSelect;

/** The parts of a file, one after the other: loaded, or, once it was canceled or has failed, removed. */
const loading = openBatch<{ registryVersionId: string }, Version, number, Part<number>, SharedCall>({
  size: openBatchSize({ least: 1, first: 2, most: 40 }),
  async begin({ db }, { registryVersionId }) {
    const [version] = await db
      .select()
      .from(registryVersion)
      .where(eq(registryVersion.registryVersionId, registryVersionId))
      .for("update");
    return version === undefined || version.state === "loaded" ? null : version;
  },
  isFirst: ({ loadedEntries }) => loadedEntries === 0,
  take: (call, version, most) => (version.state === "loading" ? loadParts : removeParts)(call, version, most),
  advance: ({ db, now }, { registryVersionId }) =>
    db.update(registryVersion).set({ movedAt: now }).where(eq(registryVersion.registryVersionId, registryVersionId)),
  async finish({ db, now }, { registryVersionId, registryId, state }) {
    if (state !== "loading") return;
    await db
      .update(registryVersion)
      .set({ state: "loaded", loadedAt: now, movedAt: now })
      .where(eq(registryVersion.registryVersionId, registryVersionId));
    await db.update(registry).set({ currentVersionId: registryVersionId }).where(eq(registry.registryId, registryId));
  },
});

/** Takes one step of a load. @returns whether more is left */
export const continueLoad = loading.step;

/** Loads a registry's file, some thousand entries at a time. */
export const loadEntries = sharedBatchJob({
  name: "registries.load",
  payload: z.object({ registryVersionId: z.uuid() }),
  step: continueLoad,
});

async function loadParts({ db }: SharedCall, { registryVersionId }: Version, most: number): Promise<Part<number>> {
  const parts = await db
    .select({ number: registryLoadPart.number, entries: registryLoadPart.entries })
    .from(registryLoadPart)
    .where(eq(registryLoadPart.registryVersionId, registryVersionId))
    .orderBy(asc(registryLoadPart.number))
    .limit(most);
  const entries = parts.flatMap((part) => part.entries);
  await writeEntries(db, registryVersionId, entries);
  await removeWaiting(
    db,
    registryVersionId,
    parts.map(({ number }) => number),
  );
  await db
    .update(registryVersion)
    .set({ loadedEntries: sql`${registryVersion.loadedEntries} + ${entries.length}` })
    .where(eq(registryVersion.registryVersionId, registryVersionId));
  return partOf(parts, most, (last) => last.number);
}

async function removeParts({ db }: SharedCall, { registryVersionId }: Version, most: number): Promise<Part<number>> {
  const entries = await db
    .select({ id: registryEntry.entryId })
    .from(registryEntry)
    .where(eq(registryEntry.registryVersionId, registryVersionId))
    .limit(most * entriesOfPart);
  const ids = sql.param(entries.map(({ id }) => id));
  await db.execute(sql`
    DELETE FROM registry_name_key WHERE registry_version_id = ${registryVersionId} AND entry_id = ANY(${ids}::text[])`);
  await db.execute(sql`
    DELETE FROM registry_entry WHERE registry_version_id = ${registryVersionId} AND entry_id = ANY(${ids}::text[])`);
  if (entries.length > 0) {
    await db
      .update(registryVersion)
      .set({ loadedEntries: sql`${registryVersion.loadedEntries} - ${entries.length}` })
      .where(eq(registryVersion.registryVersionId, registryVersionId));
    return { taken: most, next: 0 };
  }
  const parts = await db
    .select({ number: registryLoadPart.number })
    .from(registryLoadPart)
    .where(eq(registryLoadPart.registryVersionId, registryVersionId))
    .limit(most);
  await removeWaiting(
    db,
    registryVersionId,
    parts.map(({ number }) => number),
  );
  return partOf(parts, most, (last) => last.number);
}

const removeWaiting = (db: SharedDb, registryVersionId: string, numbers: readonly number[]) =>
  db
    .delete(registryLoadPart)
    .where(
      and(eq(registryLoadPart.registryVersionId, registryVersionId), inArray(registryLoadPart.number, [...numbers])),
    );

/** Marks a load that no job works on anymore as failed, and removes its entries. */
export async function tendLoads(db: SharedDb, now: Date): Promise<void> {
  const still = isAbandoned({ now }, registryVersion.movedAt, "registryVersionId", registryVersion.registryVersionId);
  const leavesNone = (table: typeof registryEntry | typeof registryLoadPart) =>
    notExists(db.select().from(table).where(eq(table.registryVersionId, registryVersion.registryVersionId)));
  const abandoned = await db
    .update(registryVersion)
    .set({ state: sql`CASE WHEN ${registryVersion.state} = 'loading' THEN 'failed' ELSE ${registryVersion.state} END` })
    .where(
      and(
        or(
          eq(registryVersion.state, "loading"),
          and(
            inArray(registryVersion.state, ["canceled", "failed"]),
            sql`NOT (${and(leavesNone(registryEntry), leavesNone(registryLoadPart))})`,
          ),
        ),
        still,
      ),
    )
    .returning();
  for (const { registryVersionId } of abandoned) await enqueueShared(db, loadEntries, { registryVersionId });
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
