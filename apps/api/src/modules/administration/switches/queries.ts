import type { AnyEndpoint } from "@touchline/contract";
import type { Feature } from "@touchline/contract/administration/switches";
import { featuresOf, pausedText } from "@touchline/rules";
import { asc, eq } from "drizzle-orm";
import type { SharedDb, Tenancy } from "../../../database/tenancy.ts";
import { forbidden } from "../../../errors.ts";
import { organizationDirectory } from "../../../schema/accounts.ts";
import { featureSwitch } from "../../../schema/administration.ts";

/** Stands for every organization. */
export const everyone = "00000000-0000-0000-0000-000000000000";
const mostSwitches = 1_000;
/** Milliseconds for which a process uses what it read. */
const restMs = 2_000;

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

/** Returns a check that refuses calls to paused features. The switches are read again every two seconds. */
export function pausedRefusal(tenancy: Tenancy) {
  let paused = new Set<string>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function readAgain(at: number) {
    const rows = await tenancy.runShared((db) => db.select().from(featureSwitch).limit(mostSwitches));
    paused = new Set(rows.map(({ feature, organizationId }) => `${feature} ${organizationId}`));
    readAt = at;
  }

  const isPaused = (feature: Feature, organizationId: string | null) =>
    paused.has(`${feature} ${everyone}`) || (organizationId !== null && paused.has(`${feature} ${organizationId}`));

  return async (endpoint: AnyEndpoint, byKey: boolean, organizationId: string | null, now: Date): Promise<void> => {
    const needed = featuresOf(endpoint, byKey);
    if (needed.length === 0) return;
    if (Math.abs(now.getTime() - readAt) > restMs) {
      reading ??= readAgain(now.getTime()).finally(() => {
        reading = null;
      });
      await reading;
    }
    const stopped = needed.find((feature) => isPaused(feature, organizationId));
    if (stopped) throw forbidden(pausedText(stopped), "paused");
  };
}
