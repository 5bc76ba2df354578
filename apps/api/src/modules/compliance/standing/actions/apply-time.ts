import { type SQL, sql } from "drizzle-orm";
import { actingAs, actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { memberEventsToOutbox, requirementEventsToOutbox } from "../../../../jobs/outbox.ts";
import { passing, standingOfPassing } from "../queries/time-changes.ts";
import { nameForFew, showInIndex } from "./count.ts";
import { catchUp } from "./restand.ts";

/**
 * Updates people for changes that time alone brings, with all that follows: the same result as `catchUp`, but by sets within
 * the database. Each change is written with the instant at which it happened, earlier ones first; people who missed several
 * changes take as many rounds. People for whom the rules didn't foretell such a change are left to `catchUp`.
 *
 * @param people locked by the caller.
 */
export async function applyTime(call: Call, people: readonly string[]): Promise<void> {
  const changedIds = new Set<string>();
  const odd = new Set<string>();
  for (let behind = people, round = 0; behind.length > 0; round += 1) {
    const resultsByKind = Map.groupBy(await passOnce(call, behind, round), (row) => row.what);
    const ids = (what: PassResult["what"]) => (resultsByKind.get(what) ?? []).map((row) => row.id);
    for (const id of ids("shown")) changedIds.add(id);
    for (const id of ids("odd")) odd.add(id);
    behind = [...new Set(ids("behind"))].filter((id) => !odd.has(id));
  }
  await showInIndex(call, [...changedIds]);
  if (odd.size > 0) await catchUp(call, [...odd]);
}

/** The result of a round: a membership that lists show differently; somebody with more changes due; somebody for `catchUp`. */
type PassResult = { what: "shown" | "behind" | "odd"; id: string };

async function passOnce(call: Call, people: readonly string[], round: number): Promise<PassResult[]> {
  const made = madeBy(call, round);
  const { rows } = await prepared<PassResult>(
    call.db,
    nameForFew("standing.pass", people),
    sql`
    WITH ${passing(call, sql`${sql.param([...people])}::uuid[]`)}, ${standingOfPassing(call)},
    ${requirementsWritten(call, made)}, ${membershipsWritten(call, made)}, ${countsWritten(made)}
    SELECT 'shown' AS what, profile_level_access_id AS id FROM standing
    WHERE was <> overall_status OR had <> statuses
    UNION ALL SELECT 'behind', profile_id FROM behind WHERE NOT first
    UNION ALL SELECT 'behind', profile_id FROM stands WHERE next_at <= ${call.now.toISOString()}
    UNION ALL SELECT 'odd', profile_id FROM known WHERE odd`,
  );
  return rows;
}

type Made = { id: SQL; organization: SQL; by: SQL };

/**
 * Returns the columns for the owner and the author of a new row. Ids sort by time like those of `newId`, here also by the
 * round; after the random part they are numbered, so that no random number is drawn for each, and new rows are adjacent in an
 * index.
 */
function madeBy(call: Call, round: number): Made {
  const id = newId();
  const beginning = `${id.slice(0, 15)}${(round % 0x1000).toString(16).padStart(3, "0")}${id.slice(18, 30)}`;
  return {
    organization: sql`${call.organizationId}::uuid`,
    id: sql`(${beginning} || to_hex(${0x100000} + row_number() OVER ()))::uuid`,
    by: sql`${actingProfile(call)}::uuid, ${actingAs(call)}`,
  };
}

const requirementsWritten = (call: Call, { organization, id, by }: Made) => sql`
  requirement_written AS (
    UPDATE requirement SET status = stands.status, next_transition_at = stands.next_at,
      status_since = CASE WHEN stands.status = stands.was THEN requirement.status_since ELSE stands.at END
    FROM stands
    WHERE requirement.organization_id = ${call.organizationId} AND requirement.requirement_id = stands.requirement_id
  ), requirement_told AS (
    INSERT INTO requirement_event (organization_id, requirement_event_id, actor_profile_id, actor,
      requirement_id, profile_id, content_id, kind, from_status, to_status, at)
    SELECT ${organization}, ${id}, ${by}, requirement_id, profile_id, content_id, 'status', was, status, at
    FROM stands WHERE was <> status
    RETURNING *
  ), requirement_published AS (${requirementEventsToOutbox(call, sql`requirement_told`)})`;

const membershipsWritten = (call: Call, { organization, id, by }: Made) => sql`
  standing_written AS (
    UPDATE member_standing AS kept SET overall_status = standing.overall_status, statuses = standing.statuses,
      done = standing.done, content_statuses = standing.content_statuses, content_expiries = standing.content_expiries,
      since = CASE WHEN standing.was = standing.overall_status THEN kept.since ELSE standing.at END
    FROM standing
    WHERE kept.organization_id = ${call.organizationId}
      AND kept.profile_level_access_id = standing.profile_level_access_id
  ), member_told AS (
    INSERT INTO member_event (organization_id, member_event_id, actor_profile_id, actor,
      profile_level_access_id, profile_id, level_id, label_id, kind, from_status, to_status, at)
    SELECT ${organization}, ${id}, ${by}, profile_level_access_id, profile_id, level_id, label_id, 'status',
      was, overall_status, at
    FROM standing WHERE was <> overall_status
    RETURNING *
  ), member_published AS (${memberEventsToOutbox(call, sql`member_told`)})`;

/** Many changes of the same kind are one row. */
const countsWritten = ({ organization, id }: Made) => sql`
  members_counted AS (
    INSERT INTO member_count_delta
      (organization_id, member_count_delta_id, level_id, label_id, overall_status, statuses, members)
    SELECT ${organization}, ${id}, level_id, label_id, side.overall_status, side.statuses, sum(side.members)
    FROM standing CROSS JOIN LATERAL (
      VALUES (was, had, -1), (standing.overall_status, standing.statuses, 1)
    ) AS side (overall_status, statuses, members)
    GROUP BY level_id, label_id, side.overall_status, side.statuses HAVING sum(side.members) <> 0
  ), altered AS MATERIALIZED (
    SELECT level_id, each.content_id, each.was, each.status, CASE WHEN each.expires_on IS NULL THEN each.expired_on END AS ended_on
    FROM standing
    CROSS JOIN LATERAL unnest(contents, had_statuses, content_statuses, had_expiries, content_expiries)
      AS each (content_id, was, status, expired_on, expires_on)
    WHERE each.was <> each.status
  ), requirements_counted AS (
    INSERT INTO requirement_count_delta
      (organization_id, requirement_count_delta_id, level_id, content_id, status, members)
    SELECT ${organization}, ${id}, level_id, content_id, side.status, sum(side.members)
    FROM altered CROSS JOIN LATERAL (VALUES (was, -1), (altered.status, 1)) AS side (status, members)
    GROUP BY level_id, content_id, side.status HAVING sum(side.members) <> 0
  ), expiries_counted AS (
    INSERT INTO expiry_count_delta (organization_id, expiry_count_delta_id, level_id, expires_on, members)
    SELECT ${organization}, ${id}, level_id, ended_on, -count(*)
    FROM altered WHERE ended_on IS NOT NULL GROUP BY level_id, ended_on
  )`;
