import { addToDay, dayOf, leftToClear, startOfDay } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../call.ts";

/** Milliseconds after midnight by which transactions that began before it have ended. */
const settled = 120_000;

/** Events of memberships that one statement reads: it takes a few seconds. */
const mostRead = 20_000;

/**
 * Stores the state of every level at the end of the earliest past day that isn't stored yet. Yesterday comes from the counts,
 * minus later changes; missed days, and those before this was recorded, come from the changes on each. Waits while changes by
 * time until that day aren't written by the sweep yet, and leaves the work to another transaction that already stores days of
 * this organization.
 *
 * @returns whether another past day is left.
 */
export async function keepDay(call: Call, atOnce = mostRead): Promise<boolean> {
  if (!(await isFree(call))) return false;
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
  // The counts and later changes are read in one statement, so that they match.
  if (next === over && (await isLittleSince(call, until, atOnce))) await keepCounted(call, next, until);
  else await keepChanged(call, next, from, until, atOnce);
  await call.db.execute(sql`
    INSERT INTO trend_kept (organization_id, first_day, last_day)
    VALUES (${call.organizationId}, ${next}::date, ${next}::date)
    ON CONFLICT (organization_id) DO UPDATE SET last_day = excluded.last_day`);
  return next < over;
}

const instant = (at: number) => new Date(at).toISOString();

