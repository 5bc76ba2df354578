import type { AttemptState } from "@touchline/contract";
import {
  type AttemptEvent,
  attemptIsOpen,
  findings,
  nextAttemptState,
  type OwnEvent,
  type ProviderEvent,
} from "@touchline/rules";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { attempt, demand, requirement } from "../../../../schema/compliance.ts";
import { actingRole } from "../../../../security/authorize.ts";
import { hasStateRecord } from "../queries/state-record.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { lockPeople } from "./lock-people.ts";
import { recordRequirementEvents } from "./record.ts";
import { applyRedo } from "./redo.ts";

type AttemptRow = typeof attempt.$inferSelect;

/** Columns that a submission or decision sets besides the state. */
export type AttemptChanges = Partial<
  Pick<AttemptRow, "submittedAt" | "completedAt" | "expiresAt" | "validUntil" | "decidedAt">
>;

export type AttemptSubject = {
  requirementId: string;
  profileId: string;
  contentId: string;
  /** The membership on whose behalf it happens. */
  profileLevelAccessId: string;
};

/** Why something isn't possible in a state, as the sentence of a Conflict. */
const stateTexts: Record<AttemptState | "none", string> = {
  none: "Nothing has been submitted yet.",
  draft: "This is still a draft.",
  waitingApplicant: "This is waiting for the applicant.",
  waitingProvider: "This is waiting for the provider.",
  pendingReview: "This is pending review.",
  approved: "This was already approved.",
  reset: "Changes were requested. Wait for a new submission.",
  disqualified: "This was already decided as Disqualified.",
  canceled: "This was canceled.",
  withdrawn: "This was withdrawn.",
};

/** Orders attempts of one requirement: the open one first, then the latest. */
export const latestAttemptFirst = [
  sql`${attempt.state} IN ('draft', 'waitingApplicant', 'waitingProvider', 'pendingReview') DESC`,
  desc(attempt.createdAt),
  desc(attempt.attemptId),
];

/** The open attempt of a requirement or, without one, the latest. */
export async function presentAttempt(call: Call, requirementId: string): Promise<AttemptRow | null> {
  const [row] = await call.db
    .select()
    .from(attempt)
    .where(and(ours(attempt, call), eq(attempt.requirementId, requirementId)))
    .orderBy(...latestAttemptFirst)
    .limit(1);
  return row ?? null;
}

/**
 * Moves the attempt of a requirement by one event, as the table in `rules` allows, and writes history. The caller derives the
 * statuses afterwards (`restand`).
 *
 * @param contentVersionId the version a new attempt is made on, or a submitted one is completed by.
 * @throws Conflict naming the state when the table does not allow it, or when a concurrent change came first.
 */
export async function transition(
  call: Call,
  subject: AttemptSubject,
  event: OwnEvent,
  contentVersionId: string,
  changes: AttemptChanges = {},
): Promise<{ attemptId: string; state: AttemptState }> {
  const moved = await moveBy(call, subject, event, contentVersionId, changes);
  if (moved.outcome === "unchanged") throw conflict(stateTexts[moved.state], moved.state);
  return moved;
}

/**
 * Moves the attempt of a requirement by what a provider, or a search, reports, and writes history. The caller derives the
 * statuses afterwards (`restand`).
 *
 * @param subject.attemptId the submission with the order it is about; the current one unless given. If that one is finished and
 * another is open, only a finding applies to the open one.
 * @returns null when the table in `rules` says that it changes nothing: the caller records such a report, and never refuses it.
 */
export async function reportToAttempt(
  call: Call,
  subject: AttemptSubject & { attemptId?: string },
  event: ProviderEvent,
  contentVersionId: string,
  changes: AttemptChanges = {},
): Promise<{ attemptId: string; state: AttemptState } | null> {
  const { attemptId, ...of } = subject;
  const about = isFinding(event) ? undefined : attemptId;
  const moved = await moveBy(call, of, event, contentVersionId, changes, about);
  return moved.outcome === "unchanged" ? null : moved;
}

/** Returns whether a provider found something, which is reviewed in any state of the requirement. */
const isFinding = ({ kind }: ProviderEvent) =>
  kind === "providerFlagged" || kind === "finalAdverse" || kind === "externalReviewFailed";

