import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { dutyDay } from "../../../../schema/compliance.ts";
import { todayOf } from "../queries/duties.ts";
import { follow } from "./follow.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";

const nobody = "00000000-0000-0000-0000-000000000000";

/** Starts following the days that pass, because a requirement now depends on the day. */
export async function followDays(call: Call): Promise<void> {
  const today = await todayOf(call);
  await call.db
    .insert(dutyDay)
    .values({ organizationId: call.organizationId, day: today.day, seasonLast: today.seasonLast })
    .onConflictDoNothing();
}

type Walk = { row: typeof dutyDay.$inferSelect; today: Through; to: Through };

const walk = openBatch<object, Walk, string>({
  size: openBatchSize(),
  async begin(call) {
    await lockDuties(call, "memberships");
    const [row] = await call.db.select().from(dutyDay).where(ours(dutyDay, call)).for("update");
    if (!row) return null;
    const today = await todayOf(call);
    // A walk continues to the day it was begun for: people updated meanwhile are already as of a later one.
    const to = { day: row.toDay ?? today.day, seasonLast: row.toSeasonLast ?? today.seasonLast };
    return isSameDay(to, row) ? null : { row, today, to };
  },
  async take(call, { row, to }, most) {
    const people = await nextConcerned(call, row, to, row.afterProfile ?? nobody, most);
    await lockPeople(call, people);
    await follow(call, { profileLevelAccessIds: await membershipsOf(call, people), profileIds: people });
    return partOf(people, most, (last) => last);
  },
  advance: (call, { to }, { next }) =>
    call.db
      .update(dutyDay)
      .set({ toDay: to.day, toSeasonLast: to.seasonLast, afterProfile: next })
      .where(ours(dutyDay, call)),
  async finish(call, { to, today }) {
    await call.db
      .update(dutyDay)
      .set({ day: to.day, seasonLast: to.seasonLast, toDay: null, toSeasonLast: null, afterProfile: null })
      .where(ours(dutyDay, call));
    return !isSameDay(to, today);
  },
});

/**
 * Updates some people for the days that have passed since the last one that was followed: people whose age, by day or by
 * season, now meets or no longer meets an assignment's, and whose exception or grace period has ended. Ordered by id; what they
 * owe follows from today's assignments, so nothing is done twice, however late or often it runs.
 *
 * @returns whether more is left.
 */
export const continueDays = (call: Call, most?: number) => walk.step(call, {}, most);

const isSameDay = (one: Through, other: Through) => one.day === other.day && one.seasonLast === other.seasonLast;

type Through = { day: string; seasonLast: string };

/** Finds the people for whom the days between two, forwards or backwards, may change something: few, each found by an index. */
async function nextConcerned(call: Call, from: Through, to: Through, after: string, most: number): Promise<string[]> {
  const { rows } = await call.db.execute<{ profile_id: string }>(sql`
    WITH edge AS (
      SELECT DISTINCT assignment.age_by, edge.years
      FROM content_assignment AS assignment
      CROSS JOIN LATERAL (VALUES (assignment.age_from::int), (assignment.age_to + 1)) AS edge (years)
      WHERE assignment.organization_id = ${call.organizationId} AND assignment.ended_at IS NULL AND edge.years IS NOT NULL
    ), turned AS (
      SELECT (least(was, is_) - make_interval(years => years))::date AS after,
        (greatest(was, is_) - make_interval(years => years))::date AS through
      FROM edge CROSS JOIN LATERAL (SELECT
        CASE age_by WHEN 'Season' THEN ${from.seasonLast}::date ELSE ${from.day}::date END AS was,
        CASE age_by WHEN 'Season' THEN ${to.seasonLast}::date ELSE ${to.day}::date END AS is_) AS between_
    )
    SELECT profile_id FROM (
      SELECT profile.profile_id FROM turned
      JOIN profile ON profile.organization_id = ${call.organizationId}
        AND profile.date_of_birth > turned.after AND profile.date_of_birth <= turned.through
      UNION
      SELECT membership.profile_id FROM content_grace AS grace
      JOIN profile_level_access AS membership ON membership.organization_id = grace.organization_id
        AND membership.profile_level_access_id = grace.profile_level_access_id
      WHERE grace.organization_id = ${call.organizationId}
        AND grace.until_day >= least(${from.day}::date, ${to.day}::date)
        AND grace.until_day < greatest(${from.day}::date, ${to.day}::date)
      UNION
      SELECT membership.profile_id FROM content_exemption AS exempt
      LEFT JOIN level AS spared
        ON spared.organization_id = exempt.organization_id AND spared.level_id = exempt.level_id
      JOIN level AS here ON here.organization_id = exempt.organization_id
        AND here.pre BETWEEN spared.pre AND CASE WHEN exempt.include_below THEN spared.last ELSE spared.pre END
      JOIN profile_level_access AS membership
        ON membership.organization_id = exempt.organization_id AND membership.level_id = here.level_id
        AND (exempt.label_id IS NULL OR membership.label_id = exempt.label_id)
      WHERE exempt.organization_id = ${call.organizationId} AND exempt.ended_at IS NULL
        AND exempt.until_day >= least(${from.day}::date, ${to.day}::date)
        AND exempt.until_day < greatest(${from.day}::date, ${to.day}::date)
      UNION
      SELECT exempt.profile_id FROM content_exemption AS exempt
      WHERE exempt.organization_id = ${call.organizationId} AND exempt.ended_at IS NULL AND exempt.profile_id IS NOT NULL
        AND exempt.until_day >= least(${from.day}::date, ${to.day}::date)
        AND exempt.until_day < greatest(${from.day}::date, ${to.day}::date)
    ) AS concerned
    WHERE profile_id > ${after} ORDER BY profile_id LIMIT ${most}`);
  return rows.map((row) => row.profile_id);
}

async function membershipsOf(call: Call, people: readonly string[]): Promise<string[]> {
  const { rows } = await call.db.execute<{ id: string }>(sql`
    SELECT profile_level_access_id AS id FROM profile_level_access
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${sql.param([...people])}::uuid[])`);
  return rows.map((row) => row.id);
}

/**
 * Updates what people owe by their answers and date of birth. The last step of everything that changes these; the caller holds
 * the duties and the people.
 */
export async function followPeople(call: Call, people: readonly string[]): Promise<void> {
  const profileLevelAccessIds = await membershipsOf(call, people);
  if (profileLevelAccessIds.length > 0) await follow(call, { profileLevelAccessIds, profileIds: people });
}
