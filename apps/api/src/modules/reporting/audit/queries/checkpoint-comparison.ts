import { sql } from "drizzle-orm";
import type { AlarmKind, AuditAlarm } from "../../../../adapters/chain-memory/port.ts";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { linkHash } from "../../../../security/audit-chain.ts";

/** Entries that are followed at once. */
const most = 10_000;

export type End = { sequence: number; hash: string };
type ChainEntry = { sequence: string; hash: string; content: string; sealedAt: string };

/**
 * The chain in the database compared with what this server remembers. `sound`: it continues from there, up to `end`. `behind`:
 * as `sound`, but there are more entries than are followed at once. `broken`: it doesn't continue from there.
 */
export type Against =
  | { kind: "sound" | "behind"; end: End | null; alarms: AuditAlarm[] }
  | { kind: "broken"; alarms: AuditAlarm[] };

/** Follows the chain from what this server remembers to its end, entry by entry. */
export async function compareWithCheckpoint(call: Call): Promise<Against> {
  const { chainMemory } = call.adapters;
  const memory = await chainMemory.read(call.organizationId);
  if (memory.kind !== "remembered") return unremembered(call, memory.kind);
  const { remembered } = memory;
  // Before the entries, so that those sealed meanwhile don't look like a gap.
  const headSequence = await sequenceOfHead(call);
  const rows = await entriesFrom(call, remembered.sequence);
  const alarm = (kind: AlarmKind, facts: AuditAlarm["facts"] = {}) => ({
    kind: "broken" as const,
    alarms: [
      alarmOf(call, kind, {
        rememberedSequence: remembered.sequence,
        rememberedHash: remembered.hash,
        rememberedAt: remembered.at,
        ...facts,
      }),
    ],
  });
  const [first, ...rest] = rows;
  if (!first || Number(first.sequence) !== remembered.sequence) return alarm("chainCutOff");
  if (first.hash !== remembered.hash) return alarm("chainRewritten", { foundHash: first.hash });
  let end: End = { sequence: remembered.sequence, hash: remembered.hash };
  for (const row of rest) {
    const sequence = Number(row.sequence);
    const { sealedAt, content } = row;
    const hash = linkHash({ organizationId: call.organizationId, sequence, sealedAt, before: end.hash, content });
    if (sequence !== end.sequence + 1 || hash !== row.hash) return alarm("chainAltered", { foundSequence: sequence });
    end = { sequence, hash };
  }
  if (rest.length === most) return { kind: "behind", end, alarms: [] };
  if (headSequence > end.sequence) return alarm("chainCutOff", { foundSequence: end.sequence });
  return { kind: "sound", end, alarms: [] };
}

/** Without a memory, the current end must be trusted; this raises an alarm, unless no server ever remembered the chain. */
async function unremembered(call: Call, kind: "absent" | "damaged"): Promise<Against> {
  const { serverId } = call.adapters.chainMemory;
  const { rows } = await call.db.execute<{ own: string | null; others: string | null }>(sql`
    SELECT max(sequence) FILTER (WHERE server_id = ${serverId})::text AS own,
      max(sequence) FILTER (WHERE server_id <> ${serverId})::text AS others
    FROM chain_memory WHERE organization_id = ${call.organizationId}`);
  const { own = null, others = null } = rows[0] ?? {};
  const alarms =
    kind === "damaged"
      ? [alarmOf(call, "memoryDamaged", {})]
      : own !== null
        ? [alarmOf(call, "memoryVanished", { sequence: Number(own) })]
        : others !== null
          ? [alarmOf(call, "memoryNew", { sequence: Number(others) })]
          : [];
  return { kind: "sound", end: null, alarms };
}

const alarmOf = (call: Call, kind: AlarmKind, facts: AuditAlarm["facts"]): AuditAlarm => ({
  alarmId: newId(),
  organizationId: call.organizationId,
  serverId: call.adapters.chainMemory.serverId,
  at: call.now.toISOString(),
  kind,
  facts,
});

/** Reads the remembered entry and those after it. */
async function entriesFrom(call: Call, sequence: number): Promise<ChainEntry[]> {
  const { rows } = await call.db.execute<ChainEntry>(sql`
    SELECT sequence::text AS sequence, encode(hash, 'hex') AS hash, encode(content_hash, 'hex') AS content,
      to_char(sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sealedAt"
    FROM audit_entry WHERE organization_id = ${call.organizationId} AND sequence >= ${sequence}
    ORDER BY audit_entry.sequence LIMIT ${most + 1}`);
  return rows;
}

/** Reads the number of the last entry, as the sealing job recorded it. */
async function sequenceOfHead(call: Call): Promise<number> {
  const { rows } = await call.db.execute<{ sequence: string }>(sql`
    SELECT sequence::text AS sequence FROM audit_head WHERE organization_id = ${call.organizationId}`);
  return Number(rows[0]?.sequence ?? 0);
}

/** Reads the last entry in the database. */
export async function lastEntry(call: Call): Promise<End | null> {
  const { rows } = await call.db.execute<{ sequence: string; hash: string }>(sql`
    SELECT sequence::text AS sequence, encode(hash, 'hex') AS hash FROM audit_entry
    WHERE organization_id = ${call.organizationId} ORDER BY audit_entry.sequence DESC LIMIT 1`);
  return rows[0] ? { sequence: Number(rows[0].sequence), hash: rows[0].hash } : null;
}

export const checkFailed = (call: Call, facts: AuditAlarm["facts"]) => alarmOf(call, "checkFailed", facts);