/** Tries to lock the organization's daily snapshots until the transaction ends. @returns false if another transaction holds the lock. */
async function isFree(call: Call): Promise<boolean> {
  const { rows } = await call.db.execute<{ free: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended('trend' || organization_id::text, 0)) AS free
    FROM organization WHERE organization_id = ${call.organizationId}`);
  return rows[0]?.free ?? false;
}

async function isBehind(call: Call, until: string): Promise<boolean> {
  const { rows } = await call.db.execute(sql`
    SELECT FROM requirement
    WHERE organization_id = ${call.organizationId} AND next_transition_at < ${until}::timestamptz LIMIT 1`);
  return rows.length > 0;
}

async function isLittleSince(call: Call, at: string, most: number): Promise<boolean> {
  const { rows } = await call.db.execute(sql`
    SELECT FROM member_event WHERE organization_id = ${call.organizationId} AND at >= ${at}::timestamptz
    ORDER BY at, member_event_id OFFSET ${most} LIMIT 1`);
  return rows.length === 0;
}

const isLeft = (status: SQL) => sql`${status} = ANY(${sql.param([...leftToClear])}::text[])`;

/**
 * In a WITH list: `own`, by level without those below it, how many more memberships there were at `until` than at `from`, and
 * how many more of them weren't cleared. Includes the memberships that are `touched`; the last event before each moment says
 * where each stood.
 */
function ownChanges(call: Call, from: string, until: string): SQL {
  const before = (at: string, column: SQL, which: SQL) => sql`(
    SELECT ${column} FROM member_event AS past
    WHERE past.organization_id = ${call.organizationId}
      AND past.profile_level_access_id = touched.profile_level_access_id
      AND past.at < ${at}::timestamptz AND ${which}
    ORDER BY past.at DESC, past.member_event_id DESC LIMIT 1)`;
  // Of events at one instant, as when entries are merged, the one written last.
  const there = (at: string) => before(at, sql`past.kind = 'joined'`, sql`past.kind IN ('joined', 'left')`);
  const countsAt = (at: string, sign: 1 | -1) => sql`
    SELECT ${sql.raw(String(sign))} AS sign, ${before(at, sql`past.level_id`, sql`true`)} AS level_id,
      ${before(at, sql`past.to_status`, sql`past.to_status IS NOT NULL`)} AS status, ${there(at)} AS there
    FROM touched`;
  return sql`stood AS (
    ${countsAt(until, 1)} UNION ALL ${countsAt(from, -1)}
  ), own AS (
    SELECT level_id, sum(sign)::int AS members,
      coalesce(sum(sign) FILTER (WHERE ${isLeft(sql`status`)}), 0)::int AS left_to_clear
    FROM stood WHERE there AND status IS NOT NULL GROUP BY level_id
  )`;
}

/** In a WITH list, after `own`: `changed`, the sums by level with everything below it. */
const withBelow = (call: Call) => sql`changed AS (
  SELECT top.level_id, sum(own.members)::int AS members, sum(own.left_to_clear)::int AS left_to_clear
  FROM own
  JOIN level AS here ON here.organization_id = ${call.organizationId} AND here.level_id = own.level_id AND here.pre >= 0
  JOIN level AS top ON top.organization_id = here.organization_id AND here.pre BETWEEN top.pre AND top.last
  GROUP BY top.level_id
)`;

type Own = { level_id: string; members: number; left_to_clear: number };
type Spot = { at: string; id: string };

/** Sums what changed between two past moments, by level; reads a bounded number of events at a time. */
async function ownChangesPast(call: Call, from: string, until: string, atOnce: number): Promise<Own[]> {
  const sums = new Map<string, Own>();
  let last: Spot | null = null;
  do {
    const part = await readPart(call, from, until, last, atOnce);
    for (const one of part.own) {
      const { members = 0, left_to_clear = 0 } = sums.get(one.level_id) ?? {};
      const sum = { members: members + one.members, left_to_clear: left_to_clear + one.left_to_clear };
      sums.set(one.level_id, { level_id: one.level_id, ...sum });
    }
    last = part.last;
  } while (last);
  return [...sums.values()];
}

/** Reads a bounded number of events after one. A membership is counted at its first event between the moments, so only once. */
async function readPart(
  call: Call,
  from: string,
  until: string,
  after: Spot | null,
  atOnce: number,
): Promise<{ own: readonly Own[]; last: Spot | null }> {
  const { rows } = await call.db.execute<Spot & { own: Own[] | null }>(sql`
    WITH part AS MATERIALIZED (
      SELECT at, member_event_id, profile_level_access_id FROM member_event
      WHERE organization_id = ${call.organizationId} AND at >= ${from}::timestamptz AND at < ${until}::timestamptz
        ${after ? sql`AND (at, member_event_id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      ORDER BY at, member_event_id LIMIT ${atOnce}
    ), touched AS MATERIALIZED (
      SELECT part.profile_level_access_id FROM part
      WHERE NOT EXISTS (
        SELECT FROM member_event AS earlier
        WHERE earlier.organization_id = ${call.organizationId}
          AND earlier.profile_level_access_id = part.profile_level_access_id AND earlier.at >= ${from}::timestamptz
          AND earlier.at <= part.at AND (earlier.at, earlier.member_event_id) < (part.at, part.member_event_id))
    ), ${ownChanges(call, from, until)}
    SELECT part.at::text, part.member_event_id AS id, (SELECT json_agg(own) FROM own) AS own
    FROM part ORDER BY part.at DESC, part.member_event_id DESC LIMIT 1`);
  const [row] = rows;
  return row ? { own: row.own ?? [], last: { at: row.at, id: row.id } } : { own: [], last: null };
}

/** In a FROM list: `kept`, the last stored state of a level before a day. */
const keptBefore = (call: Call, day: string, levelId: SQL) => sql`LEFT JOIN LATERAL (
  SELECT members, left_to_clear FROM level_day
  WHERE organization_id = ${call.organizationId} AND level_id = ${levelId} AND day < ${day}::date
  ORDER BY day DESC LIMIT 1
) AS kept ON true`;

async function keepChanged(call: Call, day: string, from: string, until: string, atOnce: number): Promise<void> {
  const own = await ownChangesPast(call, from, until, atOnce);
  await call.db.execute(sql`
    WITH own AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(own)}::json)
        AS own (level_id uuid, members integer, left_to_clear integer)
    ), ${withBelow(call)}
    INSERT INTO level_day (organization_id, level_id, day, members, left_to_clear)
    SELECT ${call.organizationId}::uuid, changed.level_id, ${day}::date, coalesce(kept.members, 0) + changed.members,
      coalesce(kept.left_to_clear, 0) + changed.left_to_clear
    FROM changed ${keptBefore(call, day, sql`changed.level_id`)}
    WHERE changed.members <> 0 OR changed.left_to_clear <> 0`);
}

async function keepCounted(call: Call, day: string, until: string): Promise<void> {
  await call.db.execute(sql`
    WITH touched AS (
      SELECT DISTINCT profile_level_access_id FROM member_event
      WHERE organization_id = ${call.organizationId} AND at >= ${until}::timestamptz
    ), ${ownChanges(call, until, "infinity")}, ${withBelow(call)}, counted AS (
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
