import type { QueryOf } from "@touchline/contract";
import { type AuditAction, auditActions, type listAudit, subjectOfAction } from "@touchline/contract/reporting/audit";
import { endOfDay, startOfDay } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import { everyEntry } from "../../../compliance/index.ts";
import { type SourceName, sourceOf } from "./sources.ts";

export type AuditFilter = Pick<
  QueryOf<typeof listAudit>,
  "who" | "whom" | "level" | "subjects" | "actions" | "from" | "to"
>;

/** A filter as the database needs it: days are instants of the organization's time zone, kinds are actions. */
export type AuditCriteria = {
  who: string | null;
  whom: string | null;
  level: string | null;
  /** Null for all. */
  actions: readonly AuditAction[] | null;
  from: string | null;
  to: string | null;
};

/** @throws 400 when the period ends before it begins. */
export async function criteriaOf(call: Call, filter: AuditFilter): Promise<AuditCriteria> {
  const { who, whom, level, subjects, actions, from, to } = filter;
  if (from && to && to < from) throw invalid("to", "The end date is before the start date.");
  const { timeZone: zone } = await organizationFacts(call);
  const meant = auditActions.filter(
    (one) =>
      (subjects.length === 0 || subjects.includes(subjectOfAction(one))) &&
      (actions.length === 0 || actions.includes(one)),
  );
  return {
    who: who ?? null,
    whom: whom ?? null,
    level: level ?? null,
    actions: subjects.length + actions.length === 0 ? null : meant,
    from: from ? new Date(startOfDay(from, zone)).toISOString() : null,
    to: to ? new Date(endOfDay(to, zone)).toISOString() : null,
  };
}

/** Returns whether the filter leaves nothing out. */
export const isWhole = (criteria: AuditCriteria) => Object.values(criteria).every((one) => one === null);

/** Builds a condition on rows `t` of a history. */
export function matching(call: Call, name: SourceName, criteria: AuditCriteria): SQL {
  const { at, who, whom, level } = sourceOf(name);
  const column = (of: string) => sql.raw(`t.${of}`);
  const { organizationId } = call;
  const conditions: SQL[] = [sql`t.organization_id = ${organizationId}`];
  if (criteria.who) conditions.push(who === null ? sql`false` : sql`${column(who)} = ${criteria.who}`);
  if (criteria.whom) conditions.push(whom === null ? sql`false` : sql`${column(whom)} = ${criteria.whom}`);
  if (criteria.level) {
    conditions.push(
      level === null
        ? sql`false`
        : sql`${column(level)} IN (SELECT below.level_id FROM level AS below JOIN level AS top
            ON top.organization_id = below.organization_id AND below.pre BETWEEN top.pre AND top.last
            WHERE below.organization_id = ${organizationId} AND top.organization_id = ${organizationId}
              AND top.level_id = ${criteria.level})`,
    );
  }
  if (criteria.actions) {
    conditions.push(
      name === "audit_event" ? sql`t.action = ANY(${sql.param([...criteria.actions])}::text[])` : sql`false`,
    );
  }
  if (criteria.from) conditions.push(sql`${column(at)} >= ${criteria.from}::timestamptz`);
  if (criteria.to) conditions.push(sql`${column(at)} < ${criteria.to}::timestamptz`);
  return sql.join(conditions, sql` AND `);
}

const betweenOthers = auditActions.filter((one) => ["incident", "note"].includes(subjectOfAction(one)));

/**
 * Excludes incidents and notes from rows `t` of a history if the caller is their subject or a guardian. As elsewhere, administrators are no
 * exception.
 */
export function aboutOneself(call: Call, name: SourceName): SQL {
  if (call.actor.kind !== "person") return sql`false`;
  const { organizationId } = call;
  const own = everyEntry(call, call.actor.profileId, ...call.actor.children);
  switch (name) {
    case "audit_event":
      return sql`(t.action = ANY(${sql.param(betweenOthers)}::text[]) AND coalesce(t.profile_id = ANY(${own}), false))`;
    case "incident_event":
      return sql`t.incident_id IN (SELECT incident.incident_id FROM incident
        WHERE incident.organization_id = ${organizationId} AND incident.profile_id = ANY(${own}))`;
    case "member_note":
      return sql`t.profile_id = ANY(${own})`;
    default:
      return sql`false`;
  }
}
