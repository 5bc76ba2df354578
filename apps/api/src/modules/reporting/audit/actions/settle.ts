import { sql } from "drizzle-orm";
import type { AuditAlarm } from "../../../../adapters/chain-memory/port.ts";
import type { Adapters, Call } from "../../../../call.ts";
import type { WorkLog } from "../../../../jobs/jobs.ts";
import { auditAlarm, chainMemory } from "../../../../schema/reporting.ts";
import type { Sealed } from "./seal.ts";

const loud = "Audit log alarm: the database and this server's records don't agree. See /admin and docs/audit.md.";

/**
 * Does what follows a sealing step outside the database, after its commit: alarms are stored and logged, the end of the chain
 * is remembered, and the checkpoint goes to the checkpoint file and into the log.
 */
export async function settleSealed(
  { chainMemory: memory }: Pick<Adapters, "chainMemory">,
  log: WorkLog,
  organizationId: string,
  { alarms, end, broke, checkpoint }: Omit<Sealed, "more">,
  now: Date,
): Promise<void> {
  await raise(memory, log, alarms);
  if (end) await memory.remember({ organizationId, ...end, at: now.toISOString() }, { afterBreak: broke });
  if (checkpoint) {
    await memory.keep([checkpoint]);
    log.info({ checkpoint }, "Audit checkpoint signed");
  }
}

/** Stores alarms outside the database, and logs them. */
export async function raise(memory: Adapters["chainMemory"], log: WorkLog, alarms: readonly AuditAlarm[]) {
  for (const alarm of alarms) log.error({ alarm }, loud);
  await memory.note(alarms);
}

/**
 * Records in the database that this server remembers the chain, and which alarms there were, for the admin page of every
 * server.
 */
export async function noteSettled(call: Call, { end, alarms }: Pick<Sealed, "end" | "alarms">): Promise<void> {
  const { organizationId, now } = call;
  const { serverId } = call.adapters.chainMemory;
  if (end) {
    await call.db
      .insert(chainMemory)
      .values({ organizationId, serverId, sequence: end.sequence, rememberedAt: now })
      .onConflictDoUpdate({
        target: [chainMemory.organizationId, chainMemory.serverId],
        set: { sequence: end.sequence, rememberedAt: now },
        where: sql`${chainMemory.organizationId} = ${organizationId}`,
      });
  }
  if (alarms.length === 0) return;
  await call.db
    .insert(auditAlarm)
    .values(alarms.map((alarm) => ({ ...alarm, at: new Date(alarm.at) })))
    .onConflictDoNothing();
}
