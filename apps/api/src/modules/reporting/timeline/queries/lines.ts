import { instant, RequirementType } from "@touchline/contract";
import type { TimelineKind } from "@touchline/contract/reporting/timeline";
import { actsBetweenReviewers, actsWithThePerson } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actingProfile, type Call } from "../../../../call.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { level } from "../../../../schema/people.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { everyEntry } from "../../../compliance/index.ts";
import { mayKnowReason } from "../../../library/index.ts";
import { keptToRecipients } from "../../../messages/index.ts";
import type { PastOf } from "./person.ts";

/** One line as it is read: columns of other kinds are null. */
export type Line = {
  id: string;
  at: string;
  kind: TimelineKind;
  what: string;
  to_state: string | null;
  to_status: string | null;
  ref: string | null;
  content_name: string | null;
  content_type: number | null;
  level_name: string | null;
  label_name: string | null;
  actor_name: string | null;
  redo_by: string | null;
  sealed: Buffer | null;
  wrapped_key: Buffer;
};

export const places = cursors(z.strictObject({ at: instant, id: z.uuid() }));
export type LinePlace = { at: string; id: string };

/** Actions in the log that the other kinds show already. */
const shownByOtherKinds = [
  "membership.added",
  "membership.changed",
  "membership.moved",
  "membership.removed",
  "exception.added",
  "exception.ended",
  "person.changed",
  "note.added",
  "incident.reported",
  "incident.changed",
];

/**
 * Reads a page of a person's history, newest first, in one statement: each kind contributes at most a page, by its index, and
 * only the newest of all get names.
 */