/** Returns the attempt that an event is about: the current one, unless the event is about an order of an earlier one. */
async function attemptOf(call: Call, requirementId: string, about: string | undefined): Promise<AttemptRow | null> {
  const present = await presentAttempt(call, requirementId);
  // A disqualification takes precedence over later results of an earlier order.
  if (about === undefined || present?.attemptId === about || present?.state === "disqualified") return present;
  const [row] = await call.db
    .select()
    .from(attempt)
    .where(and(ours(attempt, call), eq(attempt.attemptId, about)));
  return row ?? present;
}

type TransitionOutcome =
  | { outcome: "moved"; attemptId: string; state: AttemptState }
  | { outcome: "unchanged"; state: AttemptState | "none" };

async function moveBy(
  call: Call,
  subject: AttemptSubject,
  event: AttemptEvent,
  contentVersionId: string,
  changes: AttemptChanges,
  about?: string,
): Promise<TransitionOutcome> {
  await lockPeople(call, [subject.profileId]);
  const before = await attemptOf(call, subject.requirementId, about);
  const reinstated = before?.state === "disqualified" && before.voidedAt !== null;
  const outcome = nextAttemptState(reinstated ? null : (before?.state ?? null), event);
  if (!("to" in outcome)) return { outcome: "unchanged", state: before?.state ?? "none" };
  const submitted =
    event.kind === "submitted" || (event.kind === "applicantFinished" && actingProfile(call) !== null)
      ? { submittedBy: actingProfile(call), submittedAs: actingRole(call, subject.profileId) }
      : {};
  const set = { ...changes, ...submitted, state: outcome.to, ...(outcome.source ? { source: outcome.source } : {}) };
  if (outcome.supersedes && before) await moveOn(call, subject, before, { state: "withdrawn" });
  if (before && !outcome.newAttempt) {
    // An attempt on an expired version continues on the current one.
    await moveOn(call, subject, before, event.kind === "submitted" ? { ...set, contentVersionId } : set);
    if (outcome.to === "approved") await applyRedo(call, [before.attemptId]);
    return { outcome: "moved", attemptId: before.attemptId, state: outcome.to };
  }
  const attemptId = newId();
  const values = {
    ...set,
    organizationId: call.organizationId,
    attemptId,
    requirementId: subject.requirementId,
    profileLevelAccessId: subject.profileLevelAccessId,
    levelId: sql`(SELECT level_id FROM profile_level_access WHERE organization_id = ${call.organizationId}
      AND profile_level_access_id = ${subject.profileLevelAccessId})`,
    contentVersionId,
    createdBy: actingProfile(call) ?? subject.profileId,
    createdAs: actingRole(call, subject.profileId),
    createdAt: call.now,
  };
  await Promise.all([
    // Sent at once, so that its record is read after it.
    call.db.insert(attempt).values(values).execute(),
    recordChange(call, subject, attemptId, null, outcome.to),
    keepAttempts(call, [attemptId]),
  ]);
  if (outcome.to === "approved") await applyRedo(call, [attemptId]);
  return { outcome: "moved", attemptId, state: outcome.to };
}

const changedMeanwhile = () =>
  conflict("Someone else decided this at the same time. Reload the page.", "concurrentChange");

/** Updates conditionally: zero rows mean that the state has changed since the decision. */
async function moveOn(
  call: Call,
  subject: AttemptSubject,
  from: AttemptRow,
  set: Partial<AttemptRow> & Pick<AttemptRow, "state">,
) {
  const [{ rowCount }] = await Promise.all([
    call.db
      .update(attempt)
      .set(set)
      .where(and(ours(attempt, call), eq(attempt.attemptId, from.attemptId), eq(attempt.state, from.state)))
      // Sent at once, so that its record is read after it.
      .execute(),
    recordChange(call, subject, from.attemptId, from.state, set.state),
    keepAttempts(call, [from.attemptId]),
  ]);
  if (rowCount === 0) throw changedMeanwhile();
}

async function recordChange(
  call: Call,
  subject: AttemptSubject,
  attemptId: string | null,
  fromState: AttemptState | null,
  toState: AttemptState,
) {
  await recordRequirementEvents(call, [{ ...subject, attemptId, kind: "attempt", fromState, toState }]);
}

/**
 * Withdraws open attempts of requirements that are no longer demanded, but an order in progress continues, and findings of a
 * provider are still reviewed. In three statements, however many there are. The caller holds the people locked.
 */
export async function withdrawUndemanded(call: Call, requirementIds: readonly string[]): Promise<void> {
  if (requirementIds.length === 0) return;
  await withdrawOpen(
    call,
    sql`${attempt.requirementId} = ANY(${sql.param([...requirementIds])}::uuid[])
      AND NOT EXISTS (SELECT FROM ${demand} WHERE ${demand.organizationId} = ${attempt.organizationId}
        AND ${demand.requirementId} = ${attempt.requirementId})`,
    "demandDropped",
  );
}

