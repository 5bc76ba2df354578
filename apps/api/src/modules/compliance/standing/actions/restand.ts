import { type OverallStatus, RequirementStatus } from "@touchline/contract";
import { dayOf, done, nextTransition, type OverallFacts, overallStatus, statusAt, worst } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { givenRows } from "../../../../database/lists.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { notFound } from "../../../../errors.ts";
import { memberStanding, requirement } from "../../../../schema/compliance.ts";
import {
  type MembershipFacts,
  type OwedHere,
  overallFacts,
  owedOn,
  type PeopleFacts,
  type RequirementFacts,
  readPeople,
} from "../queries/people.ts";
import { type Counted, type CountedChange, showChanges } from "./count.ts";
import { lockPeople } from "./lock-people.ts";
import {
  type NewMemberEvent,
  type NewRequirementEvent,
  recordMemberEvents,
  recordRequirementEvents,
} from "./record.ts";
import { keepStandings, laterOf, type NewStandingRecord, recordOf } from "./record-standing.ts";

/** People handled at once: bounds memory, and is small enough that the database and this process seldom wait for each other. */
const batch = 125;

/** The instant that a person's statuses are derived for: now or, when catching up, an instant in the past. */
type InstantOf = (profileId: string) => Date;

/**
 * Derives the statuses of these people anew and writes changes, with history. The last step of everything that changes what a
 * status depends on; the only place where statuses are written.
 */
export async function restand(call: Call, profileIds: Iterable<string>): Promise<void> {
  const people = [...new Set(profileIds)].sort();
  await lockPeople(call, people);
  await inParts(call, people, (facts) => write(call, facts, () => call.now));
}

/**
 * Handles people in batches: while the changes of one are worked out, the database reads the next and writes the previous.
 *
 * @param take works out and writes the results of a batch.
 */
