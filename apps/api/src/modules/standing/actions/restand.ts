import { type OverallStatus, RequirementStatus } from "@touchline/contract";
import { done, nextTransition, overallStatus, statusAt, worst } from "@touchline/rules";
import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { profile } from "../../profiles/tables.ts";
import {
  type MembershipFacts,
  overallFacts,
  owedOn,
  type PeopleFacts,
  type RequirementFacts,
  readPeople,
} from "../queries.ts";
import { memberStanding, requirement } from "../tables.ts";
import { type Counted, showChanges } from "./count.ts";
import { recordMemberEvents, recordRequirementEvents } from "./record.ts";

/** People handled at once: bounds memory and the parameters of a statement. */
const batch = 500;
/** Rows of one INSERT, since a person may have many memberships: far below PostgreSQL's bound of 65,535 parameters. */
const rowsAtOnce = 2_000;

/** When the statuses of a person are derived for: now or, while time is caught up with, an instant that has passed. */
type InstantOf = (profileId: string) => Date;

/**
 * Derives the statuses of these people anew and writes what changed, with history. The last step of every verb that
 * touches what a status depends on; the only place where statuses are written.
 */
export async function restand(call: Call, profileIds: Iterable<string>): Promise<void> {
  const people = [...new Set(profileIds)].sort();
  for (let start = 0; start < people.length; start += batch)
    await restandSome(call, people.slice(start, start + batch));
}

async function restandSome(call: Call, people: readonly string[]): Promise<PeopleFacts> {
  await lockPeople(call, people);
  const facts = await readPeople(call, people);
  await write(call, facts, () => call.now);
  return facts;
}

/**
 * Brings people to whom time alone has done something to where they stand now, step by step: each change is written with
 * the instant at which it happened, however late this runs. At most 500 people, locked by the caller.
 */
export async function catchUp(call: Call, people: readonly string[]): Promise<void> {
  let behind = [...people];
  while (behind.length > 0) {
    const facts = await readPeople(call, behind);
    const missed = new Map<string, Date>();
    for (const row of [...facts.requirements.values()].flat()) {
      const at = row.nextTransitionAt;
      const earliest = missed.get(row.profileId);
      if (at !== null && at <= call.now && (!earliest || at < earliest)) missed.set(row.profileId, at);
    }
    behind = await write(call, keepOnly(facts, missed), (profileId) => missed.get(profileId) ?? call.now);
  }
}

function keepOnly(facts: PeopleFacts, people: ReadonlyMap<string, unknown>): PeopleFacts {
  return {
    ...facts,
    memberships: facts.memberships.filter((row) => people.has(row.profileId)),
    requirements: new Map([...facts.requirements].filter(([profileId]) => people.has(profileId))),
  };
}

/** @returns those whose next change lies in the past too. */
async function write(call: Call, facts: PeopleFacts, at: InstantOf): Promise<string[]> {
  const behind = await writeRequirements(call, facts, at);
  await writeMemberships(call, facts, at);
  return behind;
}

/**
 * The same for one person, with where one requirement and the membership in whose name it was touched stand now.
 *
 * @throws NotFound when the requirement is not owed there any more.
 */
export async function restandOne(
  call: Call,
  on: { profileId: string; profileLevelAccessId: string; requirementId: string },
): Promise<{ requirementId: string; status: RequirementStatus; overallStatus: OverallStatus }> {
  const facts = overallFacts(await restandSome(call, [on.profileId]), on, call.now);
  const owed = facts.demands.find((one) => one.requirement.requirementId === on.requirementId);
  if (!owed) throw notFound("The requirement");
  return { requirementId: on.requirementId, status: owed.status, overallStatus: overallStatus(facts) };
}

/**
 * Takes turns on these people until the transaction ends, always in the same order. Two reviewers who approve two
 * requirements of one person at once would otherwise each see the other's as still open.
 */
export async function lockPeople(call: Call, profileIds: readonly string[]): Promise<void> {
  await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(and(ours(profile, call), sql`${profile.profileId} = ANY(${sql.param([...profileIds])}::uuid[])`))
    .orderBy(profile.profileId)
    .for("no key update");
}

/** A requirement over all memberships that demand it: the worst status, and the first instant that changes any. */
function stands(row: RequirementFacts, now: number) {
  const perMembership = new Set(row.demands.map((one) => one.profileLevelAccessId));
  const demands = [...perMembership].flatMap((id) => {
    const owed = owedOn([row], id, new Date(now))[0];
    return owed ? [{ mandatory: owed.mandatory, dueAt: owed.dueAt?.getTime() ?? null }] : [];
  });
  const facts = (demands.length > 0 ? demands : [null]).map((demand) => ({ ...row.facts, demand }));
  const transitions = facts.map((one) => nextTransition(one, now)).filter((at) => at !== null);
  return {
    status: worst(facts.map((one) => statusAt(one, now))) ?? RequirementStatus.Incomplete,
    nextAt: transitions.length > 0 ? Math.min(...transitions) : null,
    archived: demands.length === 0,
  };
}

