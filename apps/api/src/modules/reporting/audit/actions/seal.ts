import { eq, sql } from "drizzle-orm";
import type { AuditAlarm } from "../../../../adapters/chain-memory/port.ts";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { auditCheckpoint, auditHead } from "../../../../schema/reporting.ts";
import { audit } from "../../../../security/audit.ts";
import { beginning, type Checkpoint, checkpointText, contentHash, linkHash } from "../../../../security/audit-chain.ts";
import { compareWithCheckpoint, type End, lastEntry } from "../queries/checkpoint-comparison.ts";
import { recordOf, type SourceName, saidBy, sealedHashOf, sourceNames, sourceOf } from "../queries/sources.ts";

/** Rows that one step seals. */
const step = 2_000;
/** Rows that a step may read for each row it seals: most rows in a full pass are already sealed. */
const looksPerRow = 10;
/** How long after the last full pass the next one begins. */
const wholeEvery = 86_400_000;

type Head = typeof auditHead.$inferSelect;
type SourcePosition = { source: SourceName; xid: string; eventId: string };
/** A pass in progress: rows that its snapshot sees, and the previous one's didn't. */
type Pass = { through: string; whole: boolean; at: SourcePosition };
type Unsealed = { id: string; xid: string; said: Record<string, unknown>; sealedHash: string | null };
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };
/** The result of scanning a source: how many rows it passed, and the last of them. */
type SourceScan = { rows: Unsealed[]; passed: number; last: { xid: string; id: string } | null };

const noId = "00000000-0000-0000-0000-000000000000";
const startOf = (source: SourceName): SourcePosition => ({ source, xid: "0", eventId: noId });

/**
 * Seals the next recorded rows: each gets its number in the chain, the hash of its contents, and with it the hash of everything
 * before. Rows of a transaction that is still open aren't visible, and are sealed by a pass after its commit: a pass seals the
 * rows that its own snapshot sees and that of the previous pass didn't, and the chain is in the order of sealing. From time to
 * time a pass covers all rows, whatever their transaction numbers: these restart after a move to another server.
 *
 * Nothing is sealed onto a chain that doesn't continue from what this server remembers outside the database: that is left to
 * the job, which reports it.
 *
 * @returns whether more is left in this pass.
 */
export async function sealSome(call: Call, atOnce = step): Promise<boolean> {
  const head = await takeHead(call);
  const against = await compareWithCheckpoint(call);
  if (against.kind !== "sound") return false;
  return (await sealFrom(call, head, await endOf(call, head, against.end), atOnce)).more;
}

/** The result of one step of the job: where the chain ends now, which alarms to report, which checkpoint was signed. */
export type Sealed = {
  more: boolean;
  /** Null while nothing is sealed. */
  end: End | null;
  broke: boolean;
  alarms: readonly AuditAlarm[];
  checkpoint: Checkpoint | null;
};

/**
 * Does one step of the sealing job. If the chain doesn't continue from what this server remembers, its present contents aren't
 * signed as they are: a new segment begins, and its first entry names the break. The effects of `Sealed` outside the database
 * (`settleSealed`) follow after the commit.
 */
export async function sealStep(call: Call): Promise<Sealed> {
  const head = await takeHead(call);
  const against = await compareWithCheckpoint(call);
  if (against.kind === "behind") {
    return { more: true, end: against.end, broke: false, alarms: against.alarms, checkpoint: null };
  }
  const broke = against.kind === "broken";
  let end = await endOf(call, head, broke ? null : against.end);
  if (against.alarms.length > 0) end = await nameAlarms(call, end, against.alarms, broke);
  const { more, end: now, checkpoint } = await sealFrom(call, head, end, step);
  return { more, end: now.sequence === 0 ? null : now, broke, alarms: against.alarms, checkpoint };
}

/** Returns where the chain continues: after the entries that were followed, else after the last existing entry and the head. */
async function endOf(call: Call, head: Head, followed: End | null): Promise<End> {
  const checkpoint = { sequence: head.sequence, hash: head.hash.toString("hex") };
  const there = followed ?? (await lastEntry(call));
  return there && (followed !== null || there.sequence > checkpoint.sequence) ? there : checkpoint;
}

/** Adds the entry about alarms before everything that is sealed after them. */
async function nameAlarms(call: Call, end: End, alarms: readonly AuditAlarm[], broke: boolean): Promise<End> {
  const action = broke ? "audit.chainBroken" : "audit.memoryMissing";
  await audit(
    call,
    alarms.map(({ kind, serverId, facts }) => ({ action, subjectId: null, facts: { kind, serverId, ...facts } })),
  );
  const { rows } = await call.db.execute<Unsealed>(sql`
    SELECT t.audit_event_id AS id, t.written_xid::text AS xid, ${saidBy("audit_event")} AS said,
      ${sealedHashOf("audit_event")} AS "sealedHash"
    FROM audit_event AS t
    WHERE t.organization_id = ${call.organizationId} AND t.action = ${action}
      AND t.written_xid = pg_current_xact_id() ORDER BY t.audit_event_id`);
  return append(call, end, "audit_event", rows);
}

