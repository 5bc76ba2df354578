import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { Within } from "../../../../jobs/jobs.ts";
import { beginning, canonical } from "../../../../security/audit-chain.ts";
import { everyEntry } from "../../../compliance/index.ts";
import { recordOf, type SourceName, saidBy, sealedHashOf, sourceOf } from "../../audit/queries/sources.ts";

/** Entries of the chain that are read at once. */
const atOnce = 2_000;
/** Rows of a person's history that are followed; far more than anyone has. */
const mostCovered = 50_000;

/** A stretch of the chain, from an entry of the person to the checkpoint that was signed after it. */
export type Segment = { from: number; through: number };
export type Covered = {
  /** The number in the chain by "source id"; null while it waits to be sealed and signed. */
  sequences: ReadonlyMap<string, number | null>;
  segments: readonly Segment[];
};

/** Actions that are confidential: incidents and notes. */
const confidential = sql`(split_part(action, '.', 1) IN ('incident', 'note'))`;

/**
 * Returns which entries of the chain contain a person's history. Notes and incidents are left out: the recipients of a record
 * must not learn that there are any.
 *
 * @param may.log whether entries that only the audit log has are included; `may.orders`: results from providers of background
 * checks.
 */
export async function coveredBy(
  call: Call,
  profileId: string,
  { log, orders }: { log: boolean; orders: boolean },
): Promise<Covered> {
  const { organizationId } = call;
  const theirs = (source: SourceName): SQL => {
    const { key } = sourceOf(source);
    return sql`SELECT ${source}::text AS source, ${sql.raw(key)} AS id FROM ${sql.raw(source)}
      WHERE organization_id = ${organizationId}`;
  };
  const them = sql`profile_id = ANY(${everyEntry(call, profileId)})`;
  const required = sql`SELECT requirement_id FROM requirement_event
    WHERE organization_id = ${organizationId} AND ${them}`;
  const { rows } = await call.db.execute<{ source: SourceName; id: string; sequence: string | null }>(sql`
    SELECT theirs.source, theirs.id, entry.sequence::text AS sequence FROM (
      ${theirs("member_event")} AND ${them}
      UNION ALL ${theirs("requirement_event")} AND ${them}
      UNION ALL ${theirs("profile_event")} AND ${them}
      UNION ALL ${theirs("waiver_signature")} AND ${them}
      UNION ALL ${theirs("screening_consent")} AND ${them}
      UNION ALL ${theirs("screening_consent_withdrawal")} AND ${them}
      UNION ALL ${theirs("identity_release")} AND ${them}
      UNION ALL ${theirs("adverse_action_step")} AND ${them}
      UNION ALL ${theirs("review")} AND requirement_id IN (${required})
      UNION ALL ${theirs("requirement_note")} AND requirement_id IN (${required})
      UNION ALL ${theirs("screening_order_event")} AND ${orders} AND attempt_id IN (
        SELECT attempt_id FROM requirement_event WHERE organization_id = ${organizationId} AND ${them})
      UNION ALL ${theirs("audit_event")} AND ${them} AND ${log} AND NOT ${confidential}
    ) AS theirs
    LEFT JOIN audit_entry AS entry ON entry.organization_id = ${organizationId} AND entry.source = theirs.source
      AND entry.event_id = theirs.id
    ORDER BY entry.sequence LIMIT ${mostCovered}`);
  const sealed = rows.flatMap(({ sequence }) => (sequence === null ? [] : Number(sequence)));
  const { rows: stretches } = await call.db.execute<{ from: string; through: string }>(sql`
    SELECT min(seq)::text AS from, signed.sequence::text AS through
    FROM unnest(${sql.param(sealed)}::bigint[]) AS seq
    CROSS JOIN LATERAL (SELECT sequence FROM audit_checkpoint
      WHERE organization_id = ${organizationId} AND sequence >= seq ORDER BY sequence LIMIT 1) AS signed
    GROUP BY signed.sequence ORDER BY signed.sequence`);
  const segments = stretches.map(({ from, through }) => ({ from: Number(from), through: Number(through) }));
  const last = segments.at(-1)?.through ?? 0;
  return {
    segments,
    sequences: new Map(
      rows.map(({ source, id, sequence }) => {
        const number = sequence === null ? null : Number(sequence);
        return [`${source} ${id}`, number !== null && number <= last ? number : null];
      }),
    ),
  };
}

