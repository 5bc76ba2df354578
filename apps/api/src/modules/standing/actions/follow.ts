import type { DueRule } from "@touchline/contract/content";
import { dayOf, overdueAt } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { newId } from "../../../kernel/ids.ts";
import { insertRows } from "../../../kernel/insert-rows.ts";
import { asked, doneStatuses, inGrace, pairs, type Today, todayOf } from "../queries/duties.ts";
import { contentGrace, demand, requirement } from "../tables.ts";
import { lockPeople } from "./lock-people.ts";
import { recordRequirementEvents } from "./record.ts";
import { restand } from "./restand.ts";
import { rehome, withdrawUndemanded } from "./transition.ts";

/** Whose demands to bring in line: those of memberships that changed, or those of one content whose assignments did. */
export type FollowScope =
  /** `leaving`: the memberships are about to end, so that nothing is owed on them. */
  | { profileLevelAccessIds: readonly string[]; profileIds: readonly string[]; leaving?: true }
  /** Of that content the demands of some people, whom the caller holds (`lockPeople`); of everybody unless given. */
  | { contentId: string; people?: readonly string[]; grace?: Grace | undefined };

/** Whoever is cleared stays so through a day, by a change of the assignments. */
export type Grace = { until: string; changeId: string };

export type Followed = {
  added: { requirementId: string; profileLevelAccessId: string }[];
  dropped: { requirementId: string; profileLevelAccessId: string }[];
};

type Expected = {
  profile_level_access_id: string;
  profile_id: string;
  joined_at: string;
  content_assignment_id: string;
  content_id: string;
  mandatory: boolean;
  payer: "Organization" | "Individual";
  due_type: DueRule["type"];
  due_date: string | null;
  due_days: number | null;
  assigned_at: string;
  /** It may be asked of somebody later than they joined and it was assigned. */
  later: boolean;
  requirement_id: string | null;
  /** Where people are being brought in line with a change that leaves whoever is cleared so. */
  grace_until: string | null;
  grace_change: string | null;
  /** Cleared but for what is optional, and would not be: not done yet. */
  clear_without: boolean;
};
type Present = {
  mandatory: boolean;
  due_at: number | null;
  asked_at: number;
  requirement_id: string;
  profile_level_access_id: string;
  content_assignment_id: string;
  profile_id: string;
  content_id: string;
};

/**
 * Keeps assignments and memberships from passing each other unseen: whoever changes assignments excludes everybody,
 * those who change memberships exclude only the former. Called first by both kinds of verbs. Not a lock of a row: those who
 * share one let each other in before who waits to have it alone, who may then wait for ever.
 */
