import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { beginning, canonical, partText, sha256 } from "../../../../security/audit-chain.ts";
import { type AuditCriteria, aboutOneself, isWhole, matching } from "./filter.ts";
import { recordOf, type SourceName, saidBy, sealedHashOf, sourceOf } from "./sources.ts";

/** Entries in one part. */
const most = 2_000;

export type AuditExportEntry = {
  sequence: string;
  source: SourceName;
  id: string;
  content: string;
  sealed: string | null;
  hash: string;
  sealedAt: string;
};
type Said = { id: string; said: Record<string, unknown>; sealedHash: string | null; shown: boolean; hidden: boolean };

const utc = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const hex = (column: string) => sql.raw(`encode(${column}, 'hex')`);

/** Where an export begins and ends; stated in the head of each part, so that a missing part at either end is noticed. */
export type Extent = { first: number; last: number };

/** Returns the extent of an export that begins now; null when nothing is sealed since the first day asked for. */
export async function extentOf(call: Call, criteria: AuditCriteria): Promise<Extent | null> {
  const first = criteria.from ? await firstSince(call, criteria.from) : 1;
  // Entries that the head names and that are gone are missing from the export, which reports them.
  const { rows } = await call.db.execute<{ last: string }>(sql`
    SELECT greatest(
      (SELECT max(sequence) FROM audit_entry WHERE organization_id = ${call.organizationId}),
      (SELECT sequence FROM audit_head WHERE organization_id = ${call.organizationId}))::text AS last`);
  const last = Number(rows[0]?.last ?? 0);
  return last < first ? null : { first, last };
}

/**
 * Returns the next part of the chain as lines of JSON: a signed head, then entries with the checkpoints among them. Entries
 * outside the filter, and incidents and notes about the person who exports, are included by their hashes only, so that the
 * chain can be followed through them.
 *
 * @param after the last number of the previous part; at the beginning, one less than the first of the export.
 * @returns null when nothing is left.
 */
export async function chainPart(
  call: Call,
  criteria: AuditCriteria,
  { first, last: end }: Extent,
  after: number,
): Promise<{ part: string; through: number; more: boolean } | null> {
  const { organizationId } = call;
  const rows = await entriesBetween(call, after, end, most + 1);
  const entries = rows.slice(0, most);
  const [head, last] = [entries[0], entries.at(-1)];
  if (!head || !last) return null;
  const [from, through] = [Number(head.sequence), Number(last.sequence)];
  const recordsById = await saidIn(call, entries, criteria);
  const checkpoints = await checkpointsIn(call, from, through);
  const lines = entries.flatMap((entry) => [
    canonical(lineOf(entry, recordsById.get(`${entry.source} ${entry.id}`), isWhole(criteria))),
    ...(checkpoints.get(Number(entry.sequence)) ?? []).map((checkpoint) => canonical({ checkpoint })),
  ]);
  const { signing } = call.adapters.vault;
  const about = {
    part: "touchline-audit/2",
    organizationId,
    first,
    last: end,
    total: end - first + 1,
    scope: first === 1 && criteria.from === null ? "whole" : "part",
    from,
    through,
    before: await hashBefore(call, from),
    exportedAt: call.now.toISOString(),
    keyId: signing.keyId,
    publicKey: signing.publicKey,
    lines: lines.length,
    sha256: sha256(lines.join("\n")),
  };
  const signature = signing.sign(partText(about));
  const part = `${[canonical({ ...about, signature }), ...lines].join("\n")}\n`;
  return { part, through, more: rows.length > most };
}

/** Reads the entries after a number, up to another. */
export async function entriesBetween(
  call: Call,
  after: number,
  last: number,
  atOnce = most,
): Promise<AuditExportEntry[]> {
  const { rows } = await call.db.execute<AuditExportEntry>(sql`
    SELECT sequence::text AS sequence, source, event_id AS id, ${hex("content_hash")} AS content,
      ${hex("sealed_hash")} AS sealed, ${hex("hash")} AS hash, ${utc("sealed_at")} AS "sealedAt"
    FROM audit_entry WHERE organization_id = ${call.organizationId} AND sequence > ${after} AND sequence <= ${last}
    ORDER BY audit_entry.sequence LIMIT ${atOnce}`);
  return rows;
}

/** Reads the present contents of the rows of entries, by "source id"; missing rows are left out. */
export async function saidOf(
  call: Call,
  entries: readonly AuditExportEntry[],
): Promise<Map<string, Pick<Said, "said" | "sealedHash">>> {
  const recordsById = new Map<string, Pick<Said, "said" | "sealedHash">>();
  for (const [source, some] of Map.groupBy(entries, (entry) => entry.source)) {
    const key = sql.raw(`t.${sourceOf(source).key}`);
    const { rows } = await call.db.execute<Said>(sql`
      SELECT ${key} AS id, ${saidBy(source)} AS said, ${sealedHashOf(source)} AS "sealedHash"
      FROM ${sql.raw(source)} AS t
      WHERE t.organization_id = ${call.organizationId}
        AND ${key} = ANY(${sql.param(some.map((entry) => entry.id))}::uuid[])`);
    for (const row of rows) recordsById.set(`${source} ${row.id}`, row);
  }
  return recordsById;
}