type ExportedEntry = {
  sequence: string;
  source: SourceName;
  id: string;
  content: string;
  sealed: string | null;
  hash: string;
  sealedAt: string;
};

const utc = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const hex = (column: string) => sql.raw(`encode(${column}, 'hex')`);

/**
 * Yields the stretches as lines of JSON, a part at a time: the person's entries with their contents, all others by their hashes
 * only.
 */
export async function* chainLines(covered: Covered, within: Within): AsyncGenerator<string> {
  for (const { from, through } of covered.segments) {
    const before = await within((call) => hashBefore(call, from));
    yield `${canonical({ segment: { from, through, before } })}\n`;
    for (let after = from - 1; after < through; ) {
      const start = after;
      const part = await within((call) => linesBetween(call, covered, start, through));
      if (part.length === 0) return;
      yield part.map(({ line }) => `${line}\n`).join("");
      after = part.at(-1)?.sequence ?? through;
    }
    yield `${canonical({ checkpoint: await within((call) => checkpointAt(call, through)) })}\n`;
  }
}

async function linesBetween(call: Call, { sequences }: Covered, after: number, through: number) {
  const { organizationId } = call;
  const { rows } = await call.db.execute<ExportedEntry>(sql`
    SELECT sequence::text AS sequence, source, event_id AS id, ${hex("content_hash")} AS content,
      ${hex("sealed_hash")} AS sealed, ${hex("hash")} AS hash, ${utc("sealed_at")} AS "sealedAt"
    FROM audit_entry WHERE organization_id = ${organizationId} AND sequence > ${after} AND sequence <= ${through}
    ORDER BY audit_entry.sequence LIMIT ${atOnce}`);
  const said = new Map<string, { said: Record<string, unknown>; sealedHash: string | null }>();
  const theirs = rows.filter(({ source, id }) => sequences.has(`${source} ${id}`));
  // At most one statement for each history.
  for (const [source, some] of Map.groupBy(theirs, (entry) => entry.source)) {
    const key = sql.raw(`t.${sourceOf(source).key}`);
    const answer = await call.db.execute<{
      id: string;
      said: Record<string, unknown>;
      sealedHash: string | null;
    }>(sql`
      SELECT ${key} AS id, ${saidBy(source)} AS said, ${sealedHashOf(source)} AS "sealedHash"
      FROM ${sql.raw(source)} AS t
      WHERE t.organization_id = ${organizationId}
        AND ${key} = ANY(${sql.param(some.map((entry) => entry.id))}::uuid[])`);
    for (const row of answer.rows) said.set(`${source} ${row.id}`, row);
  }
  return rows.map(({ sequence, source, id, content, sealed, hash, sealedAt }) => {
    const entry = { seq: Number(sequence), sealedAt, content, hash };
    const row = said.get(`${source} ${id}`);
    const line = row ? { ...entry, source, id, record: recordOf(source, row.said, row.sealedHash ?? sealed) } : entry;
    return { sequence: Number(sequence), line: canonical(line) };
  });
}

async function hashBefore(call: Call, sequence: number): Promise<string> {
  const { rows } = await call.db.execute<{ hash: string }>(sql`
    SELECT ${hex("hash")} AS hash FROM audit_entry
    WHERE organization_id = ${call.organizationId} AND sequence = ${sequence - 1}`);
  return rows[0]?.hash ?? beginning;
}

async function checkpointAt(call: Call, sequence: number) {
  const { rows } = await call.db.execute<Record<string, string>>(sql`
    SELECT organization_id AS "organizationId", sequence::text AS sequence, ${hex("hash")} AS hash,
      ${utc("signed_at")} AS "signedAt", key_id AS "keyId", encode(signature, 'base64') AS signature
    FROM audit_checkpoint WHERE organization_id = ${call.organizationId} AND sequence = ${sequence}`);
  const { signature = "", ...row } = rows[0] ?? {};
  return { ...row, sequence, signature: signature.replaceAll("\n", "") };
}
