import type { ResponseOf } from "@touchline/contract";
import type { listAudit } from "@touchline/contract/reporting/audit";
import { auditSentence } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { auditPlace } from "../../../../security/audit.ts";
import { type AuditCriteria, aboutOneself, matching } from "./filter.ts";
import { namesById } from "./names.ts";

type Row = {
  id: string;
  micros: string;
  action: string;
  subject_id: string | null;
  profile_id: string | null;
  level_id: string | null;
  facts: Record<string, unknown>;
  sealed_values: Buffer | null;
  actor_profile_id: string | null;
  actor: string;
  at: string;
  sequence: string | null;
  wrapped_key: Buffer;
};
export type AuditRow = ResponseOf<typeof listAudit>["data"][number];

const spots = cursors(z.strictObject({ at: z.string().regex(/^\d{1,18}$/), id: z.uuid() }));
/** Longer values are cut off, because no one reads that much of one value. */
const longest = 500;

/**
 * Returns one page of the log, newest first, with current names, and without incidents and notes about the caller. The caller authorizes.
 */
export async function auditPage(
  call: Call,
  criteria: AuditCriteria,
  { perPage, cursor }: { perPage: number; cursor?: string | undefined },
): Promise<ResponseOf<typeof listAudit>> {
  const { organizationId } = call;
  const from = cursor === undefined ? null : spots.read(cursor);
  // Instants are passed as microseconds: a Date would lose the precision that the order depends on.
  const instant = (micros: string) => sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;
  const after = from ? sql`AND (t.at, t.audit_event_id) < (${instant(from.at)}, ${from.id}::uuid)` : sql``;
  const { rows } = await call.db.execute<Row>(sql`
    SELECT t.audit_event_id AS id, t.action, t.subject_id, t.profile_id, t.level_id, t.facts, t.sealed_values,
      t.actor_profile_id, t.actor, t.at, (extract(epoch FROM t.at) * 1000000)::bigint::text AS micros,
      entry.sequence::text AS sequence, organization.wrapped_key
    FROM audit_event AS t
    JOIN organization ON organization.organization_id = t.organization_id
    LEFT JOIN audit_entry AS entry ON entry.organization_id = t.organization_id
      AND entry.source = 'audit_event' AND entry.event_id = t.audit_event_id
    WHERE ${matching(call, "audit_event", criteria)} AND NOT ${aboutOneself(call, "audit_event")}
      AND organization.organization_id = ${organizationId} ${after}
    ORDER BY t.at DESC, t.audit_event_id DESC LIMIT ${perPage + 1}`);
  const pageRows = rows.slice(0, perPage);
  const names = await namesById(call, [
    ...pageRows.flatMap(idsOf),
    ...ids([criteria.who, criteria.whom, criteria.level]),
  ]);
  const last = pageRows.at(-1);
  const named = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    data: pageRows.map((row) => shownRow(call, row, names)),
    narrowedTo: { who: named(criteria.who), whom: named(criteria.whom), level: named(criteria.level) },
    next: last && rows.length > perPage ? spots.write({ at: last.micros, id: last.id }) : null,
  };
}

const ids = (all: readonly unknown[]) => all.filter((one): one is string => typeof one === "string");

/** Returns every id in a row that could have a name. */
const idsOf = (row: Row): string[] =>
  ids([row.subject_id, row.profile_id, row.level_id, row.actor_profile_id, ...Object.values(row.facts)]).filter(isId);

const isId = (value: unknown): value is string => z.uuid().safeParse(value).success;

function shownRow(call: Call, row: Row, names: ReadonlyMap<string, string>): AuditRow {
  const values = openedValues(call, row);
  const level = row.level_id;
  const whom = row.profile_id;
  const byFact = Object.entries(row.facts).flatMap(([key, id]) => {
    const name = typeof id === "string" && key.endsWith("Id") ? names.get(id) : undefined;
    return name === undefined ? [] : [[key.slice(0, -2), name] as const];
  });
  const subject = row.action.slice(0, row.action.indexOf("."));
  const subjectName = (row.subject_id && names.get(row.subject_id)) ?? nameIn(values);
  return {
    auditEventId: row.id,
    at: new Date(row.at).toISOString(),
    action: row.action,
    who: { profileId: row.actor_profile_id, name: whoOf(row, names) },
    whom: whom === null ? null : { profileId: whom, name: names.get(whom) ?? "a deleted person" },
    level: level === null ? null : { levelId: level, name: names.get(level) ?? "a deleted level" },
    sentence: auditSentence(row.action, {
      ...(subjectName !== undefined && { [subject]: subjectName }),
      ...(level !== null && names.has(level) && { level: names.get(level) }),
      ...(whom !== null && names.has(whom) && { whom: names.get(whom) }),
      ...Object.fromEntries(byFact),
    }),
    details: [...plainOf(row.facts, names), ...Object.entries(values).map(([name, value]) => detail(name, value))],
    sequence: row.sequence === null ? null : Number(row.sequence),
  };
}

const whoOf = (row: Row, names: ReadonlyMap<string, string>) =>
  row.actor_profile_id === null ? "Touchline" : (names.get(row.actor_profile_id) ?? "A deleted person");

function openedValues(call: Call, row: Row): Record<string, unknown> {
  if (row.sealed_values === null) return {};
  try {
    const text = call.adapters.vault.open(row.wrapped_key, auditPlace(call, row.id), row.sealed_values);
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Changed behind the application's back: the check of an export names the row; the page shows the rest.
    return { "": "This entry was sealed and can no longer be opened." };
  }
}

/** Returns the name that a deleted item had. */
function nameIn(values: Record<string, unknown>): string | undefined {
  const name = values.name ?? (values.before as { name?: unknown } | undefined)?.name;
  return typeof name === "string" ? name : undefined;
}

/** Returns recorded numbers and codes; ids are shown by their names, here or in the sentence, or left out. */
function plainOf(facts: Record<string, unknown>, names: ReadonlyMap<string, string>) {
  const plain = Object.entries(facts).filter(([key, value]) => !/Ids?$/.test(key) && value !== null);
  return plain.flatMap(([name, value]) => {
    if (Array.isArray(value) && value.some((one) => isId(one) || typeof one === "object")) return [];
    const displayed = isId(value) ? names.get(value) : value;
    return displayed === undefined ? [] : [detail(name, displayed)];
  });
}

const detail = (name: string, value: unknown) => ({ name, text: inWords(value).slice(0, longest) });

function inWords(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(inWords).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${inWords(one)}`)
    .join(", ");
}
