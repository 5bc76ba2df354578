import { dayOf, movedMidnight, startOfDay } from "@touchline/rules";
import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { rezoning } from "../../../../schema/compliance.ts";
import { profile } from "../../../../schema/people.ts";

/** Returns the progress of a change of the time zone; null when none is in progress. */
export async function rezoningUnderWay(call: Call) {
  const [row] = await call.db
    .select({ timeZone: rezoning.toZone, done: rezoning.done, total: rezoning.total })
    .from(rezoning)
    .where(ours(rezoning, call));
  return row ?? null;
}

/** Counts the organization's people. */
export async function peopleCounted(call: Call): Promise<number> {
  const [row] = await call.db
    .select({ people: sql<number>`count(*)::int` })
    .from(profile)
    .where(and(ours(profile, call), isNull(profile.archivedAt)));
  return row?.people ?? 0;
}

const minute = 60_000;

/**
 * Previews the effect of another time zone. Each distinct date is moved once and weighted by its frequency, because there are far fewer
 * dates than people. The caller authorizes.
 */
export async function rezoningEffect(call: Call, from: string, to: string) {
  const due = await datesOf(call, sql`demand WHERE organization_id = ${call.organizationId}`, sql`due_at`);
  const expiries = await datesOf(
    call,
    sql`attempt WHERE organization_id = ${call.organizationId} AND state = 'approved' AND voided_at IS NULL`,
    sql`expires_at`,
  );
  const now = call.now.getTime();
  let [passing, returning] = [0, 0];
  const moving = (dates: readonly { at: number; times: number }[]) =>
    dates.reduce((sum, { at, times }) => {
      const after = movedMidnight(at, from, to);
      if (at > now && after <= now) passing += times;
      if (at <= now && after > now) returning += times;
      return sum + (after === at ? 0 : times);
    }, 0);
  const today = dayOf(now, from);
  return {
    minutes: Math.round((startOfDay(today, to) - startOfDay(today, from)) / minute),
    people: await peopleCounted(call),
    dueDates: moving(due),
    expiries: moving(expiries),
    passing,
    returning,
  };
}

/** Counts the distinct instants of a column. They are days, so a few thousand at most. */
async function datesOf(call: Call, rows: SQL, column: SQL) {
  const found = await call.db.execute<{ at: number; times: number }>(sql`
    SELECT (extract(epoch FROM ${column}) * 1000)::float8 AS at, count(*)::int AS times
    FROM ${rows} AND ${column} IS NOT NULL GROUP BY 1 ORDER BY 1 LIMIT 20000`);
  return found.rows;
}
