import type { AttemptState, RequirementStatus } from "@touchline/contract";
import {
  attemptIsOpen,
  countedCompletion,
  isOpen,
  mergeDemands,
  type OverallFacts,
  type OverallReason,
  overallReasons,
  type StatusFacts,
  shorterRenewal,
  standingOf,
  statusAt,
} from "@touchline/rules";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { flags, inParts, instants, isOneOf, numbers, texts, words } from "../../../../database/lists.ts";
import { preparedQuery } from "../../../../database/prepared-statement.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { attempt, demand, memberStanding, requirement } from "../../../../schema/compliance.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { content } from "../../../../schema/library.ts";
import { profile, profileLevelAccess } from "../../../../schema/people.ts";

const {
  organizationId: _ofDemand,
  createdAt: _demandedAt,
  pressedSince: _pressedSince,
  ...demandColumns
} = getTableColumns(demand);
export type RequirementRow = Omit<typeof requirement.$inferSelect, "organizationId" | "createdAt">;
export type DemandRow = Omit<typeof demand.$inferSelect, "organizationId" | "createdAt" | "pressedSince">;

/** One requirement of a person, with everything its status is derived from. */
export type RequirementFacts = RequirementRow & {
  contentName: string;
  facts: Omit<StatusFacts, "demand">;
  /**
   * The completion that is valid now, if any. `redoBy`: the day by which a later version must be completed, unless an extension overrides
   * it.
   */
  completion: { attemptId: string; completedAt: Date; expiresAt: Date | null; redoBy: string | null } | null;
  /** A renewal that is valid for a shorter time than the valid completion, which it does not shorten. */
  shorterRenewal: { attemptId: string; completedAt: Date; expiresAt: Date } | null;
  demands: DemandRow[];
};

/** The facts a membership's status is derived from: its requirements and its current status. */
export type MembershipFacts = {
  profileLevelAccessId: string;
  profileId: string;
  levelId: string;
  labelId: string;
  /** The person's sort name. */
  sortName: string;
  /** As last written and counted; null: never. */
  standing: typeof memberStanding.$inferSelect | null;
};

export type PeopleFacts = {
  zone: string;
  memberships: MembershipFacts[];
  /** By profile. */
  requirements: Map<string, RequirementFacts[]>;
  /** By profile: confirmed and activated, by their own login or a guardian's. */
  standing: Map<string, { confirmed: boolean; activated: boolean }>;
};

/** A requirement of one membership, merged over its assignments, with its status there. */
export type OwedHere = {
  requirement: RequirementFacts;
  mandatory: boolean;
  dueAt: Date | null;
  payer: DemandRow["payer"];
  status: RequirementStatus;
  assignmentIds: string[];
};

const ms = (date: Date | null) => date?.getTime() ?? null;

/** States in which an attempt affects a status: open, or decided in this way. */
const open = (Object.keys(attemptIsOpen) as AttemptState[]).filter((state) => attemptIsOpen[state]);
const decisive: AttemptState[] = ["approved", "disqualified"];

const listed = (states: readonly AttemptState[]) => states.map((state) => `'${state}'`).join(", ");
/** Selects the attempts that affect a status. */
export const bearing = sql.raw(
  `(attempt.state IN (${listed(open)}) OR attempt.state IN (${listed(decisive)}) AND attempt.voided_at IS NULL)`,
);

export type AdultStanding = { activated: boolean; confirmed: boolean };

const profilesOf = (call: Call, people: readonly string[]) =>
  call.db
    .select({
      profileId: profile.profileId,
      ownLogin: sql<boolean>`${profile.appUserId} IS NOT NULL`,
      activated: sql<boolean>`${profile.activatedAt} IS NOT NULL`,
      confirmed: sql<boolean>`${profile.confirmedAt} IS NOT NULL`,
      guardians: sql<AdultStanding[]>`coalesce((
          SELECT json_agg(json_build_object('activated', adult.activated_at IS NOT NULL, 'confirmed', adult.confirmed_at IS NOT NULL))
          FROM ${guardianship} JOIN profile AS adult
            ON adult.organization_id = ${guardianship.organizationId} AND adult.profile_id = ${guardianship.guardianProfileId}
          WHERE ${ours(guardianship, call)} AND ${guardianship.childProfileId} = ${profile.profileId}
            AND ${guardianship.endedAt} IS NULL), '[]')`,
      zone: organization.timeZone,
    })
    .from(profile)
    .innerJoin(organization, eq(organization.organizationId, profile.organizationId))
    .where(and(ours(profile, call), isOneOf(profile.profileId, people)));

