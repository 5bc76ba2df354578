import { type OverallStatus, RequirementStatus } from "@touchline/contract";
import { nextTransition, overallStatus, statusAt, worst } from "@touchline/rules";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { profile } from "../../profiles/tables.ts";
import { overallFacts, owedOn, type PeopleFacts, type RequirementFacts, readPeople } from "../queries.ts";
import { memberStanding, requirement } from "../tables.ts";
import { recordMemberEvents, recordRequirementEvents } from "./record.ts";

/** People handled at once: bounds memory and the parameters of a statement. */
const batch = 500;

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
  await writeRequirements(call, facts);
  await writeMemberships(call, facts);
  return facts;
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
    .where(and(ours(profile, call), inArray(profile.profileId, [...profileIds])))
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

async function writeRequirements(call: Call, people: PeopleFacts): Promise<void> {
  const now = call.now.getTime();
  const changed = [...people.requirements.values()]
    .flat()
    .map((row) => ({ row, ...stands(row, now) }))
    .filter(
      ({ row, status, nextAt, archived }) =>
        status !== row.status ||
        nextAt !== (row.nextTransitionAt?.getTime() ?? null) ||
        archived !== (row.archivedAt !== null),
    );
  if (changed.length === 0) return;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  await call.db.execute(sql`
    UPDATE ${requirement} SET
      status = new.status,
      status_since = CASE WHEN requirement.status = new.status THEN requirement.status_since ELSE ${iso(now)}::timestamptz END,
      next_transition_at = new.next_at,
      archived_at = CASE WHEN new.archived THEN coalesce(requirement.archived_at, ${iso(now)}::timestamptz) END
    FROM unnest(
      ${sql.param(changed.map(({ row }) => row.requirementId))}::uuid[],
      ${sql.param(changed.map(({ status }) => status))}::smallint[],
      ${sql.param(changed.map(({ nextAt }) => iso(nextAt)))}::timestamptz[],
      ${sql.param(changed.map(({ archived }) => archived))}::boolean[]
    ) AS new (requirement_id, status, next_at, archived)
    WHERE requirement.organization_id = ${call.organizationId} AND requirement.requirement_id = new.requirement_id`);
  await recordRequirementEvents(
    call,
    changed
      .filter(({ row, status }) => row.status !== status)
      .map(({ row, status }) => ({
        requirementId: row.requirementId,
        profileId: row.profileId,
        contentId: row.contentId,
        kind: "status" as const,
        fromStatus: row.status,
        toStatus: status,
      })),
  );
}

async function writeMemberships(call: Call, people: PeopleFacts): Promise<void> {
  const changed = people.memberships
    .map((row) => ({ row, status: overallStatus(overallFacts(people, row, call.now)) }))
    .filter(({ row, status }) => row.overallStatus !== status);
  if (changed.length === 0) return;
  await call.db
    .insert(memberStanding)
    .values(
      changed.map(({ row, status }) => ({
        organizationId: call.organizationId,
        profileLevelAccessId: row.profileLevelAccessId,
        overallStatus: status,
        since: call.now,
      })),
    )
    .onConflictDoUpdate({
      target: [memberStanding.organizationId, memberStanding.profileLevelAccessId],
      set: { overallStatus: sql`excluded.overall_status`, since: sql`excluded.since` },
    });
  await recordMemberEvents(
    call,
    changed.map(({ row, status }) => ({
      profileLevelAccessId: row.profileLevelAccessId,
      profileId: row.profileId,
      levelId: row.levelId,
      labelId: row.labelId,
      kind: "status" as const,
      fromStatus: row.overallStatus,
      toStatus: status,
    })),
  );
}

/** Removes the standing of a membership that ends. */
export async function forgetStanding(call: Call, profileLevelAccessId: string): Promise<void> {
  await call.db
    .delete(memberStanding)
    .where(and(ours(memberStanding, call), eq(memberStanding.profileLevelAccessId, profileLevelAccessId)));
}
