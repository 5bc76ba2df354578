import { Readable } from "node:stream";
import { RequirementType } from "@touchline/contract";
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import yazl from "yazl";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { csvOf } from "../../../../documents/csv.ts";
import { conflict, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { confirmUploads, forgetBytes, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import type { Within } from "../../../../jobs/jobs.ts";
import { organizationExport } from "../../../../schema/administration.ts";
import { storedFile } from "../../../../schema/files.ts";
import { audit } from "../../../../security/audit.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { openStream, sealStream } from "../../../../security/sealed-stream.ts";
import { ownOrganization } from "../../../accounts/index.ts";
import { openable, openStored } from "../../../files/index.ts";
import { requireAccess } from "../../support/queries.ts";
import { exportById, oldestExport } from "../queries.ts";

/** Far more than any organization has. */
const mostBytes = 200_000_000_000;
const rowsAtOnce = 2_000;

type Table = { key: string; keyType?: "text"; columns: string; only?: SQL };

/** The types whose submissions prove who someone is, or come from a background check: none of their files is exported. */
const confidentialTypes = [
  RequirementType.BackgroundCheck,
  RequirementType.SexOffenderSearch,
  RequirementType.AgeVerification,
  RequirementType.IdentityVerification,
  RequirementType.LiveScan,
];

/**
 * Whether a row of `stored_file` is exported: a file of the organization or its content, or of a submission that isn't confidential.
 * Those sealed with a key of their own, whose destruction disposes of them, never are: a copy would outlive them.
 */
const isExported = sql`stored_file.wrapped_key IS NULL AND (
  EXISTS (SELECT FROM organization_file AS used
    WHERE used.organization_id = stored_file.organization_id AND used.file_id = stored_file.file_id)
  OR EXISTS (SELECT FROM content_file AS used
    WHERE used.organization_id = stored_file.organization_id AND used.file_id = stored_file.file_id)
  OR EXISTS (SELECT FROM waiver_signature AS used
    WHERE used.organization_id = stored_file.organization_id AND used.file_id = stored_file.file_id)
  OR EXISTS (SELECT FROM attempt_file AS used
    JOIN attempt USING (organization_id, attempt_id)
    JOIN requirement USING (organization_id, requirement_id)
    JOIN content USING (organization_id, content_id)
    WHERE used.organization_id = stored_file.organization_id AND used.file_id = stored_file.file_id
      AND NOT content.type = ANY(${sql.raw(`'{${confidentialTypes.join(",")}}'::smallint[]`)})))
  AND NOT EXISTS (SELECT FROM incident_document AS used
    WHERE used.organization_id = stored_file.organization_id AND used.file_id = stored_file.file_id)`;

/**
 * The tables of an export: the column that orders the rows, the columns that are written, and the rows if not all are. Sealed columns
 * aren't written, and nothing says who reported an incident.
 */
const tables: Readonly<Record<string, Table>> = {
  level: { key: "level_id", columns: "level_id, parent_id, name, kind, created_at, archived_at" },
  label: { key: "label_id", columns: "label_id, name, role" },
  profile: {
    key: "profile_id",
    columns: "profile_id, first_name, last_name, email, date_of_birth, activated_at, created_at, archived_at",
  },
  guardianship: {
    ...{ key: "guardian_profile_id::text || child_profile_id::text", keyType: "text" },
    columns: "guardian_profile_id, child_profile_id, created_at, ended_at",
  },
  profile_level_access: {
    key: "profile_level_access_id",
    columns: "profile_level_access_id, profile_id, level_id, label_id, joined_at",
  },
  content: { key: "content_id", columns: "content_id, level_id, type, name, description, created_at, archived_at" },
  requirement: {
    key: "requirement_id",
    columns: "requirement_id, profile_id, content_id, status, status_since, created_at, archived_at",
  },
  attempt: {
    key: "attempt_id",
    columns: "attempt_id, requirement_id, state, submitted_at, completed_at, expires_at, decided_at",
  },
  payment: {
    key: "payment_id",
    columns: "payment_id, state, method, amount, refunded, currency, paid_by, created_at, succeeded_at",
  },
  incident: {
    key: "incident_id",
    columns: "incident_id, profile_id, level_id, kind, state, happened_at, reported_at, authority_told_at, closed_at",
  },
  stored_file: {
    key: "file_id",
    columns: "file_id, name, media_type, bytes, sha256, uploaded_by, created_at, scan, destroyed_at",
    only: isExported,
  },
  audit_event: {
    key: "audit_event_id",
    columns: "audit_event_id, at, action, subject_id, profile_id, level_id, facts, actor_profile_id, actor",
    only: sql`action NOT LIKE 'incident.%'`,
  },
};

const about = `The data of an organization.

organization.json   its settings
tables/             levels, roles, people, families, memberships, requirements and their status, submissions, payments,
                    incidents without their descriptions, and the audit log; a CSV file for each, connected by ids
files/              files of the organization, of its requirements, and of submissions, named by their ids;
                    tables/stored_file.csv has their names

It leaves out:
- files and reports of background checks, of sex offender searches, of live scans, and of age and identity verifications
- descriptions and files of incidents, who reported them, and their entries in the audit log
- answers to forms, notes, messages, and everything else that is encrypted; forms and waivers are there as the files that were signed
- settings of requirements, assignments, fees, sign-up links, webhooks, and connections to other services

Incidents and records of people are exported from their own pages, before the organization is suspended.
`;

type Cells = readonly string[];

/** Reads a table a part at a time, each in a short transaction. */
async function* rowsOf(within: Within, table: string): AsyncGenerator<string> {
  const { key, keyType = "uuid", columns, only = sql`true` } = tables[table] as Table;
  const names = columns.split(", ");
  yield csvOf([names], { bom: true });
  for (let after: string | null = null; ; ) {
    const part: { key: string; cells: Cells }[] = await within(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ key: string; cells: (string | null)[] }>(sql`
        SELECT (${sql.raw(key)})::text AS key, ARRAY[${sql.raw(names.map((name) => `${name}::text`).join(", "))}] AS cells
        FROM ${sql.raw(table)} WHERE organization_id = ${organizationId} AND ${only} ${following(key, keyType, after)}
        ORDER BY ${sql.raw(key)} LIMIT ${rowsAtOnce}`);
      return rows.map((row) => ({ key: row.key, cells: row.cells.map((cell) => cell ?? "") }));
    });
    if (part.length === 0) return;
    yield csvOf(
      part.map(({ cells }) => cells),
      { bom: false },
    );
    after = part.at(-1)?.key ?? null;
  }
}