/**
 * Withdraws attempts that guardians began for people who are now of age, unless a finding is under review; decided ones stay.
 * The caller holds the people locked, and derives their statuses.
 *
 * @param guardians by person: whose attempts for them these are.
 */
export async function withdrawOfGuardians(
  call: Call,
  guardians: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const pairs = [...guardians].flatMap(([profileId, ids]) => ids.map((guardian) => ({ profileId, guardian })));
  if (pairs.length === 0) return;
  await withdrawOpen(
    call,
    sql`(${requirement.profileId}, ${attempt.createdBy}) IN (SELECT * FROM unnest(
      ${sql.param(pairs.map((one) => one.profileId))}::uuid[], ${sql.param(pairs.map((one) => one.guardian))}::uuid[]))`,
    "cameOfAge",
  );
}

async function withdrawOpen(call: Call, which: SQL, reason: "demandDropped" | "cameOfAge"): Promise<void> {
  const open = await call.db
    .select({
      attempt,
      profileId: requirement.profileId,
      contentId: requirement.contentId,
      stateRecord: hasStateRecord(call, sql`${attempt.attemptId}`),
    })
    .from(attempt)
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .where(
      and(
        ours(attempt, call),
        inArray(
          attempt.state,
          (Object.keys(attemptIsOpen) as AttemptState[]).filter((state) => attemptIsOpen[state]),
        ),
        which,
      ),
    );
  const withdrawn = open.flatMap(({ attempt: row, stateRecord, ...of }) => {
    const outcome = nextAttemptState(row.state, {
      kind: "withdrawn",
      reason,
      orderRunning: row.state === "waitingProvider",
      findingOpen: row.state === "pendingReview" && (findings.includes(row.source) || stateRecord),
    });
    return "to" in outcome ? [{ ...of, row, to: outcome.to }] : [];
  });
  if (withdrawn.length === 0) return;
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    UPDATE attempt SET state = dropped.state
    FROM unnest(
      ${sql.param(withdrawn.map(({ row }) => row.attemptId))}::uuid[],
      ${sql.param(withdrawn.map(({ row }) => row.state))}::text[],
      ${sql.param(withdrawn.map(({ to }) => to))}::text[]
    ) AS dropped (attempt_id, from_state, state)
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = dropped.attempt_id
      AND attempt.state = dropped.from_state
    RETURNING attempt.attempt_id`);
  if (rows.length < withdrawn.length) throw changedMeanwhile();
  await keepAttempts(
    call,
    rows.map((row) => row.attempt_id),
  );
  await recordRequirementEvents(
    call,
    withdrawn.map(({ row, to, ...of }) => ({
      ...of,
      requirementId: row.requirementId,
      profileLevelAccessId: row.profileLevelAccessId,
      attemptId: row.attemptId,
      kind: "attempt" as const,
      fromState: row.state,
      toState: to,
    })),
  );
}

/** Moves submissions whose membership no longer owes them to one that does, so that they stay in the queue. */
export async function rehome(call: Call, requirementIds: readonly string[]): Promise<void> {
  if (requirementIds.length === 0) return;
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    UPDATE attempt SET profile_level_access_id = owed.profile_level_access_id, level_id = owed.level_id
    FROM (
      SELECT DISTINCT ON (demand.requirement_id) demand.requirement_id, demand.profile_level_access_id, place.level_id
      FROM demand
      JOIN profile_level_access AS place ON place.organization_id = demand.organization_id
        AND place.profile_level_access_id = demand.profile_level_access_id
      WHERE demand.organization_id = ${call.organizationId}
        AND demand.requirement_id = ANY(${sql.param([...requirementIds])}::uuid[])
      ORDER BY demand.requirement_id, demand.profile_level_access_id
    ) AS owed
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.requirement_id = owed.requirement_id
      AND attempt.state IN ('draft', 'waitingApplicant', 'waitingProvider', 'pendingReview')
      AND NOT EXISTS (
        SELECT FROM demand AS still
        WHERE still.organization_id = attempt.organization_id AND still.requirement_id = attempt.requirement_id
          AND still.profile_level_access_id = attempt.profile_level_access_id)
    RETURNING attempt.attempt_id`);
  await keepAttempts(
    call,
    rows.map((row) => row.attempt_id),
  );
}
