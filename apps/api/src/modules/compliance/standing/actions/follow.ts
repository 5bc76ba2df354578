import type { DueRule } from "@touchline/contract/library/content-assignments";
import { dayOf, overdueAt } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { contentGrace, demand, requirement } from "../../../../schema/compliance.ts";
import {
  doneStatuses,
  inGrace,
  isRequired,
  pairsOfAssignments,
  pairsOfMemberships,
  promiseTo,
  type Today,
  todayOf,
} from "../queries/duties.ts";
import { rezoningUnderWay } from "../queries/rezoning.ts";
import { assignedFirst, requiredBefore } from "./goes-on.ts";
import { lockPeople } from "./lock-people.ts";
import { recordRequirementEvents } from "./record.ts";
import { restand } from "./restand.ts";
import { rehome, withdrawUndemanded } from "./transition.ts";

/** Whose demands to bring in line: those of memberships that changed, or those of one content whose assignments did. */
export type FollowScope =
  /**
   * `leaving`: the memberships are about to end, so that nothing is owed on them. `contentIds`: those of which something may
   * have changed; null: any.
   */
  | {
      profileLevelAccessIds: readonly string[];
      profileIds: readonly string[];
      leaving?: true;
      contentIds?: readonly string[] | null;
    }
  /** The demands of that content on some people, whom the caller holds (`lockPeople`); of everybody unless given. */
  | { contentId: string; people?: readonly string[] };

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
  level_id: string;
  mandatory: boolean;
  /** Mandatory, also where it is optional for now. */
  presses: boolean;
  payer: "Organization" | "Individual";
  due_type: DueRule["type"];
  due_date: string | null;
  due_days: number | null;
  assigned_at: string;
  /** What they were promised and have not been reached with: whoever is cleared stays so. */
  grace_until: string | null;
  grace_change: string | null;
  /** Cleared but for what is optional, and would not be: not done yet. */
  clear_without: boolean;
};
type Present = {
  mandatory: boolean;
  payer: Expected["payer"];
  due_at: number | null;
  due_type: DueRule["type"] | null;
  due_days: number | null;
  /** Since when; of what an edited assignment goes on with, since before that was made. */
  asked_at: number;
  /** The assignment has ended: it was edited, or nothing takes its place. */
  ended: boolean;
  made_at: number;
  pressed_since: number | null;
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
  await prepared(
    call.db,
    "standing.duties",
    sql`
    SELECT ${lock}(hashtextextended('duties' || organization_id::text, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`,
  );
}

/**
 * Brings demands in line with the assignments in force: makes what is now owed, drops what no longer is, with history,
 * and derives the statuses of everybody concerned. Requirements keep their work when demanded again.
 *
 * @param day by which it is judged, where the caller has asked for it already.
 */
