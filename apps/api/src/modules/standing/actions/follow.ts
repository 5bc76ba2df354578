import { overdueAt } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { newId } from "../../../kernel/ids.ts";
import { insertRows } from "../../../kernel/insert-rows.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { organization } from "../../organizations/tables.ts";
import { demand, requirement } from "../tables.ts";
import { lockPeople } from "./lock-people.ts";
import { recordRequirementEvents } from "./record.ts";
import { restand } from "./restand.ts";
import { rehome, withdrawUndemanded } from "./transition.ts";

/** Whose demands to bring in line: those of memberships that changed, or those of one content whose assignments did. */
export type FollowScope =
  /** `leaving`: the memberships are about to end, so that nothing is owed on them. */
  | { profileLevelAccessIds: readonly string[]; profileIds: readonly string[]; leaving?: true }
  /** Of that content the demands of some people, whom the caller holds (`lockPeople`); of everybody unless given. */
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
  mandatory: boolean;
  payer: "Organization" | "Individual";
  due_date: string | null;
  requirement_id: string | null;
};
type Present = {
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
  const expected = "leaving" in scope ? [] : await expectedDemands(call, scope);
  const present = await presentDemands(call, scope);
  const key = (row: { profile_level_access_id: string; content_assignment_id: string }) =>
    `${row.profile_level_access_id} ${row.content_assignment_id}`;
  const wanted = new Set(expected.map(key));
  const had = new Set(present.map(key));
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
  await insertDemands(call, missing, requirementOf);
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
  const wanted = new Set((await expectedDemands(call, scope)).map(key));
  const had = new Set((await presentDemands(call, scope)).map(key));
  return { missing: [...wanted].filter((one) => !had.has(one)), surplus: [...had].filter((one) => !wanted.has(one)) };
}

/** Every (membership, assignment) pair that inheritance makes: at the level or, if so assigned, anywhere below it. */
async function expectedDemands(call: Call, scope: FollowScope): Promise<Expected[]> {
  const within =
    "contentId" in scope
      ? ofContent(sql`content.content_id`, sql`membership.profile_id`, scope)
      : sql`membership.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])`;
  const { rows } = await call.db.execute<Expected>(sql`
    SELECT membership.profile_level_access_id, membership.profile_id, membership.joined_at::text,
           assignment.content_assignment_id, assignment.content_id, assignment.mandatory, assignment.payer,
           assignment.due_date::text, requirement.requirement_id
    FROM ${pairs}
    LEFT JOIN requirement
      ON requirement.organization_id = membership.organization_id
      AND requirement.profile_id = membership.profile_id AND requirement.content_id = assignment.content_id
    WHERE assignment.organization_id = ${call.organizationId} AND assignment.ended_at IS NULL AND ${within}`);
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

/** In a FROM list: each `membership` with each `assignment` that reaches it, whether or not that has ended. */
const pairs = sql`content_assignment AS assignment
    JOIN content
      ON content.organization_id = assignment.organization_id AND content.content_id = assignment.content_id
      AND content.archived_at IS NULL AND content.current_version_id IS NOT NULL
    JOIN level AS top
      ON top.organization_id = assignment.organization_id AND top.level_id = assignment.level_id
    JOIN content_assignment_label AS named
      ON named.organization_id = assignment.organization_id
      AND named.content_assignment_id = assignment.content_assignment_id
    JOIN level AS here
      ON here.organization_id = assignment.organization_id
      AND here.pre BETWEEN top.pre AND CASE WHEN assignment.include_below THEN top.last ELSE top.pre END
    JOIN profile_level_access AS membership
      ON membership.organization_id = assignment.organization_id
      AND membership.level_id = here.level_id AND membership.label_id = named.label_id`;

async function presentDemands(call: Call, scope: FollowScope): Promise<Present[]> {
  const within =
    "contentId" in scope
      ? ofContent(sql`requirement.content_id`, sql`requirement.profile_id`, scope)
      : sql`demand.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])`;
  const { rows } = await call.db.execute<Present>(sql`
    SELECT demand.requirement_id, demand.profile_level_access_id, demand.content_assignment_id,
           requirement.profile_id, requirement.content_id
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

async function insertDemands(call: Call, rows: readonly Expected[], requirementOf: (row: Expected) => string) {
  const [place] = await call.db
    .select({ zone: organization.timeZone })
    .from(organization)
    .where(ours(organization, call));
  const zone = place?.zone ?? "UTC";
  await insertRows(
    call,
    demand,
    rows.map((row) => {
      const due = row.due_date === null ? ({ type: "None" } as const) : { type: "Fixed" as const, day: row.due_date };
      const dueAt = overdueAt(due, Date.parse(row.joined_at), zone);
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