/** Lists that the driver would parse character by character. */
const standingColumns = {
  ...getTableColumns(memberStanding),
  contents: inParts(memberStanding.contents, String),
  contentStatuses: inParts(memberStanding.contentStatuses, (status) => Number(status) as RequirementStatus),
};

const membershipsOf = (call: Call, people: readonly string[]) =>
  call.db
    .select({
      profileLevelAccessId: profileLevelAccess.profileLevelAccessId,
      profileId: profileLevelAccess.profileId,
      levelId: profileLevelAccess.levelId,
      labelId: profileLevelAccess.labelId,
      sortName: profile.sortName,
      standing: standingColumns,
    })
    .from(profileLevelAccess)
    .innerJoin(profile, onKey(profile.profileId, profileLevelAccess.profileId))
    .leftJoin(memberStanding, onKey(memberStanding.profileLevelAccessId, profileLevelAccess.profileLevelAccessId))
    .where(and(ours(profileLevelAccess, call), isOneOf(profileLevelAccess.profileId, people)));

/** For lateral joins, so that the related rows are looked up by an index, whatever the statistics say about their number. */
const oneByOne = sql`0` as unknown as number;

/** Reads a row for each demand, and one for a requirement without any. */
const requirementsOf = (call: Call, people: readonly string[]) => {
  const demanded = call.db
    .select(demandColumns)
    .from(demand)
    .where(onKey(demand.requirementId, requirement.requirementId))
    .offset(oneByOne)
    .as("asked");
  return call.db
    .select({
      requirementId: words(requirement.requirementId),
      profileId: words(requirement.profileId),
      contentId: words(requirement.contentId),
      contentName: texts(content.name),
      status: numbers<RequirementStatus>(requirement.status),
      statusSince: instants(requirement.statusSince),
      nextTransitionAt: instants<Date | null>(requirement.nextTransitionAt),
      archivedAt: instants<Date | null>(requirement.archivedAt),
      profileLevelAccessId: words<string | null>(demanded.profileLevelAccessId),
      contentAssignmentId: words(demanded.contentAssignmentId),
      mandatory: flags(demanded.mandatory),
      dueAt: instants<Date | null>(demanded.dueAt),
      payer: words<DemandRow["payer"]>(demanded.payer),
    })
    .from(requirement)
    .innerJoin(content, onKey(content.contentId, requirement.contentId))
    .leftJoinLateral(demanded, sql`true`)
    .where(and(ours(requirement, call), isOneOf(requirement.profileId, people)));
};

const attemptsOf = (call: Call, people: readonly string[]) => {
  const tried = call.db
    .select({
      attemptId: attempt.attemptId,
      state: attempt.state,
      completedAt: attempt.completedAt,
      expiresAt: attempt.expiresAt,
      redoBy: attempt.redoBy,
    })
    .from(attempt)
    .where(and(onKey(attempt.requirementId, requirement.requirementId), bearing))
    .offset(oneByOne)
    .as("tried");
  return call.db
    .select({
      requirementId: words(requirement.requirementId),
      attemptId: words(tried.attemptId),
      state: words<AttemptState>(tried.state),
      completedAt: instants<Date | null>(tried.completedAt),
      expiresAt: instants<Date | null>(tried.expiresAt),
      redoBy: words<string | null>(tried.redoBy),
    })
    .from(requirement)
    .innerJoinLateral(tried, sql`true`)
    .where(and(ours(requirement, call), isOneOf(requirement.profileId, people)));
};

/** The result types of a set of list queries. */
type Lists<Query extends (...args: never[]) => PromiseLike<readonly unknown[]>> = Awaited<ReturnType<Query>>[number];

/** Groups the requirements of those people with their demands. */
function withDemands(all: Lists<typeof requirementsOf> | undefined) {
  if (!all) return [];
  const found = new Map<string, { row: RequirementRow; contentName: string; demands: DemandRow[] }>();
  for (const [n, requirementId] of all.requirementId.entries()) {
    const profileLevelAccessId = all.profileLevelAccessId[n] ?? null;
    let one = found.get(requirementId);
    if (!one) {
      const row = {
        requirementId,
        profileId: all.profileId[n] as string,
        contentId: all.contentId[n] as string,
        status: all.status[n] as RequirementStatus,
        statusSince: all.statusSince[n] as Date,
        nextTransitionAt: all.nextTransitionAt[n] ?? null,
        archivedAt: all.archivedAt[n] ?? null,
      };
      one = { row, contentName: all.contentName[n] as string, demands: [] };
      found.set(requirementId, one);
    }
    if (profileLevelAccessId === null) continue;
    one.demands.push({
      requirementId,
      profileLevelAccessId,
      contentAssignmentId: all.contentAssignmentId[n] as string,
      mandatory: all.mandatory[n] as boolean,
      dueAt: all.dueAt[n] ?? null,
      payer: all.payer[n] as DemandRow["payer"],
    });
  }
  return [...found.values()];
}