export async function linesOf(
  call: Call,
  past: PastOf,
  { kinds, after, limit }: { kinds: readonly TimelineKind[]; after: LinePlace | null; limit: number },
): Promise<Line[]> {
  const parts = kinds.flatMap((kind) => branches(call, past)[kind] ?? []);
  if (parts.length === 0) return [];
  const from = after ? sql`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const until = past.until ? sql`at <= ${past.until.toISOString()}::timestamptz` : sql`true`;
  const pages = parts.map(
    (part) => sql`(SELECT * FROM (${part}) AS part
      WHERE ${from} AND ${until}
      ORDER BY at DESC, id DESC LIMIT ${limit})`,
  );
  const { rows } = await call.db.execute<Line>(sql`
    WITH chosen AS (
      SELECT * FROM (${sql.join(pages, sql` UNION ALL `)}) AS every ORDER BY at DESC, id DESC LIMIT ${limit}
    ), page AS MATERIALIZED (
      SELECT chosen.*, CASE WHEN chosen.what = 'redoAsked' THEN ${redoSaid(call)} END AS redo_by FROM chosen)
    SELECT page.id, page.at, page.kind, page.what, page.to_state, page.to_status, page.ref, page.sealed,
      content.name AS content_name, content.type AS content_type, level.name AS level_name, label.name AS label_name,
      actor.first_name || ' ' || actor.last_name AS actor_name, organization.wrapped_key, page.redo_by
    FROM page
    JOIN organization ON organization.organization_id = ${call.organizationId}
    LEFT JOIN content ON content.organization_id = ${call.organizationId} AND content.content_id = page.content_id
    LEFT JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = page.level_id
    LEFT JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = page.label_id
    LEFT JOIN profile AS actor ON actor.organization_id = ${call.organizationId}
      AND actor.profile_id = page.actor_profile_id
    ORDER BY page.at DESC, page.id DESC`);
  return rows;
}

/** Selects by when a completion had to be repeated, according to the versions at the time. */
const redoSaid = (call: Call) => sql`(
  SELECT min(later.settings ->> 'redoBy') FROM attempt
  JOIN content_version AS own ON own.organization_id = attempt.organization_id
    AND own.content_version_id = attempt.content_version_id
  JOIN content_version AS later ON later.organization_id = own.organization_id
    AND later.content_id = own.content_id AND later.number > own.number AND later.created_at <= chosen.at
  WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = chosen.ref)`;

/** Selects the columns of a branch; those that it doesn't name are null. */
function branch(
  kind: TimelineKind,
  columns: { id: SQL; what: SQL; at?: SQL; actor?: SQL } & Partial<
    Record<"toState" | "toStatus" | "ref" | "content" | "level" | "label" | "sealed", SQL>
  >,
  rest: SQL,
): SQL {
  const { id, what, at = sql`at`, actor = sql`actor_profile_id` } = columns;
  return sql`SELECT ${id} AS id, ${at} AS at, ${kind}::text AS kind, ${what} AS what,
    ${columns.toState ?? sql`NULL`}::text AS to_state, ${columns.toStatus ?? sql`NULL`}::text AS to_status,
    ${columns.ref ?? sql`NULL`}::uuid AS ref, ${columns.content ?? sql`NULL`}::uuid AS content_id,
    ${columns.level ?? sql`NULL`}::uuid AS level_id, ${columns.label ?? sql`NULL`}::uuid AS label_id,
    ${actor}::uuid AS actor_profile_id, ${columns.sealed ?? sql`NULL`}::bytea AS sealed ${rest}`;
}

/** Returns the source of each kind, as far as the caller may see it. */
function branches(call: Call, past: PastOf): Record<TimelineKind, SQL[]> {
  const of = (table: SQL) =>
    sql`${table}.organization_id = ${call.organizationId} AND ${table}.profile_id = ANY(${everyEntry(call, past.profileId)})`;
  const event = sql`member_event`;
  const within = past.own ? sql`true` : (rowsWithinReach(call, "members.see", level) ?? sql`false`);
  const table = sql`requirement_event`;
  const placed = (column: SQL) => sql`${column} IN (
    SELECT level.level_id FROM level WHERE level.organization_id = ${call.organizationId} AND ${within})`;
  // Requirements that were ever asked for, or worked on, in a membership that is or was within sight.
  const near = past.own
    ? sql`true`
    : sql`${table}.requirement_id IN (
        SELECT near.requirement_id FROM requirement_event AS near
        JOIN member_event AS seat ON seat.organization_id = near.organization_id
          AND seat.profile_level_access_id = near.profile_level_access_id
        WHERE ${of(sql`near`)} AND seat.profile_id = ANY(${everyEntry(call, past.profileId)}) AND ${placed(sql`seat.level_id`)})`;
  const handled = rowsWithinReach(call, "incidents.manage", level) ?? sql`false`;
  const seen = sql`(incident.reported_by = ${actingProfile(call)} OR incident.level_id IN (
    SELECT level.level_id FROM level WHERE level.organization_id = ${call.organizationId} AND ${handled}))`;
  return {
    exceptions: exceptionBranches(call, past, { of, placed }),
    requirements: [
      branch(
        "requirements",
        {
          id: sql`requirement_event_id`,
          what: sql`kind`,
          toState: sql`to_state`,
          toStatus: sql`to_status`,
          content: sql`content_id`,
          ref: sql`attempt_id`,
        },
        sql`FROM requirement_event WHERE ${of(table)} AND ${near} AND ${visibleProposals(call, past)}`,
      ),
    ],
    memberships: [
      branch(
        "memberships",
        {
          id: sql`member_event_id`,
          what: sql`kind`,
          toStatus: sql`to_status`,
          level: sql`level_id`,
          label: sql`label_id`,
        },
        sql`FROM member_event WHERE ${of(event)} AND ${past.own ? sql`true` : placed(sql`member_event.level_id`)}`,
      ),
    ],
    details: [
      branch(
        "details",
        { id: sql`profile_event_id`, what: sql`kind`, sealed: past.mayCorrect ? sql`sealed_change` : sql`NULL` },
        sql`FROM profile_event WHERE ${of(sql`profile_event`)}`,
      ),
    ],
    mails: [
      branch(
        "mails",
        {
          id: sql`mail_id`,
          what: sql`kind`,
          at: sql`created_at`,
          actor: sql`NULL`,
          toState: sql`CASE WHEN sent_at IS NOT NULL THEN 'Sent' WHEN failed_at IS NOT NULL THEN 'Failed' ELSE 'Waiting' END`,
        },
        sql`FROM mail WHERE ${of(sql`mail`)} AND kind <> ALL(${sql.param(keptToRecipients)}::text[])`,
      ),
    ],
    notes: past.notes
      ? [
          branch(
            "notes",
            {
              id: sql`member_note_id`,
              what: sql`'note'::text`,
              actor: sql`author_profile_id`,
              sealed: sql`sealed_text`,
            },
            sql`FROM member_note WHERE ${of(sql`member_note`)}`,
          ),
        ]
      : [],
    incidents: past.incidents
      ? [
          branch(
            "incidents",
            {
              id: sql`incident_id`,
              what: sql`'reported'::text`,
              at: sql`reported_at`,
              actor: sql`reported_by`,
              ref: sql`incident_id`,
            },
            sql`FROM incident WHERE ${of(sql`incident`)} AND ${seen}`,
          ),
          branch(
            "incidents",
            {
              id: sql`incident_event_id`,
              what: sql`'changed'::text`,
              at: sql`incident_event.at`,
              ref: sql`incident.incident_id`,
            },
            sql`FROM incident JOIN incident_event ON incident_event.organization_id = incident.organization_id
              AND incident_event.incident_id = incident.incident_id WHERE ${of(sql`incident`)} AND ${seen}`,
          ),
        ]
      : [],
    log: [
      branch(
        "log",
        { id: sql`audit_event_id`, what: sql`action` },
        sql`FROM audit_event WHERE ${of(sql`audit_event`)} AND ${
          past.log ? sql`action <> ALL(${sql.param(shownByOtherKinds)}::text[])` : sql`action = 'person.merged'`
        }`,
      ),
    ],
  };
}

/**
 * Limits events of requirements to those the caller may see: what is between reviewers, or between them and the person, only
 * for requirements that the caller may review.
 */
function visibleProposals(call: Call, { target, own }: PastOf): SQL {
  const reviewed = Object.values(RequirementType).filter(
    (requirementType) => verdictOn(call, "requirements.review", { ...target, requirementType }).allowed,
  );
  const kept = own ? actsBetweenReviewers : [...actsBetweenReviewers, ...actsWithThePerson];
  return sql`(requirement_event.kind <> ALL(${sql.param([...kept])}::text[]) OR EXISTS (
    SELECT FROM content AS reviewed WHERE reviewed.organization_id = ${call.organizationId}
      AND reviewed.content_id = requirement_event.content_id AND reviewed.type = ANY(${sql.param(reviewed)}::smallint[])))`;
}

/** Builds a stable id for a line that has no row of its own: a version 8 UUID of its parts. */
const ownId = (text: SQL) => sql`overlay(overlay(md5(${text}) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid`;

/**
 * Selects what a person was exempt from: by name, or with a level or a role there if they had a membership at the time. It is
 * shown for assignments within sight; the person themselves, and people who see everybody, see all of it.
 */
function exceptionBranches(
  call: Call,
  past: PastOf,
  { of, placed }: { of: (table: SQL) => SQL; placed: (column: SQL) => SQL },
): SQL[] {
  const exempt = sql`exempt`;
  const wide = past.own || verdictOn(call, "members.see", { organizationWide: true }).allowed;
  const assigns = rowsWithinReach(call, "content.assign", level) ?? sql`false`;
  const target = { ...past.target, membershipPres: past.membershipPres };
  const maySay = sql`CASE WHEN exempt.level_id IS NULL
    THEN ${mayKnowReason(call, target, { levelId: null, levelPre: null })}::boolean
    ELSE ${!past.own}::boolean AND exempt.level_id IN (
      SELECT level.level_id FROM level WHERE level.organization_id = ${call.organizationId} AND ${assigns}) END`;
  const seats = sql`SELECT level_id, label_id, kind, at AS since,
      coalesce(lead(at) OVER (PARTITION BY profile_level_access_id ORDER BY at, member_event_id), 'infinity') AS until
    FROM member_event WHERE ${of(sql`member_event`)} AND kind <> 'status'`;
  const spared = sql`FROM (
    SELECT exempt.*, seated.since, seated.until, timed.last_passed, timed.over,
      CASE WHEN ${maySay} THEN exempt.sealed_reason END AS said
    FROM content_exemption AS exempt
    JOIN organization ON organization.organization_id = exempt.organization_id
    LEFT JOIN level AS spared ON spared.organization_id = exempt.organization_id AND spared.level_id = exempt.level_id
    CROSS JOIN LATERAL (SELECT last_passed, coalesce(least(exempt.ended_at, last_passed), 'infinity') AS over
      FROM (SELECT (exempt.until_day + 1)::timestamp AT TIME ZONE organization.time_zone AS last_passed) AS day) AS timed
    LEFT JOIN LATERAL (
      SELECT min(seat.since) AS since, max(seat.until) AS until FROM (${seats}) AS seat
      JOIN level AS here ON here.organization_id = exempt.organization_id AND here.level_id = seat.level_id
      WHERE seat.kind <> 'left' AND seat.since < timed.over AND seat.until > exempt.created_at
        AND ${past.own ? sql`true` : placed(sql`seat.level_id`)}
        AND (exempt.level_id IS NULL
          OR (here.pre BETWEEN spared.pre AND CASE WHEN exempt.include_below THEN spared.last ELSE spared.pre END
            AND (exempt.label_id IS NULL OR exempt.label_id = seat.label_id)))
        AND EXISTS (SELECT FROM content_assignment AS assignment
          JOIN content_assignment_label AS named ON named.organization_id = assignment.organization_id
            AND named.content_assignment_id = assignment.content_assignment_id AND named.label_id = seat.label_id
          JOIN level AS top ON top.organization_id = assignment.organization_id AND top.level_id = assignment.level_id
          WHERE assignment.organization_id = ${call.organizationId} AND assignment.content_id = exempt.content_id
            AND here.pre BETWEEN top.pre AND CASE WHEN assignment.include_below THEN top.last ELSE top.pre END
            AND assignment.created_at < timed.over
            AND coalesce(assignment.ended_at > exempt.created_at, true))
    ) AS seated ON true
    WHERE exempt.organization_id = ${call.organizationId} AND (exempt.level_id IS NOT NULL OR ${of(exempt)})
      AND (seated.since IS NOT NULL OR exempt.level_id IS NULL AND ${wide}::boolean)) AS exempt`;
  const columns = {
    toState: sql`exempt.until_day`,
    ref: sql`exempt.content_exemption_id`,
    content: sql`exempt.content_id`,
    level: sql`exempt.level_id`,
    label: sql`exempt.label_id`,
    sealed: sql`exempt.said`,
  };
  const change = sql`content_assignment_change AS change
    WHERE change.organization_id = ${call.organizationId} AND change.content_id = exempt.content_id`;
  return [
    branch(
      "exceptions",
      {
        ...columns,
        id: sql`exempt.content_exemption_id`,
        what: sql`'exempted'::text`,
        at: sql`CASE WHEN exempt.level_id IS NULL THEN exempt.created_at ELSE greatest(exempt.created_at, exempt.since) END`,
        actor: sql`exempt.created_by`,
      },
      spared,
    ),
    branch(
      "exceptions",
      {
        ...columns,
        id: ownId(sql`exempt.content_exemption_id::text || ' over'`),
        what: sql`CASE WHEN exempt.ended_at IS NULL OR exempt.ended_at >= exempt.last_passed THEN 'over'
          WHEN EXISTS (SELECT FROM ${change} AND change.undone_at = exempt.ended_at
            AND exempt.content_exemption_id = ANY(change.exemptions_begun)) THEN 'undone' ELSE 'ended' END`,
        at: sql`exempt.over`,
        actor: sql`CASE WHEN exempt.ended_at = exempt.over THEN coalesce(
          (SELECT change.changed_by FROM ${change} AND change.changed_at = exempt.ended_at
            AND exempt.content_exemption_id = ANY(change.exemptions_ended) LIMIT 1),
          (SELECT change.undone_by FROM ${change} AND change.undone_at = exempt.ended_at
            AND exempt.content_exemption_id = ANY(change.exemptions_begun) LIMIT 1)) END`,
      },
      sql`${spared} WHERE exempt.over <= ${call.now.toISOString()}::timestamptz
        AND (exempt.level_id IS NULL OR exempt.until >= exempt.over)`,
    ),
    // An end that was undone doesn't end the exception anymore: only the change that made it still records it.
    ...(["ended", "endUndone"] as const).map((what) => {
      const at = what === "ended" ? sql`taken.changed_at` : sql`taken.undone_at`;
      return branch(
        "exceptions",
        {
          ...columns,
          id: ownId(sql`exempt.content_exemption_id::text || taken.change_id::text || ${what}::text`),
          what: sql`${what}::text`,
          at,
          actor: what === "ended" ? sql`taken.changed_by` : sql`taken.undone_by`,
        },
        sql`${spared} JOIN content_assignment_change AS taken ON taken.organization_id = ${call.organizationId}
          AND taken.content_id = exempt.content_id AND taken.undone_at IS NOT NULL
          AND exempt.content_exemption_id = ANY(taken.exemptions_ended)
        WHERE ${at} < coalesce(exempt.last_passed, 'infinity')
          AND (exempt.level_id IS NULL OR exempt.since <= ${at} AND exempt.until >= ${at})`,
      );
    }),
  ];
}