const following = (key: string, keyType: string, after: string | null): SQL =>
  after === null ? sql`` : sql`AND ${sql.raw(key)} > ${after}::${sql.raw(keyType)}`;

/** Exported files that are there and hold nothing harmful, by their ids. */
async function* keptFiles(within: Within) {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const part = await within((call) =>
      call.db
        .select({ ...openable, extension: storedFile.extension })
        .from(storedFile)
        .where(
          and(
            ours(storedFile, call),
            isExported,
            isNull(storedFile.destroyedAt),
            inArray(storedFile.scan, ["clean", "checked"]),
            gt(storedFile.fileId, after),
          ),
        )
        .orderBy(asc(storedFile.fileId))
        .limit(rowsAtOnce),
    );
    yield* part;
    const last = part.at(-1);
    if (!last) return;
    after = last.fileId;
  }
}

/**
 * Refuses what is only for an organization that is ending: as long as people use it, nobody but them takes their data out.
 *
 * @throws Conflict for an active organization
 */
async function refuseActive(call: Call): Promise<void> {
  const { suspendedAt } = await ownOrganization(call);
  if (suspendedAt === null) {
    throw conflict("Only a suspended or closed organization's data can be exported. Suspend it first.", "state");
  }
}

/** Starts an export. @throws Conflict for an active organization, and while one is being created */
export async function beginExport(call: Call, operator: string): Promise<string> {
  await refuseActive(call);
  const running = await call.db
    .select({ id: organizationExport.organizationExportId })
    .from(organizationExport)
    .where(
      and(
        ours(organizationExport, call),
        isNull(organizationExport.readyAt),
        gt(organizationExport.requestedAt, new Date(call.now.getTime() - 86_400_000)),
      ),
    );
  if (running.length > 0) throw conflict("An export is being created already. Wait until it is ready.", "running");
  const organizationExportId = newId();
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  await call.db.insert(organizationExport).values({
    ...{ organizationId: call.organizationId, organizationExportId, storageKey },
    ...{ requestedBy: operator, requestedAt: call.now, wrappedKey: call.adapters.vault.newWrappedKey() },
  });
  await audit(call, [{ action: "organization.exportRequested", subjectId: organizationExportId, facts: { operator } }]);
  return organizationExportId;
}

const exportPlace = ({ organizationId }: Pick<Call, "organizationId">, id: string): CipherContext => ({
  ...{ tenant: organizationId, table: "organization_export", column: "bytes", id },
});

