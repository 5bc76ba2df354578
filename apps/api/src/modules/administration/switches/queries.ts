import type { AnyEndpoint } from "@touchline/contract";
import { featuresOf, pausedText } from "@touchline/rules";
import { asc, eq, inArray } from "drizzle-orm";
import type { SharedDb, Tenancy } from "../../../database/tenancy.ts";
import { forbidden } from "../../../errors.ts";
import { organizationDirectory } from "../../../schema/accounts.ts";
import { featureSwitch } from "../../../schema/administration.ts";

/** Stands for every organization. */
export const everyone = "00000000-0000-0000-0000-000000000000";
const mostSwitches = 1_000;
/** Milliseconds for which a process uses what it read. */
const cacheMs = 2_000;
/** How many organizations' pauses a process keeps at once. */
const mostCached = 10_000;

/** Lists what is paused: for everyone first, then by organization. */
export async function pausedFeatures(db: SharedDb) {
  const rows = await db
    .select({ paused: featureSwitch, name: organizationDirectory.name })
    .from(featureSwitch)
    .leftJoin(organizationDirectory, eq(organizationDirectory.organizationId, featureSwitch.organizationId))
    .orderBy(asc(featureSwitch.organizationId), asc(featureSwitch.feature))
    .limit(mostSwitches);
  return rows.map(({ paused: { feature, organizationId, reason, pausedAt }, name }) => ({
    ...{ feature, reason, pausedAt: pausedAt.toISOString() },
    organization: organizationId === everyone ? null : { organizationId, name: name ?? "" },
  }));
}

/** Returns a check that refuses calls to paused features. The pauses of an organization are read again every two seconds. */
export function pausedRefusal(tenancy: Tenancy) {
  const cached = new Map<string, { readAt: number; paused: Promise<ReadonlySet<string>> }>();

  async function readPaused(organizationId: string): Promise<ReadonlySet<string>> {
    const rows = await tenancy.runShared((db) =>
      db
        .select({ feature: featureSwitch.feature })
        .from(featureSwitch)
        .where(inArray(featureSwitch.organizationId, [everyone, organizationId])),
    );
    return new Set(rows.map(({ feature }) => feature));
  }

  function pausedFor(organizationId: string, at: number): Promise<ReadonlySet<string>> {
    const before = cached.get(organizationId);
    if (before && Math.abs(at - before.readAt) <= cacheMs) return before.paused;
    if (cached.size >= mostCached) cached.clear();
    const paused = readPaused(organizationId);
    cached.set(organizationId, { readAt: at, paused });
    // What couldn't be read is read again by the next call.
    paused.catch(() => cached.delete(organizationId));
    return paused;
  }

  return async (endpoint: AnyEndpoint, byKey: boolean, organizationId: string | null, now: Date): Promise<void> => {
    const needed = featuresOf(endpoint, byKey);
    if (needed.length === 0) return;
    const paused = await pausedFor(organizationId ?? everyone, now.getTime());
    const stopped = needed.find((feature) => paused.has(feature));
    if (stopped) throw forbidden(pausedText(stopped), "paused");
  };
}
