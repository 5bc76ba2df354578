import { dayOf, type MonthDay, seasonOf, statusIsDone } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";

/** The day for which requirements are evaluated. */
export type Today = {
  zone: string;
  /** In the organization's time zone. */
  day: string;
  /** The last day of the season that includes the day. */
  seasonLast: string;
  seasonStart: MonthDay;
};

export async function todayOf(call: Call): Promise<Today> {
  const [row] = await call.db
    .select({ zone: organization.timeZone, month: organization.seasonMonth, day: organization.seasonDay })
    .from(organization)
    .where(ours(organization, call));
  const zone = row?.zone ?? "UTC";
  const seasonStart = { month: row?.month ?? 8, day: row?.day ?? 1 };
  const day = dayOf(call.now.getTime(), zone);
  return { zone, day, seasonLast: seasonOf(day, seasonStart).lastDay, seasonStart };
}

/** Selects the pairs of membership and assignment: conditions on `membership` and on `assignment`. */
type Chosen = { memberships?: SQL; assignments?: SQL };

// Each half of a pair is looked up by itself (OFFSET 0 keeps the planner from joining them): in one join, the statement took 11
// ms to plan and, without statistics, as with tables that one transaction fills, everybody was joined with everything before
// any condition. A common table expression with the name of a table can replace it, so that a preview can run the same query on
// assignments that don't exist yet.
const memberships = (call: Reading, where: SQL) => sql`LATERAL (
      SELECT membership.*, here.pre
      FROM profile_level_access AS membership
      JOIN level AS here ON here.organization_id = ${call.organizationId} AND here.level_id = membership.level_id
      WHERE membership.organization_id = ${call.organizationId} AND ${where} OFFSET 0) AS membership`;

const assignments = (call: Reading, where: SQL) => sql`LATERAL (
      SELECT assignment.*, named.label_id, content.name AS content_name, top.pre AS first_pre, ${lastPre} AS last_pre
      FROM content_assignment AS assignment
      JOIN content ON content.organization_id = ${call.organizationId} AND content.content_id = assignment.content_id
        AND content.archived_at IS NULL AND content.current_version_id IS NOT NULL
      JOIN level AS top ON top.organization_id = ${call.organizationId} AND top.level_id = assignment.level_id
      JOIN content_assignment_label AS named ON named.organization_id = ${call.organizationId}
        AND named.content_assignment_id = assignment.content_assignment_id
      WHERE assignment.organization_id = ${call.organizationId} AND ${where} OFFSET 0) AS assignment`;

/** The last preorder number that an assignment reaches: of its level, or of everything below that. */
const lastPre = sql`CASE WHEN assignment.include_below THEN top.last ELSE top.pre END`;

/**
 * In a FROM list: each `membership` (with `pre`, the number of its level) with each `assignment` (with `content_name`) that
 * applies to it by level and role, whether or not that has ended. For queries about some memberships.
 */
export const pairsOfMemberships = (call: Reading, chosen: Chosen): SQL => sql`
    ${memberships(call, chosen.memberships ?? sql`true`)}
    CROSS JOIN ${assignments(
      call,
      sql`top.pre <= membership.pre AND membership.pre <= ${lastPre}
        AND named.label_id = membership.label_id AND ${chosen.assignments ?? sql`true`}`,
    )}`;

/** Selects the pairs of memberships and assignments, like `pairsOfMemberships`, but for given assignments. */
export const pairsOfAssignments = (call: Reading, chosen: Chosen): SQL => sql`
    ${assignments(call, chosen.assignments ?? sql`true`)}
    CROSS JOIN ${memberships(
      call,
      sql`here.pre BETWEEN assignment.first_pre AND assignment.last_pre
        AND membership.label_id = assignment.label_id AND ${chosen.memberships ?? sql`true`}`,
    )}`;

/**
 * Tests whether a pair is required of the membership on a day. With the pairs, this defines who owes what; `applicability.ts` of the
 * rules describes it in words.
 */