async function inParts<Result>(
  call: Call,
  people: readonly string[],
  take: (facts: PeopleFacts, part: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  const parts: (readonly string[])[] = [];
  for (let start = 0; start < people.length; start += batch) parts.push(people.slice(start, start + batch));
  const read = (part: readonly string[]) => handleRejectionLater(readPeople(call, part));
  let next = parts[0] && read(parts[0]);
  const taken: Promise<Result>[] = [];
  for (const [index, part] of parts.entries()) {
    const facts = (await next) as PeopleFacts;
    const after = parts[index + 1];
    next = after && read(after);
    taken.push(handleRejectionLater(take(facts, part)));
    await taken[index - 1];
  }
  return Promise.all(taken);
}

/**
 * Marks a promise's rejection as handled, because it is awaited later. If that is never reached, an earlier error was reported.
 */
function handleRejectionLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

/**
 * Updates people for changes that time alone brings, step by step: each is written with the instant at which it happened,
 * however late this runs. At most 500 people, locked by the caller.
 */
export async function catchUp(call: Call, people: readonly string[]): Promise<void> {
  let behind = [...people];
  while (behind.length > 0) {
    const left = await inParts(call, behind, (facts) => {
      const missed = new Map<string, Date>();
      for (const row of [...facts.requirements.values()].flat()) {
        const at = row.nextTransitionAt;
        const earliest = missed.get(row.profileId);
        if (at !== null && at <= call.now && (!earliest || at < earliest)) missed.set(row.profileId, at);
      }
      return write(call, keepOnly(facts, missed), (profileId) => missed.get(profileId) ?? call.now);
    });
    behind = left.flat();
  }
}

function keepOnly(facts: PeopleFacts, people: ReadonlyMap<string, unknown>): PeopleFacts {
  return {
    ...facts,
    memberships: facts.memberships.filter((row) => people.has(row.profileId)),
    requirements: new Map([...facts.requirements].filter(([profileId]) => people.has(profileId))),
  };
}

/** @returns the people whose next change is in the past too. */
async function write(call: Call, people: PeopleFacts, at: InstantOf): Promise<string[]> {
  const requirements = changedRequirements(call, people, at);
  const memberships = changedMemberships(people, at);
  // Independent statements are sent together, the standings before what is shown of them.
  await Promise.all([
    writeRequirements(call, requirements.changed),
    writeMemberships(call, memberships),
    recordRequirementEvents(call, requirements.changed.flatMap(statusEvent)),
    recordMemberEvents(call, memberships.flatMap(overallEvent)),
    keepStandings(
      call,
      memberships.flatMap(({ record }) => record ?? []),
    ),
    showChanges(call, memberships),
  ]);
  return requirements.behind;
}

/** A requirement on one membership of its person. */
type Place = { profileId: string; profileLevelAccessId: string; requirementId: string };
/** The current status of the requirement on this membership, and of the membership. */
export type Stands = { requirementId: string; status: RequirementStatus; overallStatus: OverallStatus };

/**
 * Derives the statuses of these people anew, and returns the current statuses of these requirements.
 *
 * @param after work that was sent before and must succeed before anything is written.
 * @returns one for each place, in that order; null when the person has no such requirement.
 */
export async function restandAt(
  call: Call,
  places: readonly Place[],
  after?: Promise<unknown>,
): Promise<(Stands | null)[]> {
  const stands = new Map<Place, Stands | null>();
  const placesOf = Map.groupBy(places, (place) => place.profileId);
  const people = [...placesOf.keys()].sort();
  await lockPeople(call, people);
  await inParts(call, people, async (facts, part) => {
    for (const place of part.flatMap((id) => placesOf.get(id) ?? [])) stands.set(place, standsAt(call, facts, place));
    await after;
    return write(call, facts, () => call.now);
  });
  return places.map((place) => stands.get(place) ?? null);
}

function standsAt(call: Call, people: PeopleFacts, place: Place): Stands | null {
  const { requirementId, profileId } = place;
  const row = people.requirements.get(profileId)?.find((one) => one.requirementId === requirementId);
  if (!row) return null;
  const facts = overallFacts(people, place, call.now);
  const here = facts.demands.find((one) => one.requirement === row);
  // A submission for a requirement this membership no longer has is shown with the person's status.
  const status = here ? here.status : stands(row, call.now.getTime()).status;
  return { requirementId, status, overallStatus: overallStatus(facts) };
}

/** Derives the statuses of one person anew. @throws NotFound */
export async function restandOne(call: Call, place: Place, after?: Promise<unknown>): Promise<Stands> {
  const [found] = await restandAt(call, [place], after);
  if (!found) throw notFound("requirement");
  return found;
}

/**
 * Derives the status of a requirement over all memberships that demand it: the worst one, and the first instant that changes
 * any.
 */
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

/**
 * Finds stored standings that differ from what the rules derive, for people for whom no change by time is due: requirements and
 * memberships, by id. Writes nothing. At most 500 people, locked by the caller.
 */
export async function misstanding(
  call: Call,
  people: readonly string[],
): Promise<{ requirementIds: string[]; profileLevelAccessIds: string[] }> {
  const all = await readPeople(call, people);
  const behind = (row: RequirementFacts) => row.nextTransitionAt !== null && row.nextTransitionAt <= call.now;
  const upToDate = new Map([...all.requirements].filter(([, rows]) => !rows.some(behind)));
  const late = new Set([...all.requirements.keys()].filter((id) => !upToDate.has(id)));
  const facts = {
    ...all,
    memberships: all.memberships.filter((row) => !late.has(row.profileId)),
    requirements: upToDate,
  };
  const now = () => call.now;
  return {
    requirementIds: changedRequirements(call, facts, now).changed.map(({ row }) => row.requirementId),
    profileLevelAccessIds: changedMemberships(facts, now).map((one) => one.profileLevelAccessId),
  };
}

type ChangedRequirement = {
  row: RequirementFacts;
  at: Date;
  status: RequirementStatus;
  nextAt: number | null;
  archived: boolean;
};

/** `behind`: people whose next change is in the past too. */
function changedRequirements(call: Call, people: PeopleFacts, instantOf: InstantOf) {
  const behind = new Set<string>();
  const changed: ChangedRequirement[] = [];
  for (const row of [...people.requirements.values()].flat()) {
    const at = instantOf(row.profileId);
    const now = stands(row, at.getTime());
    if (now.nextAt !== null && now.nextAt <= call.now.getTime()) behind.add(row.profileId);
    const same =
      now.status === row.status &&
      now.nextAt === (row.nextTransitionAt?.getTime() ?? null) &&
      now.archived === (row.archivedAt !== null);
    if (!same) changed.push({ row, at, ...now });
  }
  return { behind: [...behind], changed };
}

async function writeRequirements(call: Call, changed: readonly ChangedRequirement[]): Promise<void> {
  if (changed.length === 0) return;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  await prepared(
    call.db,
    changed.length === 1 ? "standing.requirement" : null,
    sql`
    UPDATE ${requirement} SET
      status = new.status,
      status_since = CASE WHEN requirement.status = new.status THEN requirement.status_since ELSE new.at END,
      next_transition_at = new.next_at,
      archived_at = CASE WHEN new.archived THEN coalesce(requirement.archived_at, new.at) END
    FROM ${givenRows(
      [changed.map(({ row }) => row.requirementId), "uuid"],
      [changed.map(({ status }) => status), "smallint"],
      [changed.map(({ at }) => at.toISOString()), "timestamptz"],
      [changed.map(({ nextAt }) => iso(nextAt)), "timestamptz"],
      [changed.map(({ archived }) => archived), "boolean"],
    )} AS new (requirement_id, status, at, next_at, archived)
    WHERE requirement.organization_id = ${call.organizationId} AND requirement.requirement_id = new.requirement_id`,
  );
}

function statusEvent({ row, status, at }: ChangedRequirement): NewRequirementEvent[] {
  if (row.status === status) return [];
  const { requirementId, profileId, contentId } = row;
  return [{ requirementId, profileId, contentId, kind: "status", fromStatus: row.status, toStatus: status, at }];
}

type LastDay = (expiresAt: Date | null) => string | null;

/** Returns the last valid day of something that ends at an instant: midnight is the end of the day before. */
function lastDayIn(zone: string): LastDay {
  // Calendar arithmetic is slow, and many people share few distinct days.
  const known = new Map<number, string>();
  return (expiresAt) => {
    if (expiresAt === null) return null;
    const last = expiresAt.getTime() - 1;
    const day = known.get(last) ?? dayOf(last, zone);
    known.set(last, day);
    return day;
  };
}

/** Returns how a membership is shown and counted. */
function countedAs(row: MembershipFacts, facts: OverallFacts<OwedHere>, lastDay: LastDay): Counted {
  const demands = facts.demands
    .map(({ requirement: { contentId, completion }, status }) => ({
      contentId,
      status,
      expiresOn: done(status) ? lastDay(completion?.expiresAt ?? null) : null,
    }))
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
    contentExpiries: demands.map(({ expiresOn }) => expiresOn),
  };
}