export async function follow(call: Call, scope: FollowScope, day?: Today): Promise<Followed> {
  const today = day ?? (await todayOf(call));
  const [expected, present] = await Promise.all([
    "leaving" in scope ? [] : expectedDemands(call, scope, today),
    presentDemands(call, scope),
  ]);
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
  // Statements that do not wait for each other leave together. What is spared is known before anything is demanded.
  await Promise.all([
    keepCleared(call, missing),
    insertDemands(
      call,
      missing,
      requirementOf,
      { pressed: pressedBefore(present), asked: requiredBefore(surplus) },
      today,
    ),
    changeDemands(call, expected, (row) => had.get(key(row)), today),
    deleteDemands(call, surplus),
    recordRequirementEvents(call, [
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
    ]),
  ]);
  const touched = [...new Set(surplus.map((row) => row.requirement_id))];
  if (touched.length > 0) {
    await withdrawUndemanded(call, touched);
    await rehome(call, touched);
  }
  // Not beside what is written: of thousands, that leaves in several flights.
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
 * are missing, those that are too many, and those that are there on other terms: mandatory, payer, or due on another day. Days
 * that count from somebody's joining are not judged again, as a change of the time zone moves them, nor any while one is on
 * its way. The caller holds the duties and the people.
 */
export async function demandsAstray(
  call: Call,
  profileLevelAccessIds: readonly string[],
): Promise<{ missing: string[]; surplus: string[]; otherTerms: string[] }> {
  const scope = { profileLevelAccessIds, profileIds: [] };
  const key = (row: Present | Expected) => `${row.profile_level_access_id} ${row.content_assignment_id}`;
  const today = await todayOf(call);
  const wanted = new Map((await expectedDemands(call, scope, today)).map((row) => [key(row), row]));
  const had = new Map((await presentDemands(call, scope)).map((row) => [key(row), row]));
  const due = dueOf(today);
  const daysMove = (await rezoningUnderWay(call)) !== null;
  const agrees = (present: Present, row: Expected) =>
    present.mandatory === row.mandatory &&
    present.payer === row.payer &&
    (daysMove ||
      (row.due_type !== "None" && row.due_type !== "Fixed") ||
      present.due_at === due(row, call.now.getTime()));
  return {
    missing: [...wanted.keys()].filter((one) => !had.has(one)),
    surplus: [...had.keys()].filter((one) => !wanted.has(one)),
    otherTerms: [...had].flatMap(([one, present]) => {
      const row = wanted.get(one);
      return row && !agrees(present, row) ? [one] : [];
    }),
  };
}

/** Every (membership, assignment) pair that inheritance makes: at the level or, if so assigned, anywhere below it. */
async function expectedDemands(call: Call, scope: FollowScope, today: Today): Promise<Expected[]> {
  const pairs =
    "contentId" in scope
      ? pairsOfAssignments(call, {
          assignments: sql`assignment.content_id = ${scope.contentId} AND assignment.ended_at IS NULL`,
          memberships: sql`true${ofPeople(sql`membership.profile_id`, scope)}`,
        })
      : pairsOfMemberships(call, {
          memberships: sql`membership.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])`,
          assignments: sql`assignment.ended_at IS NULL${ofContents(sql`assignment.content_id`, scope)}`,
        });
  const { rows } = await call.db.execute<Expected>(sql`
    SELECT membership.profile_level_access_id, membership.profile_id, membership.joined_at::text,
           assignment.content_assignment_id, assignment.content_id, assignment.level_id, assignment.payer,
           assignment.mandatory AND NOT ${inGrace(call, today)} AS mandatory, assignment.mandatory AS presses,
           assignment.due_type, assignment.due_date::text, assignment.due_days, assignment.created_at::text AS assigned_at,
           promise.until_day::text AS grace_until, promise.change_id AS grace_change,
           CASE WHEN promise.until_day IS NOT NULL THEN ${clearWithout(call)} ELSE false END AS clear_without
    FROM ${pairs}
    LEFT JOIN LATERAL (${promiseTo(call, today)}) AS promise ON true
    WHERE ${isRequired(call, today)}`);
  return rows;
}

/** Says in SQL, of a pair, whether the membership is cleared but for what is optional and has not done what is assigned. */
const clearWithout = (call: Call) => sql`EXISTS (SELECT FROM member_standing AS standing
      WHERE standing.organization_id = ${call.organizationId}
        AND standing.profile_level_access_id = membership.profile_level_access_id
        AND standing.overall_status IN ('Cleared', 'Optional'))
    AND NOT EXISTS (SELECT FROM requirement
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.profile_id = membership.profile_id
        AND requirement.content_id = assignment.content_id AND requirement.status IN (${doneStatuses}))`;

/** Whether one content's assignments make, or have made, more than so many demands. */
export async function concernsMore(call: Call, contentId: string, most: number): Promise<boolean> {
  const { rows } = await call.db.execute<{ expected: number; present: number }>(sql`
    SELECT (SELECT count(*)::int FROM (
        SELECT FROM ${pairsOfAssignments(call, {
          assignments: sql`assignment.content_id = ${contentId} AND assignment.ended_at IS NULL`,
        })} LIMIT ${most + 1}) AS wanted) AS expected,
      (SELECT count(*)::int FROM (
        SELECT FROM demand
        JOIN requirement ON requirement.organization_id = demand.organization_id
          AND requirement.requirement_id = demand.requirement_id
        WHERE demand.organization_id = ${call.organizationId} AND requirement.content_id = ${contentId}
        LIMIT ${most + 1}) AS had) AS present`);
  return rows.some((row) => row.expected > most || row.present > most);
}

const ofPeople = (profileId: SQL, { people }: { people?: readonly string[] }) =>
  people === undefined ? sql`` : sql` AND ${profileId} = ANY(${sql.param([...people])}::uuid[])`;

/** Values that the planner does not know, for the same reason as in `presentDemands`. */
const ofContents = (contentId: SQL, { contentIds }: { contentIds?: readonly string[] | null }) =>
  contentIds ? sql` AND ${contentId} = ANY(ARRAY(SELECT unnest(${sql.param([...contentIds])}::uuid[])))` : sql``;

async function presentDemands(call: Call, scope: FollowScope): Promise<Present[]> {
  // Asked for by a value that the planner does not know: the statistics know nothing of a content that was just assigned.
  const within =
    "contentId" in scope
      ? sql`requirement.content_id = (SELECT ${scope.contentId}::uuid)${ofPeople(sql`requirement.profile_id`, scope)}`
      : sql`demand.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])${ofContents(sql`requirement.content_id`, scope)}`;
  const { rows } = await call.db.execute<Present>(sql`
    SELECT demand.requirement_id, demand.profile_level_access_id, demand.content_assignment_id,
           requirement.profile_id, requirement.content_id, demand.mandatory, demand.payer,
           (extract(epoch FROM demand.due_at) * 1000)::float8 AS due_at,
           assignment.due_type, assignment.due_days, assignment.ended_at IS NOT NULL AS ended,
           (extract(epoch FROM assignment.created_at) * 1000)::float8 AS made_at,
           (extract(epoch FROM demand.created_at) * 1000)::float8 AS asked_at,
           (extract(epoch FROM demand.pressed_since) * 1000)::float8 AS pressed_since
    FROM demand
    JOIN requirement
      ON requirement.organization_id = demand.organization_id AND requirement.requirement_id = demand.requirement_id
    LEFT JOIN content_assignment AS assignment
      ON assignment.organization_id = demand.organization_id
      AND assignment.content_assignment_id = demand.content_assignment_id
    WHERE demand.organization_id = ${call.organizationId} AND ${within}`);
  return rows;
}

/** The requirement of each person for each content, made where it does not exist. Keyed `profile content`. */
async function ensureRequirements(call: Call, rows: readonly Expected[]): Promise<Map<string, string>> {
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

/** Marks, of what is newly asked of people who were promised to stay cleared, what is optional for them through that day. */
async function keepCleared(call: Call, missing: Expected[]): Promise<void> {
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
 * Returns when a content was first asked of each of these memberships since it was assigned, as their history tells; now, where it
 * was not. What is taken away and asked again, by another role and then the former one, is due when it was.
 */
async function askedFirst(call: Call, rows: readonly Expected[]) {
  const now = call.now.getTime();
  // What was assigned or joined just now counts from now.
  const again = rows.filter((row) => Date.parse(row.assigned_at) < now && Date.parse(row.joined_at) < now);
  const told = new Map<string, number[]>();
  if (again.length > 0) {
    const each = (values: string[]) => sql`ANY(${sql.param([...new Set(values)])}::uuid[])`;
    const events = await call.db.execute<{ profile_level_access_id: string; content_id: string; at: number }>(sql`
      SELECT profile_level_access_id, content_id, (extract(epoch FROM at) * 1000)::float8 AS at FROM requirement_event
      WHERE organization_id = ${call.organizationId} AND profile_id = ${each(again.map((row) => row.profile_id))}
        AND kind = 'demanded' AND content_id = ${each(again.map((row) => row.content_id))}
        AND profile_level_access_id = ${each(again.map((row) => row.profile_level_access_id))}`);
    for (const row of events.rows) told.set(place(row), [...(told.get(place(row)) ?? []), row.at]);
  }
  return (row: Expected, assignedAt = Date.parse(row.assigned_at)): number =>
    Math.min(now, ...(told.get(place(row)) ?? []).filter((at) => at >= assignedAt));
}

/** Works out when a demand is due that was first asked at an instant. Few differ: calendar arithmetic is slow. */
function dueOf(today: Today) {
  const known = new Map<string, number | null>();
  return (row: Expected, askedAt: number, assignedAt = Date.parse(row.assigned_at)): number | null => {
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

/** Since when a content is mandatory on a membership; null: since before that was kept. An edited assignment begins nothing anew. */
function pressedBefore(present: readonly Present[]): ReadonlyMap<string, number | null> {
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

async function insertDemands(
  call: Call,
  rows: readonly Expected[],
  requirementOf: (row: Expected) => string,
  { pressed, asked }: { pressed: ReadonlyMap<string, number | null>; asked: ReturnType<typeof requiredBefore> },
  today: Today,
) {
  const due = dueOf(today);
  const countsDays = (row: Expected) => row.due_type === "AfterJoining" || row.due_type === "Season";
  const first = await askedFirst(
    call,
    rows.filter((row) => countsDays(row) && !asked(row)),
  );
  const pressedSince = (row: Expected) => {
    if (!row.presses) return null;
    const before = pressed.get(place(row));
    return before === undefined ? call.now : before === null ? null : new Date(before);
  };
  await insertRows(
    call,
    demand,
    rows.map((row) => {
      const goesOn = asked(row);
      const dueAt = goesOn ? goesOn.due_at : due(row, first(row));
      return {
        organizationId: call.organizationId,
        requirementId: requirementOf(row),
        profileLevelAccessId: row.profile_level_access_id,
        contentAssignmentId: row.content_assignment_id,
        mandatory: row.mandatory,
        dueAt: dueAt === null ? null : new Date(dueAt),
        payer: row.payer,
        createdAt: goesOn ? new Date(goesOn.asked_at) : call.now,
        pressedSince: pressedSince(row),
      };
    }),
  );
}

/** What stays asked may be mandatory from now on, and is reminded of anew then, or due by another start of the season. */
async function changeDemands(
  call: Call,
  expected: readonly Expected[],
  presentOf: (row: Expected) => Present | undefined,
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
  // What is asked again was asked first before its demand was made; most are due by that all the same.
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