export const isRequired = (call: Call, today: Today): SQL => sql`assignment.ended_at IS NULL
    AND (assignment.age_from IS NULL AND assignment.age_to IS NULL OR EXISTS (
      SELECT FROM profile
      CROSS JOIN (SELECT CASE assignment.age_by WHEN 'Season' THEN ${today.seasonLast}::date ELSE ${today.day}::date END) AS counted (day)
      WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = membership.profile_id
        AND (assignment.age_from IS NULL
          OR profile.date_of_birth <= (counted.day - make_interval(years => assignment.age_from))::date)
        AND (assignment.age_to IS NULL
          OR profile.date_of_birth > (counted.day - make_interval(years => assignment.age_to + 1))::date)
        AND profile.date_of_birth IS NOT NULL))
    AND CASE
      WHEN NOT EXISTS (SELECT FROM content_assignment_condition AS wanted
        WHERE wanted.organization_id = ${call.organizationId}
          AND wanted.content_assignment_id = assignment.content_assignment_id) THEN true
      WHEN assignment.conditions_match = 'Any' THEN EXISTS (SELECT FROM content_assignment_condition AS wanted
        WHERE wanted.organization_id = ${call.organizationId}
          AND wanted.content_assignment_id = assignment.content_assignment_id AND ${answerTo(call)} = wanted.answer)
      ELSE NOT EXISTS (SELECT FROM content_assignment_condition AS wanted
        WHERE wanted.organization_id = ${call.organizationId}
          AND wanted.content_assignment_id = assignment.content_assignment_id
          AND ${answerTo(call)} IS DISTINCT FROM wanted.answer)
    END
    AND NOT EXISTS (${exemptionsFor(call, today)})`;

/** The latest answer of the membership's person to a `wanted` question. */
const answerTo = (call: Call) => sql`(SELECT given.answer FROM condition_answer AS given
          WHERE given.organization_id = ${call.organizationId} AND given.profile_id = membership.profile_id
            AND given.condition_question_id = wanted.condition_question_id
          ORDER BY given.answered_at DESC, given.condition_answer_id DESC LIMIT 1)`;

/** Selects the exceptions in force that exempt the `membership` from the `assignment`. */
export const exemptionsFor = (call: Reading, today: { day: string | SQL }): SQL => sql`
      SELECT exempt.* FROM content_exemption AS exempt
      LEFT JOIN level AS spared
        ON spared.organization_id = exempt.organization_id AND spared.level_id = exempt.level_id
      WHERE exempt.organization_id = ${call.organizationId} AND exempt.content_id = assignment.content_id
        AND exempt.ended_at IS NULL AND (exempt.until_day IS NULL OR exempt.until_day >= ${today.day}::date)
        AND (exempt.profile_id = membership.profile_id
          OR (membership.pre BETWEEN spared.pre AND CASE WHEN exempt.include_below THEN spared.last ELSE spared.pre END
            AND (exempt.label_id IS NULL OR exempt.label_id = membership.label_id)))`;

/** Tests whether a requirement is optional for the `membership` for now, because it was cleared when the requirement was introduced. */
export const inGrace = (call: Call, today: Today): SQL => sql`EXISTS (SELECT FROM content_grace AS grace
      WHERE grace.organization_id = ${call.organizationId}
        AND grace.profile_level_access_id = membership.profile_level_access_id
        AND grace.content_id = assignment.content_id AND grace.until_day >= ${today.day}::date)`;

/**
 * Computes the latest day through which a membership was promised to stay cleared despite a pair. Only memberships that the
 * assignments applied to at that time have the promise, not those that joined or moved there later.
 */
export const promiseTo = (call: Call, today: Today): SQL => sql`
      SELECT promise.until_day, promise.change_id FROM grace_promise AS promise
      WHERE promise.organization_id = ${call.organizationId} AND promise.content_id = assignment.content_id
        AND promise.until_day >= ${today.day}::date AND membership.joined_at <= promise.promised_at
        AND NOT EXISTS (SELECT FROM member_event AS since
          WHERE since.organization_id = ${call.organizationId}
            AND since.profile_level_access_id = membership.profile_level_access_id
            AND since.at > promise.promised_at AND since.kind IN ('moved', 'relabelled'))
        AND EXISTS (SELECT FROM content_assignment AS before
          JOIN content_assignment_label AS asking ON asking.organization_id = before.organization_id
            AND asking.content_assignment_id = before.content_assignment_id AND asking.label_id = membership.label_id
          JOIN level AS above ON above.organization_id = before.organization_id AND above.level_id = before.level_id
          WHERE before.organization_id = ${call.organizationId} AND before.content_id = assignment.content_id
            AND before.mandatory AND before.created_at <= promise.promised_at
            AND coalesce(before.ended_at > promise.promised_at, true)
            AND membership.pre BETWEEN above.pre AND CASE WHEN before.include_below THEN above.last ELSE above.pre END)
      ORDER BY promise.until_day DESC, promise.change_id LIMIT 1`;

/** Statuses that are done, for a list in SQL. */
export const doneStatuses = sql.raw(
  Object.entries(statusIsDone)
    .flatMap(([status, done]) => (done ? [status] : []))
    .join(", "),
);