async function sealFrom(call: Call, head: Head, from: End, atOnce: number) {
  const pass = passOf(head) ?? (await beginPass(call, head));
  let { sequence, hash } = from;
  let [room, looks] = [atOnce, atOnce * looksPerRow];
  let at: SourcePosition | null = pass.at;
  while (at !== null && room > 0 && looks > 0) {
    const { rows, passed, last }: SourceScan = await unsealed(call, head, { ...pass, at }, room, looks);
    const source: SourceName = at.source;
    ({ sequence, hash } = await append(call, { sequence, hash }, source, rows));
    // If the room was used up, or the scan reached its limit, more may follow.
    const end = rows.length === room ? rows.at(-1) : passed === looks ? last : null;
    at = end ? { source, xid: end.xid, eventId: end.id } : next(source);
    room -= rows.length;
    looks -= passed;
  }
  await call.db
    .update(auditHead)
    .set({
      sequence,
      hash: Buffer.from(hash, "hex"),
      ...(at === null
        ? { sealedThrough: pass.through, passThrough: null, passWhole: false, ...noPlace }
        : { passThrough: pass.through, passWhole: pass.whole, ...placeIn(at) }),
      ...(at === null && pass.whole && { wholeAt: call.now }),
    })
    .where(ours(auditHead, call));
  const checkpoint = at === null ? await sign(call, sequence, hash) : null;
  return { more: at !== null, end: { sequence, hash }, checkpoint };
}

const noPlace = { passSource: null, passXid: null, passEventId: null };
const placeIn = (at: SourcePosition) => ({ passSource: at.source, passXid: at.xid, passEventId: at.eventId });

function next(source: SourceName): SourcePosition | null {
  const following = sourceNames[sourceNames.indexOf(source) + 1];
  return following ? startOf(following) : null;
}

/** Locks and reads the head of the chain, so that only one pass seals at a time. */
async function takeHead(call: Call): Promise<Head> {
  const { organizationId } = call;
  await call.db
    .insert(auditHead)
    .values({ organizationId, sequence: 0, hash: Buffer.from(beginning, "hex"), passWhole: false })
    .onConflictDoNothing();
  const [head] = await call.db.select().from(auditHead).where(ours(auditHead, call)).for("update");
  if (!head) throw new Error("The head of the chain is not there.");
  return head;
}

function passOf({ passThrough, passWhole, passSource, passXid, passEventId }: Head): Pass | null {
  const source = sourceNames.find((one) => one === passSource);
  if (passThrough === null || !source || passXid === null || passEventId === null) return null;
  return { through: passThrough, whole: passWhole, at: { source, xid: passXid, eventId: passEventId } };
}

/**
 * Takes a snapshot in a statement of its own, after the lock was acquired. The snapshot may count this transaction as ended, so a pass
 * writes its own rows before this and none after it.
 */
async function beginPass(call: Call, { sealedThrough, wholeAt }: Head): Promise<Pass> {
  const { rows } = await call.db.execute<{ through: string; backwards: boolean | null }>(sql`
    SELECT pg_current_snapshot()::text AS through,
      pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax(sealed_through::pg_snapshot) AS backwards
    FROM audit_head WHERE organization_id = ${call.organizationId}`);
  const [now] = rows;
  if (!now) throw new Error("The head of the chain is not there.");
  const long = wholeAt === null || call.now.getTime() - wholeAt.getTime() >= wholeEvery;
  const whole = sealedThrough === null || long || now.backwards === true;
  return { through: now.through, whole, at: startOf(sourceNames[0] as SourceName) };
}

/**
 * Reads the next rows to seal in this pass: those that its snapshot sees, and those that this transaction recorded itself.
 *
 * @param room how many may be sealed.
 * @param looks how many rows may be scanned for it.
 */
