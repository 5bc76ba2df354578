import type { TimelineKind } from "@touchline/contract/timeline";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { cursors } from "../../../kernel/cursors.ts";
import { rowsWithinReach } from "../../../kernel/reach.ts";
import { level } from "../../hierarchy/tables.ts";
import { everyEntry } from "../../standing/queries/entries.ts";
import type { PastOf } from "./person.ts";

/** One line as it is read: what is not of its kind is null. */
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
  sealed: Buffer | null;
  wrapped_key: Buffer;
};

export const places = cursors(z.strictObject({ at: z.iso.datetime(), id: z.uuid() }));
export type LinePlace = { at: string; id: string };

/** What the log tells that the other kinds tell already. */
const toldElsewhere = [
  "membership.added",
  "membership.changed",
  "membership.moved",
  "membership.removed",
  "person.changed",
  "note.added",
  "incident.reported",
  "incident.changed",
];

/**
 * A page of a person's history, newest first, in one statement: each kind gives at most a page of its own, by its index, and
 * the newest of all are named.
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
    WITH page AS (
      SELECT * FROM (${sql.join(pages, sql` UNION ALL `)}) AS every ORDER BY at DESC, id DESC LIMIT ${limit})
    SELECT page.id, page.at, page.kind, page.what, page.to_state, page.to_status, page.ref, page.sealed,
      content.name AS content_name, content.type AS content_type, level.name AS level_name, label.name AS label_name,
      actor.first_name || ' ' || actor.last_name AS actor_name, organization.wrapped_key
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

/** The columns of every branch, those that it does not name being null. */
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

/** Where each kind is read from, as far as the caller may know of it. */
function branches(call: Call, past: PastOf): Record<TimelineKind, SQL[]> {
  const of = (table: SQL) =>
    sql`${table}.organization_id = ${call.organizationId} AND ${table}.profile_id = ANY(${everyEntry(call, past.profileId)})`;
  const event = sql`member_event`;
  const within = past.own ? sql`true` : (rowsWithinReach(call, "members.see", level) ?? sql`false`);
  const asked = sql`requirement_event`;
  const placed = (column: SQL) => sql`${column} IN (
    SELECT level.level_id FROM level WHERE level.organization_id = ${call.organizationId} AND ${within})`;
  // Of requirements that were ever asked for, or worked on, in a membership that is or was within sight.
  const near = past.own
    ? sql`true`
    : sql`${asked}.requirement_id IN (
        SELECT near.requirement_id FROM requirement_event AS near
        JOIN member_event AS seat ON seat.organization_id = near.organization_id
          AND seat.profile_level_access_id = near.profile_level_access_id
        WHERE ${of(sql`near`)} AND seat.profile_id = ANY(${everyEntry(call, past.profileId)}) AND ${placed(sql`seat.level_id`)})`;
  const handled = rowsWithinReach(call, "incidents.manage", level) ?? sql`false`;
  const seen = sql`(incident.reported_by = ${actingProfile(call)} OR incident.level_id IN (
    SELECT level.level_id FROM level WHERE level.organization_id = ${call.organizationId} AND ${handled}))`;
  return {
    requirements: [
      branch(
        "requirements",
        {
          id: sql`requirement_event_id`,
          what: sql`kind`,
          toState: sql`to_state`,
          toStatus: sql`to_status`,
          content: sql`content_id`,
        },
        sql`FROM requirement_event WHERE ${of(asked)} AND ${near}`,
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
        sql`FROM mail WHERE ${of(sql`mail`)}`,
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
          past.log ? sql`action <> ALL(${sql.param(toldElsewhere)}::text[])` : sql`action = 'person.merged'`
        }`,
      ),
    ],
  };
}