export async function lockDuties(call: Call, change: "memberships" | "assignments"): Promise<void> {
  const lock = sql.raw(change === "memberships" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await call.db.execute(sql`
    SELECT ${lock}(hashtextextended('duties' || organization_id::text, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`);
}

/**
 * Brings demands in line with the assignments in force: makes what is now owed, drops what no longer is, with history,
 * and derives the statuses of everybody concerned. Requirements keep their work when demanded again.
 */
export async function follow(call: Call, scope: FollowScope): Promise<Followed> {
  const today = await todayOf(call);
  const expected = "leaving" in scope ? [] : await expectedDemands(call, scope, today);
  const present = await presentDemands(call, scope);
  const key = (row: { profile_level_access_id: string; content_assignment_id: string }) =>
    `${row.profile_level_access_id} ${row.content_assignment_id}`;
  const wanted = new Set(expected.map(key));
  const had = new Map(present.map((row) => [key(row), row]));
  const missing = expected.filter((row) => !had.has(key(row)));
  const surplus = present.filter((row) => !wanted.has(key(row)));

  const concerned = new Set([
    ...[...expected, ...surplus].map((row) => row.profile_id),
    ...("profileIds" in scope ? scope.profileIds : []),
  ]);
  // Before anything of theirs: who submits or reviews holds the person first, and the submission then.
  await lockPeople(call, [...concerned]);
  const requirements = await ensureRequirements(call, missing);
  const requirementOf = (row: Expected) => requirements.get(`${row.profile_id} ${row.content_id}`) as string;
  await keepCleared(call, missing, "contentId" in scope ? scope.grace : undefined);
  await insertDemands(call, missing, requirementOf, today);
  await changeDemands(call, expected, (row) => had.get(key(row)), today);
  await deleteDemands(call, surplus);
  await recordRequirementEvents(call, [
    ...missing.map((row) => ({
      requirementId: requirementOf(row),
      profileId: row.profile_id,
      contentId: row.content_id,
      profileLevelAccessId: row.profile_level_access_id,
      kind: "demanded" as const,
    })),
    ...surplus.map((row) => ({
      requirementId: row.requirement_id,
      profileId: row.profile_id,
      contentId: row.content_id,
      profileLevelAccessId: row.profile_level_access_id,
      kind: "dropped" as const,
    })),
  ]);
  const touched = [...new Set(surplus.map((row) => row.requirement_id))];
  await withdrawUndemanded(call, touched);
  await rehome(call, touched);
  await restand(call, concerned);
  return {
    added: missing.map((row) => ({
      requirementId: requirementOf(row),
      profileLevelAccessId: row.profile_level_access_id,
    })),
    dropped: surplus.map((row) => ({
      requirementId: row.requirement_id,
      profileLevelAccessId: row.profile_level_access_id,
    })),
  };
}

/**
 * Where the demands of some people differ from what the assignments in force make, as `membership assignment`: those that
 * are missing, and those that are too many. The caller holds the duties and the people.
 */
export async function demandsAstray(
  call: Call,
  profileLevelAccessIds: readonly string[],
): Promise<{ missing: string[]; surplus: string[] }> {
  const scope = { profileLevelAccessIds, profileIds: [] };
  const key = (row: Present | Expected) => `${row.profile_level_access_id} ${row.content_assignment_id}`;
  const wanted = new Set((await expectedDemands(call, scope, await todayOf(call))).map(key));
  const had = new Set((await presentDemands(call, scope)).map(key));
  return { missing: [...wanted].filter((one) => !had.has(one)), surplus: [...had].filter((one) => !wanted.has(one)) };
}

/** Every (membership, assignment) pair that inheritance makes: at the level or, if so assigned, anywhere below it. */
async function expectedDemands(call: Call, scope: FollowScope, today: Today): Promise<Expected[]> {
  const within =
    "contentId" in scope
      ? ofContent(sql`content.content_id`, sql`membership.profile_id`, scope)
      : sql`membership.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])`;
  const { rows } = await call.db.execute<Expected>(sql`
    SELECT membership.profile_level_access_id, membership.profile_id, membership.joined_at::text,
           assignment.content_assignment_id, assignment.content_id, assignment.payer,
           assignment.mandatory AND NOT ${inGrace(call, today)} AS mandatory,
           assignment.due_type, assignment.due_date::text, assignment.due_days, assignment.created_at::text AS assigned_at,
           assignment.age_from IS NOT NULL OR assignment.age_to IS NOT NULL
             OR EXISTS (SELECT FROM content_assignment_condition AS wanted
               WHERE wanted.organization_id = ${call.organizationId}
                 AND wanted.content_assignment_id = assignment.content_assignment_id)
             OR EXISTS (SELECT FROM content_exemption AS exempt
               WHERE exempt.organization_id = ${call.organizationId} AND exempt.content_id = assignment.content_id)
             AS later,
           requirement.requirement_id, walk.grace_until::text, walk.change_id AS grace_change,
           standing.overall_status IN ('Cleared', 'Optional')
             AND coalesce(requirement.status NOT IN (${doneStatuses}), true) AS clear_without
    FROM ${pairs}
    LEFT JOIN content_following AS walk
      ON walk.organization_id = assignment.organization_id AND walk.content_id = assignment.content_id
    LEFT JOIN member_standing AS standing
      ON standing.organization_id = membership.organization_id
      AND standing.profile_level_access_id = membership.profile_level_access_id
    LEFT JOIN requirement
      ON requirement.organization_id = membership.organization_id
      AND requirement.profile_id = membership.profile_id AND requirement.content_id = assignment.content_id
    WHERE assignment.organization_id = ${call.organizationId} AND ${within} AND ${asked(call, today)}`);
  return rows;
}

/** Whether one content's assignments make, or have made, more than so many demands. */
export async function concernsMore(call: Call, contentId: string, most: number): Promise<boolean> {
  const { rows } = await call.db.execute<{ expected: number; present: number }>(sql`
    SELECT (SELECT count(*)::int FROM (
        SELECT FROM ${pairs}
        WHERE assignment.organization_id = ${call.organizationId} AND assignment.ended_at IS NULL
          AND content.content_id = ${contentId} LIMIT ${most + 1}) AS wanted) AS expected,
      (SELECT count(*)::int FROM (
        SELECT FROM demand
        JOIN requirement ON requirement.organization_id = demand.organization_id
          AND requirement.requirement_id = demand.requirement_id
        WHERE demand.organization_id = ${call.organizationId} AND requirement.content_id = ${contentId}
        LIMIT ${most + 1}) AS had) AS present`);
  return rows.some((row) => row.expected > most || row.present > most);
}

const ofContent = (contentId: SQL, profileId: SQL, scope: { contentId: string; people?: readonly string[] }) =>
  scope.people === undefined
    ? sql`${contentId} = ${scope.contentId}`
    : sql`${contentId} = ${scope.contentId} AND ${profileId} = ANY(${sql.param([...scope.people])}::uuid[])`;

async function presentDemands(call: Call, scope: FollowScope): Promise<Present[]> {
  const within =
    "contentId" in scope
      ? ofContent(sql`requirement.content_id`, sql`requirement.profile_id`, scope)
      : sql`demand.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])`;
  const { rows } = await call.db.execute<Present>(sql`
    SELECT demand.requirement_id, demand.profile_level_access_id, demand.content_assignment_id,
           requirement.profile_id, requirement.content_id, demand.mandatory,
           (extract(epoch FROM demand.due_at) * 1000)::float8 AS due_at,
           (extract(epoch FROM demand.created_at) * 1000)::float8 AS asked_at
    FROM demand
    JOIN requirement
      ON requirement.organization_id = demand.organization_id AND requirement.requirement_id = demand.requirement_id
    WHERE demand.organization_id = ${call.organizationId} AND ${within}`);
  return rows;
}

/** The requirement of each person for each content, made where it does not exist. Keyed `profile content`. */
async function ensureRequirements(call: Call, rows: readonly Expected[]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const fresh = new Map<string, typeof requirement.$inferInsert>();
  for (const row of rows) {
    const key = `${row.profile_id} ${row.content_id}`;
    if (row.requirement_id) known.set(key, row.requirement_id);
    else if (!fresh.has(key)) {
      const requirementId = newId();
      known.set(key, requirementId);
      fresh.set(key, {
        organizationId: call.organizationId,
        requirementId,
        profileId: row.profile_id,
        contentId: row.content_id,
        status: 0,
        statusSince: call.now,
        createdAt: call.now,
      });
    }
  }
  await insertRows(call, requirement, [...fresh.values()]);
  return known;
}

/** Of what is newly asked by a change that leaves whoever is cleared so, marks what is optional for them until its day. */
async function keepCleared(call: Call, missing: Expected[], given: Grace | undefined): Promise<void> {
  const spared = missing.filter(
    (row) => row.mandatory && row.clear_without && (given?.until ?? row.grace_until) !== null,
  );
  const places = new Map(spared.map((row) => [`${row.profile_level_access_id} ${row.content_id}`, row]));
  await insertRows(
    call,
    contentGrace,
    [...places.values()].map((row) => ({
      organizationId: call.organizationId,
      profileLevelAccessId: row.profile_level_access_id,
      contentId: row.content_id,
      changeId: given?.changeId ?? (row.grace_change as string),
      untilDay: given?.until ?? (row.grace_until as string),
    })),
    sql`ON CONFLICT (organization_id, profile_level_access_id, content_id)
      DO UPDATE SET change_id = excluded.change_id, until_day = excluded.until_day`,
  );
  for (const row of spared) row.mandatory = false;
}

/** When a demand is due, of one that begins now or began then. Few differ: calendar arithmetic is slow. */
function dueOf(call: Call, today: Today) {
  const known = new Map<string, number | null>();
  return (row: Expected, began = call.now.getTime()): number | null => {
    const { due_type: type, due_date: day, due_days: days } = row;
    if (type === "None") return null;
    const assignedAt = Date.parse(row.assigned_at);
    const since = row.later
      ? Math.max(Date.parse(row.joined_at), began)
      : Math.max(Date.parse(row.joined_at), assignedAt);
    const key = `${row.content_assignment_id} ${type === "Fixed" ? day : since}`;
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

async function insertDemands(
  call: Call,
  rows: readonly Expected[],
  requirementOf: (row: Expected) => string,
  today: Today,
) {
  const due = dueOf(call, today);
  await insertRows(
    call,
    demand,
    rows.map((row) => {
      const dueAt = due(row);
      return {
        organizationId: call.organizationId,
        requirementId: requirementOf(row),
        profileLevelAccessId: row.profile_level_access_id,
        contentAssignmentId: row.content_assignment_id,
        mandatory: row.mandatory,
        dueAt: dueAt === null ? null : new Date(dueAt),
        payer: row.payer,
        createdAt: call.now,
      };
    }),
  );
}

/** What stays asked may be mandatory from now on, or due by another start of the season. */
async function changeDemands(
  call: Call,
  expected: readonly Expected[],
  presentOf: (row: Expected) => Present | undefined,
  today: Today,
) {
  const due = dueOf(call, today);
  const changed = expected.flatMap((row) => {
    const before = presentOf(row);
    if (!before) return [];
    const dueAt = row.due_type === "Season" ? due(row, before.asked_at) : before.due_at;
    return before.mandatory === row.mandatory && before.due_at === dueAt ? [] : [{ row, dueAt }];
  });
  if (changed.length === 0) return;
  await call.db.execute(sql`
    UPDATE demand SET mandatory = changed.mandatory, due_at = changed.due_at
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

async function deleteDemands(call: Call, rows: readonly Present[]) {
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
