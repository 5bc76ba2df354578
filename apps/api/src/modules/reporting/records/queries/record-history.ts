import type { AttemptState, RequirementStatus, RequirementType } from "@touchline/contract";
import { overallStatusLabels, requirementStatusLabels } from "@touchline/contract";
import type { ScreeningOrderState, ScreeningProblem } from "@touchline/contract/screening/orders";
import { mailName, orderStepText } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { everyEntry } from "../../../compliance/index.ts";
import { mailsPage } from "../../../messages/index.ts";
import { notesOn } from "../../../reviews/index.ts";
import type { PastOf } from "../../timeline/queries/person.ts";
import type { Covered } from "./chain.ts";
import { iso, type May, most, rowsOf } from "./reading.ts";
import { attemptWords, eventWords } from "./words.ts";

type EventRow = {
  source: "requirement_event" | "member_event" | "profile_event" | "screening_order_event" | "audit_event";
  id: string;
  at: string;
  kind: string;
  actor: string;
  actor_name: string | null;
  name: string | null;
  type: RequirementType | null;
  membership: string | null;
  requirement_id: string | null;
  to_state: string | null;
  from_status: string | null;
  to_status: string | null;
};

/** Lists what happened, oldest first, each row with its number in the chain. */
export async function historyOf(
  call: Call,
  { profileId }: PastOf,
  { may, covered, whom }: { may: May; covered: Covered; whom: string },
) {
  const { organizationId } = call;
  const them = (table: string) =>
    sql`${sql.raw(table)}.organization_id = ${organizationId}
      AND ${sql.raw(table)}.profile_id = ANY(${everyEntry(call, profileId)})`;
  const none = sql`NULL::text`;
  const rows = await rowsOf<EventRow>(
    call,
    sql`SELECT event.*, actor.first_name || ' ' || actor.last_name AS actor_name FROM (
        (SELECT 'requirement_event'::text AS source, requirement_event_id AS id, at, kind, actor, actor_profile_id,
          (SELECT name FROM content WHERE content.organization_id = ${organizationId}
            AND content.content_id = requirement_event.content_id) AS name,
          (SELECT type FROM content WHERE content.organization_id = ${organizationId}
            AND content.content_id = requirement_event.content_id) AS type,
          profile_level_access_id::text AS membership, requirement_id::text AS requirement_id, to_state,
          from_status::text AS from_status, to_status::text AS to_status
        FROM requirement_event WHERE ${them("requirement_event")} ORDER BY at LIMIT ${most.events + 1})
        UNION ALL
        (SELECT 'member_event', member_event_id, at, kind, actor, actor_profile_id,
          coalesce((SELECT name FROM label WHERE label.organization_id = ${organizationId}
            AND label.label_id = member_event.label_id), 'a former role') || ' at ' ||
          coalesce((SELECT name FROM level WHERE level.organization_id = ${organizationId}
            AND level.level_id = member_event.level_id), 'a former level'), NULL::smallint,
          profile_level_access_id::text, ${none}, ${none}, from_status, to_status
        FROM member_event WHERE ${them("member_event")} ORDER BY at LIMIT ${most.events + 1})
        UNION ALL
        (SELECT 'profile_event', profile_event_id, at, kind, acting_as, actor_profile_id, ${none}, NULL::smallint,
          ${none}, ${none}, ${none}, ${none}, ${none}
        FROM profile_event WHERE ${them("profile_event")} ORDER BY at LIMIT ${most.events + 1})
        UNION ALL
        (SELECT 'screening_order_event', screening_order_event_id, step.at, step.state, step.problem,
          CASE known_by WHEN 'member' THEN ordered_by END,
          content.name, content.type, attempt.profile_level_access_id::text, attempt.requirement_id::text, step.provider_status,
          ${none}, ${none}
        FROM screening_order_event AS step
        JOIN screening_order ON screening_order.organization_id = ${organizationId}
          AND screening_order.attempt_id = step.attempt_id
        JOIN attempt ON attempt.organization_id = ${organizationId} AND attempt.attempt_id = step.attempt_id
        JOIN requirement ON requirement.organization_id = ${organizationId}
          AND requirement.requirement_id = attempt.requirement_id
        JOIN content ON content.organization_id = ${organizationId} AND content.content_id = requirement.content_id
        WHERE step.organization_id = ${organizationId} AND ${may.orders}
          AND requirement.profile_id = ANY(${everyEntry(call, profileId)}) ORDER BY step.at LIMIT ${most.events + 1})
        UNION ALL
        (SELECT 'audit_event', audit_event_id, at, action, actor, actor_profile_id, ${none}, NULL::smallint,
          ${none}, ${none}, ${none}, ${none}, ${none}
        FROM audit_event WHERE ${them("audit_event")} AND ${may.log}
          AND split_part(action, '.', 1) NOT IN ('incident', 'note') ORDER BY at LIMIT ${most.events + 1})
      ) AS event
      LEFT JOIN profile AS actor ON actor.organization_id = ${organizationId}
        AND actor.profile_id = event.actor_profile_id
      ORDER BY event.at, event.id LIMIT ${most.events + 1}`,
  );
  const noted = rows.filter((row) => row.source === "requirement_event" && row.type !== null && may.notes(row.type));
  const notes = await notesOn(
    call,
    noted.map((row) => row.id),
  );
  const status = (row: EventRow, of: string | null) =>
    of === null
      ? null
      : row.source === "member_event"
        ? overallStatusLabels[of as keyof typeof overallStatusLabels]
        : requirementStatusLabels[Number(of) as RequirementStatus];
  return rows.map((row) => {
    const isOrder = row.source === "screening_order_event";
    return {
      source: row.source,
      id: row.id,
      sequence: covered.sequences.get(`${row.source} ${row.id}`) ?? null,
      at: new Date(row.at).toISOString(),
      kind: row.kind,
      kindWords: isOrder ? orderWords(row) : eventWords(row.source, row.kind, whom),
      by: row.actor_name ?? (row.actor === "person" ? "Former member" : "Touchline"),
      name: row.name,
      membership: row.membership,
      requirementId: row.requirement_id,
      state: isOrder ? null : row.to_state,
      stateWords: isOrder ? null : row.to_state && (attemptWords[row.to_state as AttemptState] ?? null),
      providerStatus: isOrder ? row.to_state : null,
      from: status(row, row.from_status),
      to: status(row, row.to_status),
      note: notes.get(row.id) ?? null,
    };
  });
}

/** Describes a step of an ordered background check, with the provider's own term. */
const orderWords = ({ kind, actor: problem, to_state: said }: EventRow) =>
  orderStepText(kind as ScreeningOrderState, problem as ScreeningProblem | null, said);

/** Lists the mails to the person, oldest first. */
export async function mailsOf(call: Call, past: PastOf, subjects: boolean) {
  const rows = await mailsPage(call, past.profileId, { after: null, until: null, limit: most.mails + 1 });
  return rows.toReversed().map(({ mailId, kind, createdAt, sentAt, failedAt, content }) => ({
    mailId,
    kind,
    kindWords: mailName(kind),
    subject: subjects ? content().subject : null,
    createdAt: createdAt.toISOString(),
    sentAt: iso(sentAt),
    state: sentAt ? "Sent" : failedAt ? "Failed" : "Waiting",
  }));
}
