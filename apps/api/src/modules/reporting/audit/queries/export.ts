import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { beginning, canonical, partText, sha256 } from "../../../../security/audit-chain.ts";
import { type AuditCriteria, aboutOneself, isWhole, matching } from "./filter.ts";
import { recordOf, type SourceName, saidBy, sealedHashOf, sourceOf } from "./sources.ts";

/** Entries of one part. */
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

/** Where an export begins and ends; said in the head of each part, so that nothing can be left off at either end. */
export type Extent = { first: number; last: number };

/** Where an export that begins now reaches to; null when nothing is sealed since the day it is asked from. */
export async function extentOf(call: Call, asked: AuditCriteria): Promise<Extent | null> {
  const first = asked.from ? await firstSince(call, asked.from) : 1;
  // What the head tells of and is not there any more is missing from the export, and said to be.
  const { rows } = await call.db.execute<{ last: string }>(sql`
    SELECT greatest(
      (SELECT max(sequence) FROM audit_entry WHERE organization_id = ${call.organizationId}),
      (SELECT sequence FROM audit_head WHERE organization_id = ${call.organizationId}))::text AS last`);
  const last = Number(rows[0]?.last ?? 0);
  return last < first ? null : { first, last };
}

/**
 * The next part of the chain as lines of JSON: a head that is signed, entries, the checkpoints among them. Entries that the
 * filter leaves out, and incidents and notes about whoever asks, are there with their hashes alone, so that the chain can be
 * followed through them.
 *
 * @param after the last number of the part before; one less than the first of the export before there is any.
 * @returns null when nothing is left.
 */
export async function chainPart(
  call: Call,
  asked: AuditCriteria,
  { first, last: end }: Extent,
  after: number,
): Promise<{ part: string; through: number; more: boolean } | null> {
  const { organizationId } = call;
  const rows = await entriesBetween(call, after, end, most + 1);
  const entries = rows.slice(0, most);
  const [head, last] = [entries[0], entries.at(-1)];
  if (!head || !last) return null;
  const [from, through] = [Number(head.sequence), Number(last.sequence)];
  const said = await saidIn(call, entries, asked);
  const checkpoints = await checkpointsIn(call, from, through);
  const lines = entries.flatMap((entry) => [
    canonical(lineOf(entry, said.get(`${entry.source} ${entry.id}`), isWhole(asked))),
    ...(checkpoints.get(Number(entry.sequence)) ?? []).map((checkpoint) => canonical({ checkpoint })),
  ]);
  const { signing } = call.adapters.vault;
  const about = {
    part: "touchline-audit/2",
    organizationId,
    first,
    last: end,
    total: end - first + 1,
    scope: first === 1 && asked.from === null ? "whole" : "part",
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

/** The next entries after a number, up to another. */
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

/** What the rows of entries say now, by "source id"; one that is gone is not there. */
export async function saidOf(
  call: Call,
  entries: readonly AuditExportEntry[],
): Promise<Map<string, Pick<Said, "said" | "sealedHash">>> {
  const said = new Map<string, Pick<Said, "said" | "sealedHash">>();
  for (const [source, some] of Map.groupBy(entries, (entry) => entry.source)) {
    const key = sql.raw(`t.${sourceOf(source).key}`);
    const { rows } = await call.db.execute<Said>(sql`
      SELECT ${key} AS id, ${saidBy(source)} AS said, ${sealedHashOf(source)} AS "sealedHash"
      FROM ${sql.raw(source)} AS t
      WHERE t.organization_id = ${call.organizationId}
        AND ${key} = ANY(${sql.param(some.map((entry) => entry.id))}::uuid[])`);
    for (const row of rows) said.set(`${source} ${row.id}`, row);
  }
  return said;
}

/** A row that is gone is told from one that is left out. */
function lineOf(
  { sequence, source, id, content, sealed, hash, sealedAt }: AuditExportEntry,
  row: Said | undefined,
  whole: boolean,
) {
  const entry = { seq: Number(sequence), sealedAt, content, hash };
  if (!row) return { ...entry, source, id, record: null };
  if (row.hidden || (!row.shown && !whole)) return entry;
  // What is sealed may have been erased since: its hash stands in the chain. What is there now speaks for itself.
  return { ...entry, source, id, record: recordOf(source, row.said, row.sealedHash ?? sealed) };
}

/** What the rows say now, each history asked once. */
async function saidIn(
  call: Call,
  entries: readonly AuditExportEntry[],
  asked: AuditCriteria,
): Promise<Map<string, Said>> {
  const said = new Map<string, Said>();
  for (const [source, some] of Map.groupBy(entries, (entry) => entry.source)) {
    const key = sql.raw(`t.${sourceOf(source).key}`);
    const shown: SQL = matching(call, source, asked);
    const { rows } = await call.db.execute<Said>(sql`
      SELECT ${key} AS id, ${saidBy(source)} AS said, ${sealedHashOf(source)} AS "sealedHash",
        coalesce(${shown}, false) AS shown, ${aboutOneself(call, source)} AS hidden
      FROM ${sql.raw(source)} AS t
      WHERE t.organization_id = ${call.organizationId}
        AND ${key} = ANY(${sql.param(some.map((entry) => entry.id))}::uuid[])`);
    for (const row of rows) said.set(`${source} ${row.id}`, row);
  }
  return said;
}

/** An event is sealed after it happened: what was sealed before a day holds none of it. */
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

/** What was signed, as it is checked without the database. */
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

/** The checkpoints in a stretch of the chain, by the entry that each was signed for. */
export async function checkpointsIn(call: Call, from: number, through: number) {
  const { rows } = await call.db.execute<CheckpointRow>(sql`
    SELECT ${checkpointColumns} FROM audit_checkpoint
    WHERE organization_id = ${call.organizationId} AND sequence BETWEEN ${from} AND ${through} ORDER BY audit_checkpoint.sequence`);
  return Map.groupBy(rows.map(shownCheckpoint), (one) => one.sequence);
}

/** The checkpoint at an entry, or null. */
export async function checkpointAt(call: Call, sequence: number) {
  return (await checkpointsIn(call, sequence, sequence)).get(sequence)?.[0] ?? null;
}

/** The newest one, or null while nothing is sealed. */
export async function latestCheckpoint(call: Call) {
  const { rows } = await call.db.execute<CheckpointRow>(sql`
    SELECT ${checkpointColumns} FROM audit_checkpoint
    WHERE organization_id = ${call.organizationId} ORDER BY audit_checkpoint.sequence DESC LIMIT 1`);
  return rows[0] ? shownCheckpoint(rows[0]) : null;
}