/** A missing row is marked differently from one outside the filter. */
function lineOf(
  { sequence, source, id, content, sealed, hash, sealedAt }: AuditExportEntry,
  row: Said | undefined,
  whole: boolean,
) {
  const entry = { seq: Number(sequence), sealedAt, content, hash };
  if (!row) return { ...entry, source, id, record: null };
  if (row.hidden || (!row.shown && !whole)) return entry;
  // Sealed contents may have been erased since: their hash is in the chain. Existing contents are hashed again.
  return { ...entry, source, id, record: recordOf(source, row.said, row.sealedHash ?? sealed) };
}

/** Reads the present contents of rows, with one query for each history. */
async function saidIn(
  call: Call,
  entries: readonly AuditExportEntry[],
  criteria: AuditCriteria,
): Promise<Map<string, Said>> {
  const recordsById = new Map<string, Said>();
  for (const [source, some] of Map.groupBy(entries, (entry) => entry.source)) {
    const key = sql.raw(`t.${sourceOf(source).key}`);
    const matches: SQL = matching(call, source, criteria);
    const { rows } = await call.db.execute<Said>(sql`
      SELECT ${key} AS id, ${saidBy(source)} AS said, ${sealedHashOf(source)} AS "sealedHash",
        coalesce(${matches}, false) AS shown, ${aboutOneself(call, source)} AS hidden
      FROM ${sql.raw(source)} AS t
      WHERE t.organization_id = ${call.organizationId}
        AND ${key} = ANY(${sql.param(some.map((entry) => entry.id))}::uuid[])`);
    for (const row of rows) recordsById.set(`${source} ${row.id}`, row);
  }
  return recordsById;
}

/** An event is sealed after it happened: entries sealed before a day contain none of it. */
async function firstSince(call: Call, from: string): Promise<number> {
  const { rows } = await call.db.execute<{ first: string | null }>(sql`
    SELECT min(sequence)::text AS first FROM audit_entry
    WHERE organization_id = ${call.organizationId} AND sealed_at >= ${from}::timestamptz`);
  return Number(rows[0]?.first ?? 0) || Number.MAX_SAFE_INTEGER;
}

async function hashBefore(call: Call, sequence: number): Promise<string> {
  const { rows } = await call.db.execute<{ hash: string }>(sql`
    SELECT ${hex("hash")} AS hash FROM audit_entry
    WHERE organization_id = ${call.organizationId} AND sequence = ${sequence - 1}`);
  return rows[0]?.hash ?? beginning;
}

/** The signed contents of a checkpoint, which can be verified without the database. */
const checkpointColumns = sql`organization_id AS "organizationId", sequence::text AS sequence, ${hex("hash")} AS hash,
  ${utc("signed_at")} AS "signedAt", key_id AS "keyId", encode(signature, 'base64') AS signature`;
type CheckpointRow = {
  organizationId: string;
  sequence: string;
  hash: string;
  signedAt: string;
  keyId: string;
  signature: string;
};
const shownCheckpoint = (row: CheckpointRow) => ({
  ...row,
  sequence: Number(row.sequence),
  signature: row.signature.replaceAll("\n", ""),
});

/** Reads the checkpoints in a stretch of the chain, by the entry that each was signed for. */
export async function checkpointsIn(call: Call, from: number, through: number) {
  const { rows } = await call.db.execute<CheckpointRow>(sql`
    SELECT ${checkpointColumns} FROM audit_checkpoint
    WHERE organization_id = ${call.organizationId} AND sequence BETWEEN ${from} AND ${through} ORDER BY audit_checkpoint.sequence`);
  return Map.groupBy(rows.map(shownCheckpoint), (one) => one.sequence);
}

/** Reads the checkpoint at an entry; null if there is none. */
export async function checkpointAt(call: Call, sequence: number) {
  return (await checkpointsIn(call, sequence, sequence)).get(sequence)?.[0] ?? null;
}

/** Reads the newest checkpoint; null while nothing is sealed. */
export async function latestCheckpoint(call: Call) {
  const { rows } = await call.db.execute<CheckpointRow>(sql`
    SELECT ${checkpointColumns} FROM audit_checkpoint
    WHERE organization_id = ${call.organizationId} ORDER BY audit_checkpoint.sequence DESC LIMIT 1`);
  return rows[0] ? shownCheckpoint(rows[0]) : null;
}