/** What an export is made of; null: it was deleted meanwhile. */
export async function exportToWrite(call: Call, { organizationExportId }: { organizationExportId: string }) {
  const row = await exportById(call, organizationExportId);
  if (!row || row.readyAt !== null) return null;
  const { wrappedKey: _, logoStorageKey: __, ...settings } = await ownOrganization(call);
  const { storageKey, wrappedKey: key } = row;
  return { storageKey, key, place: exportPlace(call, organizationExportId), settings, at: call.now };
}

/** Writes the archive, sealed, while it is read: table after table, then file after file. */
export async function writeArchive(
  { storageKey, key: wrappedKey, place, settings, at: mtime }: NonNullable<Awaited<ReturnType<typeof exportToWrite>>>,
  adapters: Adapters,
  within: Within,
) {
  const archive = new yazl.ZipFile();
  const add = (path: string, open: () => Readable | Promise<Readable>, compress: boolean) =>
    archive.addReadStreamLazy(path, { mtime, compress }, (give) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => give(null, stream),
          (error) => give(error, Readable.from([])),
        );
    });
  archive.addBuffer(Buffer.from(about), "read-me.txt", { mtime });
  archive.addBuffer(Buffer.from(JSON.stringify(settings, null, 2)), "organization.json", { mtime });
  for (const table of Object.keys(tables)) {
    add(`tables/${table}.csv`, () => Readable.from(rowsOf(within, table)), true);
  }
  for await (const file of keptFiles(within)) {
    // Pictures and documents don't get smaller.
    add(`files/${file.fileId}.${file.extension}`, () => openStored(adapters, file), false);
  }
  archive.end();
  // An earlier, interrupted attempt may have left a partial file.
  await adapters.files.remove(storageKey);
  const source = archive.outputStream as Readable;
  archive.on("error", (error: Error) => source.destroy(error));
  let bytes = 0;
  const counted = async function* () {
    for await (const part of source as AsyncIterable<Buffer>) {
      bytes += part.length;
      yield part;
    }
  };
  const sealed = Readable.from(sealStream(counted(), { vault: adapters.vault, wrappedKey, place }), {
    objectMode: false,
  });
  const received = await adapters.files.receive(sealed, mostBytes, storageKey);
  if (!received) throw new Error("An export became larger than a file may be.");
  return { storageKey, bytes, sha256: received.sha256 };
}

/** Records that an export is complete. */
export async function finishExport(
  call: Call,
  { organizationExportId }: { organizationExportId: string },
  { storageKey, bytes, sha256 }: Awaited<ReturnType<typeof writeArchive>>,
): Promise<undefined> {
  const done = await call.db
    .update(organizationExport)
    .set({ readyAt: call.now, bytes, sha256 })
    .where(
      and(
        ours(organizationExport, call),
        eq(organizationExport.organizationExportId, organizationExportId),
        isNull(organizationExport.readyAt),
      ),
    )
    .returning({ id: organizationExport.organizationExportId });
  // Of one that was deleted meanwhile the bytes go, too.
  if (done.length > 0) await confirmUploads(call, [storageKey]);
  return undefined;
}

/**
 * Opens an export for an operator. Each download is recorded.
 *
 * @throws Forbidden without support access; NotFound, also once its time is over; Conflict while it is created, and after the organization
 * was resumed.
 */
export async function openExport(call: Call, operator: string, organizationExportId: string): Promise<FileAnswer> {
  await requireAccess(call, operator);
  await refuseActive(call);
  const row = await exportById(call, organizationExportId);
  if (!row) throw notFound("export");
  if (row.readyAt === null) throw conflict("The export isn't ready yet. Try again in a few minutes.", "running");
  await audit(call, [
    { action: "organization.exportDownloaded", subjectId: organizationExportId, facts: { operator } },
  ]);
  return {
    name: `organization ${row.requestedAt.toISOString().slice(0, 10)}.zip`,
    mediaType: "application/zip",
    bytes: row.bytes,
    stream: Readable.from(
      openStream((await call.adapters.files.open(row.storageKey)) as AsyncIterable<Buffer>, {
        ...{ vault: call.adapters.vault, wrappedKey: row.wrappedKey },
        place: exportPlace(call, organizationExportId),
      }),
      { objectMode: false },
    ),
  };
}

/** Deletes exports whose time is over, with their keys. */
export async function deleteExpiredExports(call: Call): Promise<void> {
  const gone = await call.db
    .delete(organizationExport)
    .where(and(ours(organizationExport, call), lte(organizationExport.requestedAt, oldestExport(call))))
    .returning({ storageKey: organizationExport.storageKey });
  await forgetBytes(
    call,
    gone.map(({ storageKey }) => storageKey),
  );
}
