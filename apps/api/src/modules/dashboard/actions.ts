import { addToDay, dayOf, leftToClear, startOfDay } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../kernel/call.ts";

/** Whoever began to write before midnight is through by then, in milliseconds. */
const settled = 120_000;

/**
 * Keeps how every level stood at the end of the earliest day that is over and not kept yet. The day before today from the
 * counts, less what has changed since; days that were missed, and those before this was kept at all, from what changed on
 * each. Waits while time has done something to people until that day that the sweep has not written yet.
 *
 * @returns whether another day is over.
 */
export async function keepDay(call: Call): Promise<boolean> {
  const { rows } = await call.db.execute<{ zone: string; kept: string | null; first: string | null }>(sql`
    SELECT organization.time_zone AS zone, trend_kept.last_day::text AS kept,
      (SELECT min(at)::text FROM member_event WHERE organization_id = ${call.organizationId}) AS first
    FROM organization LEFT JOIN trend_kept ON trend_kept.organization_id = organization.organization_id
    WHERE organization.organization_id = ${call.organizationId}`);
  const [row] = rows;
  if (!row) return false;
  const over = addToDay(dayOf(call.now.getTime() - settled, row.zone), { days: -1 });
  const begun = row.first === null ? over : dayOf(new Date(row.first).getTime(), row.zone);
  const next = row.kept === null ? (begun < over ? begun : over) : addToDay(row.kept, { days: 1 });
  if (next > over) return false;
  const from = instant(startOfDay(next, row.zone));
  const until = instant(startOfDay(addToDay(next, { days: 1 }), row.zone));
  if (await isBehind(call, until)) return false;
  await (next === over ? keepCounted(call, next, until) : keepChanged(call, next, from, until));
  await call.db.execute(sql`
    INSERT INTO trend_kept (organization_id, first_day, last_day)
    VALUES (${call.organizationId}, ${next}::date, ${next}::date)
    ON CONFLICT (organization_id) DO UPDATE SET last_day = excluded.last_day`);
  return next < over;
}

const instant = (at: number) => new Date(at).toISOString();

async function isBehind(call: Call, until: string): Promise<boolean> {
  const { rows } = await call.db.execute(sql`
    SELECT FROM requirement
    WHERE organization_id = ${call.organizationId} AND next_transition_at < ${until}::timestamptz LIMIT 1`);
  return rows.length > 0;
}

const isLeft = (status: SQL) => sql`${status} = ANY(${sql.param([...leftToClear])}::text[])`;

/**
 * In a WITH list: `changed`, by level with everything below it, how many memberships more there were at `until` than at
 * `from`, and how many more of them left to clear. By the memberships with an event between; where each stood at either
 * end says the last event before it.
 */
function changedBetween(call: Call, from: string, until: string): SQL {
  const before = (at: string, column: SQL, which: SQL) => sql`(
    SELECT ${column} FROM member_event AS past
    WHERE past.organization_id = ${call.organizationId}
      AND past.profile_level_access_id = touched.profile_level_access_id
      AND past.at < ${at}::timestamptz AND ${which}
    ORDER BY past.at DESC, past.member_event_id DESC LIMIT 1)`;
  // Of one instant, as with entries that are merged, what was written last.
  const there = (at: string) => before(at, sql`past.kind = 'joined'`, sql`past.kind IN ('joined', 'left')`);
  const stood = (at: string, sign: 1 | -1) => sql`
    SELECT ${sql.raw(String(sign))} AS sign, ${before(at, sql`past.level_id`, sql`true`)} AS level_id,
      ${before(at, sql`past.to_status`, sql`past.to_status IS NOT NULL`)} AS status, ${there(at)} AS there
    FROM touched`;
  return sql`touched AS (
    SELECT DISTINCT profile_level_access_id FROM member_event
    WHERE organization_id = ${call.organizationId} AND at >= ${from}::timestamptz AND at < ${until}::timestamptz
  ), stood AS (
    ${stood(until, 1)} UNION ALL ${stood(from, -1)}
  ), own AS (
    SELECT level_id, sum(sign) AS members, coalesce(sum(sign) FILTER (WHERE ${isLeft(sql`status`)}), 0) AS left_to_clear
    FROM stood WHERE there AND status IS NOT NULL GROUP BY level_id
  ), changed AS (
    SELECT top.level_id, sum(own.members)::int AS members, sum(own.left_to_clear)::int AS left_to_clear
    FROM own
    JOIN level AS here ON here.organization_id = ${call.organizationId} AND here.level_id = own.level_id AND here.pre >= 0
    JOIN level AS top ON top.organization_id = here.organization_id AND here.pre BETWEEN top.pre AND top.last
    GROUP BY top.level_id
  )`;
}

/** In a FROM list: `kept`, what is kept of a level last before a day. */
const keptBefore = (call: Call, day: string, levelId: SQL) => sql`LEFT JOIN LATERAL (
  SELECT members, left_to_clear FROM level_day
  WHERE organization_id = ${call.organizationId} AND level_id = ${levelId} AND day < ${day}::date
  ORDER BY day DESC LIMIT 1
) AS kept ON true`;

async function keepChanged(call: Call, day: string, from: string, until: string): Promise<void> {
  await call.db.execute(sql`
    WITH ${changedBetween(call, from, until)}
    INSERT INTO level_day (organization_id, level_id, day, members, left_to_clear)
    SELECT ${call.organizationId}::uuid, changed.level_id, ${day}::date, coalesce(kept.members, 0) + changed.members,
      coalesce(kept.left_to_clear, 0) + changed.left_to_clear
    FROM changed ${keptBefore(call, day, sql`changed.level_id`)}
    WHERE changed.members <> 0 OR changed.left_to_clear <> 0`);
}

async function keepCounted(call: Call, day: string, until: string): Promise<void> {
  await call.db.execute(sql`
    WITH ${changedBetween(call, until, "infinity")}, counted AS (
      SELECT level_id, overall_status, members FROM member_count WHERE organization_id = ${call.organizationId}
      UNION ALL
      SELECT top.level_id, pending.overall_status, pending.members FROM member_count_delta AS pending
      JOIN level AS here ON here.organization_id = pending.organization_id AND here.level_id = pending.level_id
      JOIN level AS top ON top.organization_id = here.organization_id AND here.pre BETWEEN top.pre AND top.last
      WHERE pending.organization_id = ${call.organizationId} AND here.pre >= 0
    ), present AS (
      SELECT level_id, sum(members)::int AS members,
        coalesce(sum(members) FILTER (WHERE ${isLeft(sql`overall_status`)}), 0)::int AS left_to_clear
      FROM counted GROUP BY level_id
    ), that_day AS (
      SELECT level.level_id, coalesce(present.members, 0) - coalesce(changed.members, 0) AS members,
        coalesce(present.left_to_clear, 0) - coalesce(changed.left_to_clear, 0) AS left_to_clear
      FROM level
      LEFT JOIN present ON present.level_id = level.level_id
      LEFT JOIN changed ON changed.level_id = level.level_id
      WHERE level.organization_id = ${call.organizationId} AND level.pre >= 0
    )
    INSERT INTO level_day (organization_id, level_id, day, members, left_to_clear)
    SELECT ${call.organizationId}::uuid, that_day.level_id, ${day}::date, that_day.members, that_day.left_to_clear
    FROM that_day ${keptBefore(call, day, sql`that_day.level_id`)}
    WHERE that_day.members <> coalesce(kept.members, 0) OR that_day.left_to_clear <> coalesce(kept.left_to_clear, 0)`);
}
