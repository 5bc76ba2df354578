import { dayOf, overdueAt } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { contentGrace, demand, requirement } from "../../../../schema/compliance.ts";
import type { ExpectedDemand, PresentDemand } from "../queries/demands.ts";
import type { Today } from "../queries/duties.ts";
import { assignedFirst, type requiredBefore } from "./continued-demands.ts";

/** Returns the requirement of each person for each content, created if missing. Keyed `profile content`. */
export async function ensureRequirements(call: Call, rows: readonly ExpectedDemand[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const each = (values: string[]) => sql`ANY(${sql.param([...new Set(values)])}::uuid[])`;
  const there = await call.db.execute<{ requirement_id: string; profile_id: string; content_id: string }>(sql`
    SELECT requirement_id, profile_id, content_id FROM requirement
    WHERE organization_id = ${call.organizationId} AND profile_id = ${each(rows.map((row) => row.profile_id))}
      AND content_id = ${each(rows.map((row) => row.content_id))}`);
  const known = new Map(there.rows.map((row) => [`${row.profile_id} ${row.content_id}`, row.requirement_id]));
  const fresh: (typeof requirement.$inferInsert)[] = [];
  for (const row of rows) {
    const key = `${row.profile_id} ${row.content_id}`;
    if (known.has(key)) continue;
    const requirementId = newId();
    known.set(key, requirementId);
    fresh.push({
      organizationId: call.organizationId,
      requirementId,
      profileId: row.profile_id,
      contentId: row.content_id,
      status: 0,
      statusSince: call.now,
      createdAt: call.now,
    });
  }
  await insertRows(call, requirement, fresh);
  return known;
}

/** Marks new demands as optional through the promised day, for people who were promised to stay cleared. */
export async function keepCleared(call: Call, missing: ExpectedDemand[]): Promise<void> {
  const spared = missing.filter((row) => row.mandatory && row.clear_without && row.grace_until !== null);
  for (const row of spared) row.mandatory = false;
  const places = new Map(spared.map((row) => [`${row.profile_level_access_id} ${row.content_id}`, row]));
  await insertRows(
    call,
    contentGrace,
    [...places.values()].map((row) => ({
      organizationId: call.organizationId,
      profileLevelAccessId: row.profile_level_access_id,
      contentId: row.content_id,
      changeId: row.grace_change as string,
      untilDay: row.grace_until as string,
    })),
    sql`ON CONFLICT (organization_id, profile_level_access_id, content_id)
      DO UPDATE SET change_id = excluded.change_id, until_day = excluded.until_day`,
  );
}

/**
 * Returns when a content was first asked of each of these memberships since it was assigned, by their history; now, when it
 * wasn't. A demand that is removed and comes back, by another role and then the former one, keeps its due date.
 */
async function askedFirst(call: Call, rows: readonly ExpectedDemand[]) {
  const now = call.now.getTime();
  // Assignments and memberships created just now apply from now on.
  const again = rows.filter((row) => Date.parse(row.assigned_at) < now && Date.parse(row.joined_at) < now);
  const eventTimes = new Map<string, number[]>();
  if (again.length > 0) {
    const each = (values: string[]) => sql`ANY(${sql.param([...new Set(values)])}::uuid[])`;
    const events = await call.db.execute<{ profile_level_access_id: string; content_id: string; at: number }>(sql`
      SELECT profile_level_access_id, content_id, (extract(epoch FROM at) * 1000)::float8 AS at FROM requirement_event
      WHERE organization_id = ${call.organizationId} AND profile_id = ${each(again.map((row) => row.profile_id))}
        AND kind = 'demanded' AND content_id = ${each(again.map((row) => row.content_id))}
        AND profile_level_access_id = ${each(again.map((row) => row.profile_level_access_id))}`);
    for (const row of events.rows) eventTimes.set(place(row), [...(eventTimes.get(place(row)) ?? []), row.at]);
  }
  return (row: ExpectedDemand, assignedAt = Date.parse(row.assigned_at)): number =>
    Math.min(now, ...(eventTimes.get(place(row)) ?? []).filter((at) => at >= assignedAt));
}

/**
 * Returns a function that works out when a demand is due by when it was first asked. Cached, because few differ and calendar
 * arithmetic is slow.
 */
export function dueOf(today: Today) {
  const known = new Map<string, number | null>();
  return (row: ExpectedDemand, askedAt: number, assignedAt = Date.parse(row.assigned_at)): number | null => {
    const { due_type: type, due_date: day, due_days: days } = row;
    if (type === "None") return null;
    const since = Math.max(Date.parse(row.joined_at), assignedAt, askedAt);
    const key = `${row.content_assignment_id} ${type === "Fixed" ? day : `${since} ${assignedAt}`}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const policies = {
      Fixed: { type: "Fixed", day: day ?? today.day },
      AfterJoining: { type: "AfterJoining", days: days ?? 0 },
      Season: {
        type: "Season",
        start: today.seasonStart,
        assigned: dayOf(assignedAt, today.zone),
        graceDays: days ?? 0,
      },
    } as const;
    const due = overdueAt(policies[type], since, today.zone);
    known.set(key, due);
    return due;
  };
}

const place = (row: { profile_level_access_id: string; content_id: string }) =>
  `${row.profile_level_access_id} ${row.content_id}`;

/**
 * Returns since when a content is mandatory on a membership; null: since before this was recorded. An edited assignment doesn't
 * restart it.
 */
export function pressedBefore(present: readonly PresentDemand[]): ReadonlyMap<string, number | null> {
  const since = new Map<string, number | null>();
  for (const row of present) {
    if (!row.mandatory && row.pressed_since === null) continue;
    const known = since.get(place(row));
    const earlier = known === undefined ? row.pressed_since : earliest(known, row.pressed_since);
    since.set(place(row), earlier);
  }
  return since;
}

const earliest = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.min(one, other);

/** Inserts demands. Those that continue from an edited assignment keep their due date and the date they were first asked. */
export async function insertDemands(
  call: Call,
  rows: readonly ExpectedDemand[],
  requirementOf: (row: ExpectedDemand) => string,
  {
    pressed,
    previousOf,
  }: { pressed: ReadonlyMap<string, number | null>; previousOf: ReturnType<typeof requiredBefore> },
  today: Today,
) {
  const due = dueOf(today);
  const countsDays = (row: ExpectedDemand) => row.due_type === "AfterJoining" || row.due_type === "Season";
  const first = await askedFirst(
    call,
    rows.filter((row) => countsDays(row) && !previousOf(row)),
  );
  const pressedSince = (row: ExpectedDemand) => {
    if (!row.presses) return null;
    const before = pressed.get(place(row));
    return before === undefined ? call.now : before === null ? null : new Date(before);
  };
  await insertRows(
    call,
    demand,
    rows.map((row) => {
      const previous = previousOf(row);
      const dueAt = previous ? previous.due_at : due(row, first(row));
      return {
        organizationId: call.organizationId,
        requirementId: requirementOf(row),
        profileLevelAccessId: row.profile_level_access_id,
        contentAssignmentId: row.content_assignment_id,
        mandatory: row.mandatory,
        dueAt: dueAt === null ? null : new Date(dueAt),
        payer: row.payer,
        createdAt: previous ? new Date(previous.asked_at) : call.now,
        pressedSince: pressedSince(row),
      };
    }),
  );
}

/**
 * Updates demands that stay: they may become mandatory, and then get new reminders, or be due by another start of the season.
 */
export async function changeDemands(
  call: Call,
  expected: readonly ExpectedDemand[],
  presentOf: (row: ExpectedDemand) => PresentDemand | undefined,
  today: Today,
) {
  const due = dueOf(today);
  const kept = expected.flatMap((row) => {
    const before = presentOf(row);
    return before ? [{ row, before }] : [];
  });
  const assignedAt = await assignedFirst(
    call,
    kept.filter(({ row }) => row.due_type === "Season"),
  );
  const dueSince = ({ row, before }: (typeof kept)[number], first?: Awaited<ReturnType<typeof askedFirst>>) => {
    const assigned = row.due_type === "Season" ? assignedAt(row, before) : null;
    if (assigned === null) return before.due_at;
    return due(row, first ? Math.min(before.asked_at, first(row, assigned)) : before.asked_at, assigned);
  };
  // A demand that came back was first asked before it was inserted; most due dates count from that.
  const first = await askedFirst(
    call,
    kept.flatMap((one) => (dueSince(one) === one.before.due_at ? [] : [one.row])),
  );
  const changed = kept.flatMap((one) => {
    const { row, before } = one;
    const dueAt = dueSince(one, first);
    return before.mandatory === row.mandatory && before.due_at === dueAt ? [] : [{ row, dueAt }];
  });
  if (changed.length === 0) return;
  await call.db.execute(sql`
    UPDATE demand SET mandatory = changed.mandatory, due_at = changed.due_at, pressed_since = CASE
      WHEN changed.mandatory AND NOT demand.mandatory THEN ${call.now.toISOString()}::timestamptz
      ELSE demand.pressed_since END
    FROM unnest(
      ${sql.param(changed.map(({ row }) => row.profile_level_access_id))}::uuid[],
      ${sql.param(changed.map(({ row }) => row.content_assignment_id))}::uuid[],
      ${sql.param(changed.map(({ row }) => row.mandatory))}::boolean[],
      ${sql.param(changed.map(({ dueAt }) => (dueAt === null ? null : new Date(dueAt).toISOString())))}::timestamptz[]
    ) AS changed (profile_level_access_id, content_assignment_id, mandatory, due_at)
    WHERE demand.organization_id = ${call.organizationId}
      AND demand.profile_level_access_id = changed.profile_level_access_id
      AND demand.content_assignment_id = changed.content_assignment_id`);
}

/** Removes demands that no assignment makes anymore. */
export async function deleteDemands(call: Call, rows: readonly PresentDemand[]) {
  if (rows.length === 0) return;
  await call.db.execute(sql`
    DELETE FROM demand USING unnest(
      ${sql.param(rows.map((row) => row.profile_level_access_id))}::uuid[],
      ${sql.param(rows.map((row) => row.content_assignment_id))}::uuid[]
    ) AS gone (profile_level_access_id, content_assignment_id)
    WHERE demand.organization_id = ${call.organizationId}
      AND demand.profile_level_access_id = gone.profile_level_access_id
      AND demand.content_assignment_id = gone.content_assignment_id`);
}