const differs = (before: Counted | null, after: Counted) =>
  before === null ||
  (Object.keys(after) as (keyof Counted)[]).some((key) => String(before[key]) !== String(after[key]));

type ChangedMembership = CountedChange & {
  before: MembershipFacts["standing"];
  after: Counted;
  at: Date;
  /** The facts it follows from now, if they differ from the last record. */
  record: NewStandingRecord | null;
  hash: string;
};

function changedMemberships(people: PeopleFacts, instantOf: InstantOf): ChangedMembership[] {
  const lastDay = lastDayIn(people.zone);
  // A call that waited for a person is recorded after the holder, on whichever membership that was.
  const latest = new Map<string, Date>();
  for (const { profileId, standing } of people.memberships) {
    if (standing?.basisAt) latest.set(profileId, laterOf(standing.basisAt, latest.get(profileId) ?? null));
  }
  return people.memberships
    .map((row) => {
      const at = instantOf(row.profileId);
      const { profileLevelAccessId, standing: before } = row;
      const facts = overallFacts(people, row, at);
      const recorded = recordOf(row, facts, people.zone);
      const record =
        recorded.hash === before?.basis
          ? null
          : { ...recorded.record, at: laterOf(at, latest.get(row.profileId) ?? null) };
      return { profileLevelAccessId, at, before, after: countedAs(row, facts, lastDay), record, hash: recorded.hash };
    })
    .filter(({ before, after, record }) => record !== null || differs(before, after));
}

async function writeMemberships(call: Call, changed: readonly ChangedMembership[]): Promise<void> {
  await insertRows(
    call,
    memberStanding,
    changed.map(({ profileLevelAccessId, at, before, after, record, hash }) => ({
      organizationId: call.organizationId,
      profileLevelAccessId,
      ...after,
      since: before?.overallStatus === after.overallStatus ? before.since : at,
      basis: hash,
      basisAt: record?.at ?? before?.basisAt ?? null,
    })),
    sql`ON CONFLICT (organization_id, profile_level_access_id) DO UPDATE SET ${sql.join(
      written.map((column) => {
        const name = sql.identifier(memberStanding[column].name);
        return sql`${name} = excluded.${name}`;
      }),
      sql`, `,
    )}`,
  );
}

function overallEvent({ profileLevelAccessId, at, before, after }: ChangedMembership): NewMemberEvent[] {
  const { profileId, levelId, labelId } = after;
  const [fromStatus, toStatus] = [before?.overallStatus ?? null, after.overallStatus];
  if (fromStatus === toStatus) return [];
  return [{ profileLevelAccessId, profileId, levelId, labelId, kind: "status", fromStatus, toStatus, at }];
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
  "contentExpiries",
  "basis",
  "basisAt",
] as const satisfies readonly (keyof typeof memberStanding.$inferInsert)[];