async function writeRequirements(call: Call, people: PeopleFacts, instantOf: InstantOf): Promise<string[]> {
  const standing = [...people.requirements.values()].flat().map((row) => {
    const at = instantOf(row.profileId);
    return { row, at, ...stands(row, at.getTime()) };
  });
  const behind = standing.filter(({ nextAt }) => nextAt !== null && nextAt <= call.now.getTime());
  const changed = standing.filter(
    ({ row, status, nextAt, archived }) =>
      status !== row.status ||
      nextAt !== (row.nextTransitionAt?.getTime() ?? null) ||
      archived !== (row.archivedAt !== null),
  );
  const behindIds = [...new Set(behind.map(({ row }) => row.profileId))];
  if (changed.length === 0) return behindIds;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  await call.db.execute(sql`
    UPDATE ${requirement} SET
      status = new.status,
      status_since = CASE WHEN requirement.status = new.status THEN requirement.status_since ELSE new.at END,
      next_transition_at = new.next_at,
      archived_at = CASE WHEN new.archived THEN coalesce(requirement.archived_at, new.at) END
    FROM unnest(
      ${sql.param(changed.map(({ row }) => row.requirementId))}::uuid[],
      ${sql.param(changed.map(({ status }) => status))}::smallint[],
      ${sql.param(changed.map(({ at }) => at.toISOString()))}::timestamptz[],
      ${sql.param(changed.map(({ nextAt }) => iso(nextAt)))}::timestamptz[],
      ${sql.param(changed.map(({ archived }) => archived))}::boolean[]
    ) AS new (requirement_id, status, at, next_at, archived)
    WHERE requirement.organization_id = ${call.organizationId} AND requirement.requirement_id = new.requirement_id`);
  await recordRequirementEvents(
    call,
    changed
      .filter(({ row, status }) => row.status !== status)
      .map(({ row, status, at }) => ({
        requirementId: row.requirementId,
        profileId: row.profileId,
        contentId: row.contentId,
        kind: "status" as const,
        fromStatus: row.status,
        toStatus: status,
        at,
      })),
  );
  return behindIds;
}

/** How a membership is shown and counted at an instant. */
function countedAt(people: PeopleFacts, row: MembershipFacts, at: Date): Counted {
  const facts = overallFacts(people, row, at);
  const demands = facts.demands
    .map(({ requirement: { contentId }, status }) => ({ contentId, status }))
    .sort((a, b) => (a.contentId < b.contentId ? -1 : 1));
  return {
    overallStatus: overallStatus(facts),
    profileId: row.profileId,
    levelId: row.levelId,
    labelId: row.labelId,
    sortName: row.sortName,
    statuses: demands.reduce((mask, { status }) => mask | (1 << status), 0),
    owed: demands.length,
    done: demands.filter(({ status }) => done(status)).length,
    contents: demands.map(({ contentId }) => contentId),
    contentStatuses: demands.map(({ status }) => status),
  };
}

const differs = (before: Counted | null, after: Counted) =>
  before === null ||
  (Object.keys(after) as (keyof Counted)[]).some((key) => String(before[key]) !== String(after[key]));

async function writeMemberships(call: Call, people: PeopleFacts, instantOf: InstantOf): Promise<void> {
  const changed = people.memberships
    .map((row) => {
      const at = instantOf(row.profileId);
      return { row, at, before: row.standing, after: countedAt(people, row, at) };
    })
    .filter(({ before, after }) => differs(before, after));
  if (changed.length === 0) return;
  const rows = changed.map(({ row, at, before, after }) => ({
    organizationId: call.organizationId,
    profileLevelAccessId: row.profileLevelAccessId,
    ...after,
    since: before?.overallStatus === after.overallStatus ? before.since : at,
  }));
  const set = Object.fromEntries(
    written.map((column) => [column, sql`excluded.${sql.identifier(memberStanding[column].name)}`]),
  );
  const target = [memberStanding.organizationId, memberStanding.profileLevelAccessId];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await call.db
      .insert(memberStanding)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({ target, set });
  }
  await showChanges(
    call,
    changed.map(({ row, before, after }) => ({ profileLevelAccessId: row.profileLevelAccessId, before, after })),
  );
  await recordMemberEvents(
    call,
    changed
      .filter(({ before, after }) => before?.overallStatus !== after.overallStatus)
      .map(({ row, at, before, after }) => ({
        profileLevelAccessId: row.profileLevelAccessId,
        profileId: row.profileId,
        levelId: row.levelId,
        labelId: row.labelId,
        kind: "status" as const,
        fromStatus: before?.overallStatus ?? null,
        toStatus: after.overallStatus,
        at,
      })),
  );
}

/** Every column but the key. */
const written = [
  "overallStatus",
  "since",
  "profileId",
  "levelId",
  "labelId",
  "sortName",
  "statuses",
  "owed",
  "done",
  "contents",
  "contentStatuses",
] as const satisfies readonly (keyof typeof memberStanding.$inferInsert)[];

/** Removes the standing of a membership that ends, from lists and counts too. */
export async function forgetStanding(call: Call, profileLevelAccessId: string): Promise<void> {
  const gone = await call.db
    .delete(memberStanding)
    .where(and(ours(memberStanding, call), eq(memberStanding.profileLevelAccessId, profileLevelAccessId)))
    .returning();
  await showChanges(
    call,
    gone.map((before) => ({ profileLevelAccessId, before, after: null })),
  );
}
