import type { AttemptState, RequirementStatus } from "@touchline/contract";
import {
  attemptIsOpen,
  isOpen,
  lastCounted,
  mergeDemands,
  type OverallFacts,
  type OverallReason,
  overallReasons,
  type StatusFacts,
  standingOf,
  statusAt,
} from "@touchline/rules";
import { type AnyColumn, and, eq, isNull, or, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { onKey, ours, plansKept } from "../../../kernel/tenancy.ts";
import { content } from "../../content/tables.ts";
import { guardianship } from "../../families/tables.ts";
import { organization } from "../../organizations/tables.ts";
import { profile, profileLevelAccess } from "../../profiles/tables.ts";
import { attempt, demand, memberStanding, requirement } from "../tables.ts";

type RequirementRow = typeof requirement.$inferSelect;
type DemandRow = typeof demand.$inferSelect;

/** One requirement of a person, with everything its status is derived from. */
export type RequirementFacts = RequirementRow & {
  contentName: string;
  facts: Omit<StatusFacts, "demand">;
  /** The attempt that counts, if one does. */
  completion: { attemptId: string; completedAt: Date; expiresAt: Date | null } | null;
  demands: DemandRow[];
};

/** A membership as its status is derived: which requirements it demands, and where it stands now. */
export type MembershipFacts = {
  profileLevelAccessId: string;
  profileId: string;
  levelId: string;
  labelId: string;
  /** How the person sorts. */
  sortName: string;
  /** As it was written and counted last; null: never yet. */
  standing: typeof memberStanding.$inferSelect | null;
};

export type PeopleFacts = {
  zone: string;
  memberships: MembershipFacts[];
  /** By profile. */
  requirements: Map<string, RequirementFacts[]>;
  /** By profile: confirmed and activated, by the own login or a guardian's. */
  standing: Map<string, { confirmed: boolean; activated: boolean }>;
};

/** What one membership demands, merged, with its status there. */
export type OwedHere = {
  requirement: RequirementFacts;
  mandatory: boolean;
  dueAt: Date | null;
  payer: DemandRow["payer"];
  status: RequirementStatus;
  assignmentIds: string[];
};

const ms = (date: Date | null) => date?.getTime() ?? null;

/** States in which an attempt bears on a status: as long as it is open, and once it was decided so. */
const open = (Object.keys(attemptIsOpen) as AttemptState[]).filter((state) => attemptIsOpen[state]);
const decisive: AttemptState[] = ["approved", "disqualified"];

type Adult = { activated: boolean; confirmed: boolean };

/** Reads everything that the statuses of these people depend on, in a fixed number of queries. At most 1,000 people. */
export async function readPeople(call: Call, profileIds: readonly string[]): Promise<PeopleFacts> {
  // For many, the best plan depends on how many there are.
  const { db } = profileIds.length === 1 ? plansKept(call) : call;
  const them = (column: AnyColumn) => sql`${column} = ANY(${sql.param([...profileIds])}::uuid[])`;
  const among = (states: readonly string[]) => sql`${attempt.state} = ANY(${sql.param([...states])}::text[])`;
  const [profiles, memberships, requirements, demands, attempts] = await Promise.all([
    db
      .select({
        profileId: profile.profileId,
        ownLogin: sql<boolean>`${profile.appUserId} IS NOT NULL`,
        activated: sql<boolean>`${profile.activatedAt} IS NOT NULL`,
        confirmed: sql<boolean>`${profile.confirmedAt} IS NOT NULL`,
        guardians: sql<Adult[]>`coalesce((
          SELECT json_agg(json_build_object('activated', adult.activated_at IS NOT NULL, 'confirmed', adult.confirmed_at IS NOT NULL))
          FROM ${guardianship} JOIN profile AS adult
            ON adult.organization_id = ${guardianship.organizationId} AND adult.profile_id = ${guardianship.guardianProfileId}
          WHERE ${ours(guardianship, call)} AND ${guardianship.childProfileId} = ${profile.profileId}
            AND ${guardianship.endedAt} IS NULL), '[]')`,
        zone: organization.timeZone,
      })
      .from(profile)
      .innerJoin(organization, eq(organization.organizationId, profile.organizationId))
      .where(and(ours(profile, call), them(profile.profileId))),
    db
      .select({
        profileLevelAccessId: profileLevelAccess.profileLevelAccessId,
        profileId: profileLevelAccess.profileId,
        levelId: profileLevelAccess.levelId,
        labelId: profileLevelAccess.labelId,
        sortName: profile.sortName,
        standing: memberStanding,
      })
      .from(profileLevelAccess)
      .innerJoin(profile, onKey(profile.profileId, profileLevelAccess.profileId))
      .leftJoin(memberStanding, onKey(memberStanding.profileLevelAccessId, profileLevelAccess.profileLevelAccessId))
      .where(and(ours(profileLevelAccess, call), them(profileLevelAccess.profileId))),
    db
      .select({ requirement, contentName: content.name })
      .from(requirement)
      .innerJoin(content, onKey(content.contentId, requirement.contentId))
      .where(and(ours(requirement, call), them(requirement.profileId))),
    db
      .select({ demand })
      .from(demand)
      .innerJoin(requirement, onKey(requirement.requirementId, demand.requirementId))
      .where(and(ours(demand, call), them(requirement.profileId))),
    db
      .select({
        attemptId: attempt.attemptId,
        requirementId: attempt.requirementId,
        state: attempt.state,
        completedAt: attempt.completedAt,
        expiresAt: attempt.expiresAt,
      })
      .from(attempt)
      .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
      .where(
        and(
          ours(attempt, call),
          them(requirement.profileId),
          or(among(open), and(among(decisive), isNull(attempt.voidedAt))),
        ),
      ),
  ]);
  const zone = profiles[0]?.zone ?? "UTC";
  const attemptsOf = Map.groupBy(attempts, (row) => row.requirementId);
  const demandsOf = Map.groupBy(
    demands.map((row) => row.demand),
    (row) => row.requirementId,
  );
  return {
    zone,
    memberships,
    standing: new Map(
      profiles.map(({ profileId, ownLogin, guardians, activated, confirmed }) => {
        const own = ownLogin || guardians.length === 0 ? { activated, confirmed } : null;
        return [profileId, standingOf(own, guardians)];
      }),
    ),
    requirements: Map.groupBy(requirements.map(withFacts), (row) => row.profileId),
  };

  function withFacts({ requirement: row, contentName }: (typeof requirements)[number]): RequirementFacts {
    const tried = attemptsOf.get(row.requirementId) ?? [];
    const counted = lastCounted(
      tried
        .filter((one) => one.state === "approved" && one.completedAt !== null)
        .map((one) => ({
          completedAt: (one.completedAt as Date).getTime(),
          expiresAt: ms(one.expiresAt),
          attemptId: one.attemptId,
        })),
    );
    const openAttempt = tried.map((one) => one.state).find(isOpen) ?? null;
    return {
      ...row,
      contentName,
      demands: demandsOf.get(row.requirementId) ?? [],
      completion: counted && {
        attemptId: counted.attemptId,
        completedAt: new Date(counted.completedAt),
        expiresAt: counted.expiresAt === null ? null : new Date(counted.expiresAt),
      },
      facts: {
        disqualified: tried.some((one) => one.state === "disqualified"),
        completion: counted,
        openAttempt,
        zone,
      },
    };
  }
}

/** What one membership demands, each merged over its assignments, with the status it has there at `now`. */
export function owedOn(requirements: readonly RequirementFacts[], profileLevelAccessId: string, now: Date): OwedHere[] {
  return requirements.flatMap((row) => {
    const here = row.demands.filter((one) => one.profileLevelAccessId === profileLevelAccessId);
    const merged = mergeDemands(here.map((one) => ({ ...one, dueAt: ms(one.dueAt) })));
    if (!merged) return [];
    return {
      requirement: row,
      mandatory: merged.mandatory,
      dueAt: merged.dueAt === null ? null : new Date(merged.dueAt),
      payer: merged.payer,
      status: statusAt({ ...row.facts, demand: merged }, now.getTime()),
      assignmentIds: here.map((one) => one.contentAssignmentId),
    };
  });
}

/** Why a membership stands as it does, decisive reasons first. */
export function reasonsFor(
  people: PeopleFacts,
  membership: Pick<MembershipFacts, "profileId" | "profileLevelAccessId">,
  now: Date,
): OverallReason<OwedHere>[] {
  return overallReasons(overallFacts(people, membership, now));
}

/** What the overall status of one membership is derived from. */
export function overallFacts(
  people: PeopleFacts,
  membership: Pick<MembershipFacts, "profileId" | "profileLevelAccessId">,
  now: Date,
): OverallFacts<OwedHere> {
  const own = people.standing.get(membership.profileId);
  const requirements = people.requirements.get(membership.profileId) ?? [];
  return {
    disqualified: requirements.some((row) => row.facts.disqualified),
    confirmed: own?.confirmed ?? false,
    activated: own?.activated ?? false,
    demands: owedOn(requirements, membership.profileLevelAccessId, now),
  };
}