async function unsealed(
  call: Call,
  head: Head,
  { through, whole, at }: Pass,
  room: number,
  looks: number,
): Promise<SourceScan> {
  const { organizationId } = call;
  const key = sql.raw(sourceOf(at.source).key);
  const source = sql.raw(at.source);
  const within = whole
    ? sql``
    : sql`AND t.written_xid >= pg_snapshot_xmin(${head.sealedThrough}::pg_snapshot)
        AND t.written_xid <= greatest(pg_snapshot_xmax(${through}::pg_snapshot), pg_current_xact_id())`;
  const seen = whole
    ? sql``
    : sql`NOT pg_visible_in_snapshot(looked.xid, ${head.sealedThrough}::pg_snapshot)
        AND (pg_visible_in_snapshot(looked.xid, ${through}::pg_snapshot) OR looked.xid = pg_current_xact_id()) AND`;
  const { rows } = await call.db.execute<
    Nullable<Unsealed> & { passed: number; last_xid: string; last_id: string }
  >(sql`
    WITH looked AS MATERIALIZED (
      SELECT t.written_xid AS xid, t.${key} AS id FROM ${source} AS t
      WHERE t.organization_id = ${organizationId} AND (t.written_xid, t.${key}) > (${at.xid}::xid8, ${at.eventId}::uuid)
        ${within}
      ORDER BY t.written_xid, t.${key} LIMIT ${looks}
    ), fresh AS MATERIALIZED (
      SELECT looked.* FROM looked
      WHERE ${seen} NOT EXISTS (SELECT FROM audit_entry AS sealed WHERE sealed.organization_id = ${organizationId}
        AND sealed.source = ${at.source} AND sealed.event_id = looked.id)
      ORDER BY looked.xid, looked.id LIMIT ${room}
    )
    SELECT ends.passed, ends.xid::text AS last_xid, ends.id AS last_id, fresh.id, fresh.xid::text AS xid,
      CASE WHEN fresh.id IS NOT NULL THEN ${saidBy(at.source)} END AS said, ${sealedHashOf(at.source)} AS "sealedHash"
    FROM (SELECT (count(*) OVER ())::int AS passed, xid, id FROM looked ORDER BY xid DESC, id DESC LIMIT 1) AS ends
    LEFT JOIN fresh ON true
    LEFT JOIN ${source} AS t ON t.organization_id = ${organizationId} AND t.${key} = fresh.id
    ORDER BY fresh.xid, fresh.id`);
  const [end] = rows;
  return {
    rows: rows.flatMap(({ id, xid, said, sealedHash }) =>
      id === null || xid === null || said === null ? [] : [{ id, xid, said, sealedHash }],
    ),
    passed: end?.passed ?? 0,
    last: end ? { xid: end.last_xid, id: end.last_id } : null,
  };
}

async function append(call: Call, end: End, source: SourceName, rows: readonly Unsealed[]): Promise<End> {
  if (rows.length === 0) return end;
  const { organizationId } = call;
  const sealedAt = call.now.toISOString();
  let { sequence, hash } = end;
  const entries = rows.map(({ id, said, sealedHash }) => {
    const content = contentHash({ organizationId, source, id, record: recordOf(source, said, sealedHash) });
    sequence += 1;
    hash = linkHash({ organizationId, sequence, sealedAt, before: hash, content });
    return { sequence, id, content, sealedHash, hash };
  });
  const column = <Key extends keyof (typeof entries)[number]>(key: Key) => sql.param(entries.map((one) => one[key]));
  await call.db.execute(sql`
    INSERT INTO audit_entry (organization_id, sequence, source, event_id, content_hash, sealed_hash, hash, sealed_at)
    SELECT ${organizationId}::uuid, new.sequence, ${source}, new.id, decode(new.content, 'hex'),
      decode(new.sealed, 'hex'), decode(new.hash, 'hex'), ${sealedAt}::timestamptz
    FROM unnest(
      ${column("sequence")}::bigint[], ${column("id")}::uuid[], ${column("content")}::text[],
      ${column("sealedHash")}::text[], ${column("hash")}::text[]
    ) AS new (sequence, id, content, sealed, hash)`);
  return { sequence, hash };
}

/** Signs a checkpoint where the chain ends now, unless there is one. */
async function sign(call: Call, sequence: number, hash: string): Promise<Checkpoint | null> {
  if (sequence === 0) return null;
  const { signing } = call.adapters.vault;
  const { organizationId } = call;
  const [present] = await call.db
    .select({ sequence: auditCheckpoint.sequence })
    .from(auditCheckpoint)
    .where(sql`${ours(auditCheckpoint, call)} AND ${eq(auditCheckpoint.sequence, sequence)}`);
  if (present) return null;
  const signedAt = call.now.toISOString();
  const said = { organizationId, sequence, hash, signedAt, keyId: signing.keyId };
  const signature = signing.sign(checkpointText(said));
  await call.db.insert(auditCheckpoint).values({
    organizationId,
    sequence,
    hash: Buffer.from(hash, "hex"),
    keyId: signing.keyId,
    signature: Buffer.from(signature, "base64"),
    signedAt: call.now,
  });
  return { ...said, signature };
}

/** Returns whether any rows wait to be sealed, or a full pass is due. Cheap when none do. */
export async function isBehind(call: Call): Promise<boolean> {
  const { organizationId } = call;
  const since = new Date(call.now.getTime() - wholeEvery).toISOString();
  const fresh = sourceNames.map(
    (name) => sql`EXISTS (SELECT FROM ${sql.raw(name)} AS t
      WHERE t.organization_id = ${organizationId}
        AND t.written_xid >= (SELECT pg_snapshot_xmin(sealed_through::pg_snapshot) FROM head)
        AND NOT pg_visible_in_snapshot(t.written_xid, (SELECT sealed_through::pg_snapshot FROM head)))`,
  );
  const { rows } = await call.db.execute<{ behind: boolean }>(sql`
    WITH head AS (SELECT sealed_through, pass_through, whole_at FROM audit_head WHERE organization_id = ${organizationId})
    SELECT NOT EXISTS (SELECT FROM head WHERE sealed_through IS NOT NULL AND pass_through IS NULL
        AND whole_at > ${since}::timestamptz)
      OR ${sql.join(fresh, sql` OR `)} AS behind`);
  return rows[0]?.behind ?? false;
}
