import type { ResponseOf } from "@touchline/contract";
import type { getIntegrity } from "@touchline/contract/platform/integrity";
import { asc, desc, eq, inArray } from "drizzle-orm";
import type { AuditAlarm } from "../../../../adapters/chain-memory/port.ts";
import type { Adapters } from "../../../../call.ts";
import type { SharedDb } from "../../../../database/tenancy.ts";
import { organizationDirectory } from "../../../../schema/accounts.ts";
import { auditAlarm, auditCheck } from "../../../../schema/reporting.ts";
import { scheduleRun } from "../../../../schema/system.ts";
import { believedResult } from "../actions/check.ts";

const mostAlarms = 100;
const mostOrganizations = 200;
/** Organizations whose checks are read to find those to report, at most. */
const mostLookedAt = 2_000;
/**
 * The schedule that makes backups, if the settings ask for any. It retries every hour; an older run is from settings that are
 * gone.
 */
export const backupSchedule = "backup.make";
const backupFailureCounts = 86_400_000;
/** A check is due a day after the previous one; it has half a day to finish. */
const overdueAfter = 1.5 * 86_400_000;

/**
 * Reports alarms and checks of all organizations, and whether the last backup failed. Alarms remembered by this server are included even if
 * they were deleted from the database; checks are included only if this installation signed them.
 */
export async function integrity(
  db: SharedDb,
  { chainMemory, vault }: Pick<Adapters, "chainMemory" | "vault">,
  now: Date,
): Promise<ResponseOf<typeof getIntegrity>> {
  const kept = await db.select().from(auditAlarm).orderBy(desc(auditAlarm.at)).limit(mostAlarms);
  const noted = (await chainMemory.alarms()).slice(0, mostAlarms);
  const all = new Map<string, AuditAlarm>(kept.map((row) => [row.alarmId, { ...row, at: row.at.toISOString() }]));
  for (const alarm of noted) all.set(alarm.alarmId, alarm);
  const alarms = [...all.values()].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, mostAlarms);
  const rows = await db
    .select({
      organizationId: organizationDirectory.organizationId,
      name: organizationDirectory.name,
      arrivedAt: organizationDirectory.arrivedAt,
      result: auditCheck.result,
      resultSignature: auditCheck.resultSignature,
    })
    .from(organizationDirectory)
    .leftJoin(auditCheck, eq(auditCheck.organizationId, organizationDirectory.organizationId))
    .orderBy(asc(organizationDirectory.createdAt))
    .limit(mostLookedAt);
  const organizations = rows.map((row) => {
    const result = believedResult(vault, row);
    const own = result?.organizationId === row.organizationId ? result : null;
    const since = own ? Date.parse(own.finishedAt) : row.arrivedAt.getTime();
    const overdue = Math.abs(now.getTime() - since) > overdueAfter;
    return {
      organizationId: row.organizationId,
      name: row.name,
      checkedAt: own?.finishedAt ?? null,
      firstCheckBy: own || overdue ? null : new Date(since + overdueAfter).toISOString(),
      overdue,
      entries: own?.entries ?? 0,
      people: own?.people ?? 0,
      problems: own?.problems ?? 0,
      findings: own?.findings ?? [],
    };
  });
  organizations.sort((a, b) => b.problems - a.problems || ((a.checkedAt ?? "") < (b.checkedAt ?? "") ? -1 : 1));
  const names = await namesOf(db, [...new Set(alarms.map((one) => one.organizationId))]);
  return {
    alarms: alarms.map(({ alarmId, at, organizationId, kind, facts }) => ({
      alarmId,
      at,
      organizationId,
      organizationName: names.get(organizationId) ?? "Deleted organization",
      kind,
      entry: entryOf(facts),
    })),
    organizations: organizations.slice(0, mostOrganizations),
    total: rows.length,
    backupFailedAt: await backupFailure(db, now),
  };
}

async function backupFailure(db: SharedDb, now: Date): Promise<string | null> {
  const [run] = await db.select().from(scheduleRun).where(eq(scheduleRun.name, backupSchedule));
  // While it runs again, the previous failure still counts.
  const at = run?.failed ? (run.finishedAt ?? run.startedAt) : null;
  return at !== null && now.getTime() - at.getTime() < backupFailureCounts ? at.toISOString() : null;
}

function entryOf(facts: AuditAlarm["facts"]): number | null {
  const entry = facts.foundSequence ?? facts.rememberedSequence ?? facts.sequence;
  return typeof entry === "number" ? entry : null;
}

async function namesOf(db: SharedDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ organizationId: organizationDirectory.organizationId, name: organizationDirectory.name })
    .from(organizationDirectory)
    .where(inArray(organizationDirectory.organizationId, [...ids]));
  return new Map(rows.map((row) => [row.organizationId, row.name]));
}