/** Groups attempts by requirement. */
function triedBy(all: Lists<typeof attemptsOf> | undefined): Map<string, TriedFacts[]> {
  const found = new Map<string, TriedFacts[]>();
  if (!all) return found;
  for (const [n, requirementId] of all.requirementId.entries()) {
    const before = found.get(requirementId);
    const one = {
      attemptId: all.attemptId[n] as string,
      state: all.state[n] as AttemptState,
      completedAt: all.completedAt[n] ?? null,
      expiresAt: all.expiresAt[n] ?? null,
      redoBy: all.redoBy[n] ?? null,
    };
    if (before) before.push(one);
    else found.set(requirementId, [one]);
  }
  return found;
}

/** Reads everything that the statuses of these people depend on, in a fixed number of queries. At most 1,000 people. */
export async function readPeople(call: Call, profileIds: readonly string[]): Promise<PeopleFacts> {
  // For many, the best plan depends on how many there are.
  const name = (what: string) => (profileIds.length === 1 ? `standing.${what}` : null);
  const [profiles, memberships, [requirements], [attempts]] = await Promise.all([
    preparedQuery(name("profiles"), profilesOf(call, profileIds)),
    preparedQuery(name("memberships"), membershipsOf(call, profileIds)),
    preparedQuery(name("requirements"), requirementsOf(call, profileIds)),
    preparedQuery(name("attempts"), attemptsOf(call, profileIds)),
  ]);
  const zone = profiles[0]?.zone ?? "UTC";
  const triedFor = triedBy(attempts);
  return {
    zone,
    memberships,
    standing: new Map(
      profiles.map(({ profileId, ownLogin, guardians, activated, confirmed }) => {
        return [profileId, stoodFor({ ownLogin, activated, confirmed, guardians })];
      }),
    ),
    requirements: Map.groupBy(
      withDemands(requirements).map(({ row, contentName, demands }) =>
        withFacts(row, { contentName, zone, demands, tried: triedFor.get(row.requirementId) ?? [] }),
      ),
      (row) => row.profileId,
    ),
  };
}

/** Derives confirmed and activated from a person's own login or, without one, from the guardians'. */
export function stoodFor({
  ownLogin,
  guardians,
  ...own
}: AdultStanding & { ownLogin: boolean; guardians: readonly AdultStanding[] }): AdultStanding {
  return standingOf(ownLogin || guardians.length === 0 ? own : null, guardians);
}

/** The part of an attempt that a status is derived from. */
export type TriedFacts = Pick<
  typeof attempt.$inferSelect,
  "attemptId" | "state" | "completedAt" | "expiresAt" | "redoBy"
>;

/** Combines a requirement with the facts its status is derived from. @param tried its attempts selected by `bearing`. */
export function withFacts(
  row: RequirementRow,
  of: { contentName: string; zone: string; demands: DemandRow[]; tried: readonly TriedFacts[] },
): RequirementFacts {
  const { tried } = of;
  const completions = tried
    .filter((one) => one.state === "approved" && one.completedAt !== null)
    .map((one) => ({
      completedAt: (one.completedAt as Date).getTime(),
      expiresAt: ms(one.expiresAt),
      attemptId: one.attemptId,
      redoBy: one.redoBy,
    }));
  const counted = countedCompletion(completions);
  const shorter = shorterRenewal(completions);
  const openAttempt = tried.map((one) => one.state).find(isOpen) ?? null;
  return {
    ...row,
    contentName: of.contentName,
    demands: of.demands,
    completion: counted && {
      attemptId: counted.attemptId,
      completedAt: new Date(counted.completedAt),
      expiresAt: counted.expiresAt === null ? null : new Date(counted.expiresAt),
      redoBy: counted.redoBy,
    },
    shorterRenewal:
      shorter === null || shorter.expiresAt === null
        ? null
        : {
            attemptId: shorter.attemptId,
            completedAt: new Date(shorter.completedAt),
            expiresAt: new Date(shorter.expiresAt),
          },
    facts: {
      disqualified: tried.some((one) => one.state === "disqualified"),
      completion: counted,
      openAttempt,
      zone: of.zone,
    },
  };
}

/** Lists the requirements of one membership, each merged over its assignments, with its status at `now`. */
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

/** Lists the reasons for a membership's status, decisive ones first. */
export function reasonsFor(
  people: PeopleFacts,
  membership: Pick<MembershipFacts, "profileId" | "profileLevelAccessId">,
  now: Date,
): OverallReason<OwedHere>[] {
  return overallReasons(overallFacts(people, membership, now));
}

/** The facts that the overall status of one membership is derived from. */
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
