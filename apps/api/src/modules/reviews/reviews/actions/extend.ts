import type { RequirementType } from "@touchline/contract";
import { dayOf, earlierEnd, endOfCompletion, endOfDay, expiryOf } from "@touchline/rules";
import { and, inArray, isNotNull } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { requirementNote } from "../../../../schema/reviews.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import {
  applyRedo,
  changeExtensions,
  type ExtensionBefore,
  partiesOf,
  type RequirementFacts,
  readPeople,
  recordRequirementEvents,
  restand,
} from "../../../compliance/index.ts";
import { contentById } from "../../../library/index.ts";
import { type MemberTarget, memberTargets, withLocks } from "../../../people/index.ts";
import { signedUntil } from "../../../requirements/index.ts";
import { notePlace } from "../queries/notes.ts";
import { aboutSubmission, reviewTenantFacts } from "./facts.ts";

type ExtensionResult = { done: ExtensionBefore } | { skipped: string };

/**
 * Extends completions of many members through a day beyond their normal validity. Expired completions become valid
 * again. Each is authorized like a correction of the completed date and recorded in the history with the reason.
 *
 * @param decree.validUntil the last valid day in the organization's time zone.
 * @returns the outcome by membership.
 * @throws NotFound for unknown content.
 */
export async function extendMany(
  unlocked: Call,
  profileLevelAccessIds: readonly string[],
  decree: { contentId: string; validUntil: string; reason: string },
): Promise<Map<string, ExtensionResult>> {
  const call = await withLocks(unlocked, { peopleOf: profileLevelAccessIds });
  const [{ contentId, type }, { zone, wrappedKey }] = await Promise.all([
    contentById(call, decree.contentId),
    reviewTenantFacts(call),
  ]);
  const until = endOfDay(decree.validUntil, zone);
  let found = await completionsOf(call, profileLevelAccessIds, contentId, zone);
  // Apply pending redo deadlines first, because the extension overrides them.
  const affected = await applyRedo(
    call,
    [...found.values()].flatMap(({ row }) => row?.completion?.attemptId ?? []),
  );
  if (affected.size > 0) {
    await restand(call, affected);
    found = await completionsOf(call, profileLevelAccessIds, contentId, zone);
  }
  const results = new Map<string, ExtensionResult>();
  const wanted = new Map<
    string,
    { target: MemberTarget; row: RequirementFacts; before: ExtensionBefore; until: Date }
  >();
  for (const id of profileLevelAccessIds) {
    const one = found.get(id);
    const refusal = one ? refusalOf(call, one, { type, until }) : "This membership no longer exists.";
    if (refusal !== null || !one?.row?.completion) {
      results.set(id, { skipped: refusal ?? "This membership no longer exists." });
      continue;
    }
    const { attemptId, expiresAt } = one.row.completion;
    const before = { attemptId, expiresAt: expiresAt?.toISOString() ?? null, extendedUntil: one.extendedUntil };
    // One person with two of the memberships has one completion.
    if ([...wanted.values()].some((other) => other.before.attemptId === attemptId)) {
      results.set(id, { skipped: "Was already extended with another membership of the same person." });
    } else wanted.set(id, { target: one.target, row: one.row, before, until: decreedEnd(until, one.signatureEnds) });
  }
  const moved = await changeExtensions(
    call,
    [...wanted.values()].map(({ before, until: expiresAt }) => ({
      attemptId: before.attemptId,
      was: before.expiresAt === null ? null : new Date(before.expiresAt),
      wasExtended: before.extendedUntil,
      expiresAt,
      extendedUntil: decree.validUntil,
    })),
  );
  const done = [...wanted].filter(([, { before }]) => moved.has(before.attemptId));
  for (const [id, { before }] of wanted) {
    results.set(
      id,
      moved.has(before.attemptId) ? { done: before } : { skipped: "Someone else changed it in the meantime." },
    );
  }
  const events = done.map(([profileLevelAccessId, { row, before }]) => ({
    ...subjectOf(row, profileLevelAccessId),
    requirementEventId: newId(),
    attemptId: before.attemptId,
    kind: "extended" as const,
  }));
  await recordRequirementEvents(call, events);
  if (events.length > 0) {
    await call.db.insert(requirementNote).values(
      events.map(({ requirementEventId, requirementId }) => ({
        organizationId: call.organizationId,
        requirementEventId,
        requirementId,
        sealedNote: call.adapters.vault.seal(
          wrappedKey,
          notePlace(call, requirementEventId),
          `${decree.validUntil}: ${decree.reason}`,
        ),
        actorProfileId: actingProfile(call),
        at: call.now,
      })),
    );
  }
  await restand(
    call,
    done.map(([, { target }]) => target.profileId),
  );
  return results;
}

/**
 * Lets completions count as long as they do without a decree, where it is still in force for them: by the date that is known of
 * them now, which may have been corrected since, and in the time zone of now.
 *
 * @returns by membership what came of it.
 * @throws NotFound for an unknown content.
 */
export async function endExtensions(
  unlocked: Call,
  extended: ReadonlyMap<string, ExtensionBefore>,
  decree: { contentId: string; validUntil: string },
): Promise<Map<string, ExtensionResult>> {
  const ids = [...extended.keys()];
  const call = await withLocks(unlocked, { peopleOf: ids });
  const [{ contentId, type }, { zone }] = await Promise.all([
    contentById(call, decree.contentId),
    reviewTenantFacts(call),
  ]);
  const until = endOfDay(decree.validUntil, zone);
  const found = await completionsOf(call, ids, contentId, zone);
  const results = new Map<string, ExtensionResult>();
  const permitted = ids.filter((id) => {
    const one = found.get(id);
    const verdict = one && verdictOn(call, "requirements.review", aboutSubmission(call, one.target, { ...one, type }));
    if (verdict?.allowed) return true;
    results.set(id, { skipped: verdict ? denialText(verdict.reason) : "This membership no longer exists." });
    return false;
  });
  const undecreed = await withoutDecree(
    call,
    permitted.flatMap((id) => {
      const dateOfBirth = found.get(id)?.target.dateOfBirth ?? null;
      const before = extended.get(id);
      return before ? [{ ...before, dateOfBirth }] : [];
    }),
    zone,
  );
  const moved = await changeExtensions(
    call,
    undecreed.map(({ signatureEnds, ...one }) => ({
      ...one,
      was: decreedEnd(until, signatureEnds),
      wasExtended: decree.validUntil,
    })),
  );
  const ended = permitted.filter((id) => moved.has(extended.get(id)?.attemptId ?? ""));
  for (const id of permitted) {
    const before = extended.get(id) as ExtensionBefore;
    results.set(
      id,
      ended.includes(id) ? { done: before } : { skipped: "It was changed since then, so it wasn't undone." },
    );
  }
  await recordRequirementEvents(
    call,
    ended.flatMap((id) => {
      const row = found.get(id)?.row;
      const attemptId = extended.get(id)?.attemptId ?? null;
      return row ? [{ ...subjectOf(row, id), attemptId, kind: "extensionEnded" as const }] : [];
    }),
  );
  await restand(
    call,
    ended.flatMap((id) => found.get(id)?.target.profileId ?? []),
  );
  return results;
}

type Found = {
  target: MemberTarget;
  /** The profiles that made an attempt, as the person or as a guardian. */
  parties: readonly string[];
  row: RequirementFacts | undefined;
  extendedUntil: string | null;
  /** When a guardian's signature stops being binding; null if it has no such end. */
  signatureEnds: number | null;
};

/** Until when a decree lets a completion count: not longer than a guardian may sign. */
const decreedEnd = (until: number, signatureEnds: number | null) => new Date(earlierEnd(until, signatureEnds) ?? until);

/** Computes until when these completions are valid under earlier extensions only, and how long a signature binds. */
async function withoutDecree(
  call: Call,
  completions: readonly (Pick<ExtensionBefore, "attemptId" | "extendedUntil"> & { dateOfBirth: string | null })[],
  zone: string,
) {
  if (completions.length === 0) return [];
  const ids = completions.map((one) => one.attemptId);
  const rows = await call.db
    .select({ attempt, settings: contentVersion.settings })
    .from(attempt)
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, attempt.contentVersionId))
    .where(and(ours(attempt, call), inArray(attempt.attemptId, ids), isNotNull(attempt.completedAt)));
  const known = new Map(rows.map((row) => [row.attempt.attemptId, row]));
  const signatures = await signedUntil(call, completions, zone);
  return completions.flatMap(({ attemptId, extendedUntil }) => {
    const row = known.get(attemptId);
    if (!row?.attempt.completedAt) return [];
    const { completedAt, validUntil: givenDay, redoBy } = row.attempt;
    const own = expiryOf(row.settings.validity, { completedAt: completedAt.getTime(), givenDay }, zone);
    const signatureEnds = signatures.get(attemptId) ?? null;
    const end = endOfCompletion(own, { redoBy, extendedUntil, signatureEnds }, zone);
    return { attemptId, extendedUntil, signatureEnds, expiresAt: end === null ? null : new Date(end) };
  });
}

/** Reads, for each membership, the requirement for a content, with how far its completion was extended before. */
async function completionsOf(
  call: Call,
  ids: readonly string[],
  contentId: string,
  zone: string,
): Promise<Map<string, Found>> {
  const targets = await memberTargets(call, ids);
  const people = await readPeople(call, [...new Set([...targets.values()].map((one) => one.profileId))]);
  const rowOf = (target: MemberTarget) =>
    people.requirements.get(target.profileId)?.find((row) => row.contentId === contentId);
  const completed = [...targets.values()].flatMap((target) => {
    const attemptId = rowOf(target)?.completion?.attemptId;
    return attemptId === undefined ? [] : [{ attemptId, dateOfBirth: target.dateOfBirth }];
  });
  const attempts = completed.map((one) => one.attemptId);
  const rows = await call.db
    .select({ attemptId: attempt.attemptId, extendedUntil: attempt.extendedUntil })
    .from(attempt)
    .where(and(ours(attempt, call), inArray(attempt.attemptId, [...new Set(attempts)])));
  const extended = new Map(rows.map((row) => [row.attemptId, row.extendedUntil]));
  const ends = await signedUntil(call, completed, zone);
  const parties = await partiesOf(
    call,
    [...targets.values()].flatMap((target) => rowOf(target)?.requirementId ?? []),
  );
  return new Map(
    [...targets].map(([id, target]) => {
      const row = rowOf(target);
      const attemptId = row?.completion?.attemptId ?? "";
      return [
        id,
        {
          ...{ target, row, parties: parties.get(row?.requirementId ?? "") ?? [] },
          extendedUntil: extended.get(attemptId) ?? null,
          signatureEnds: ends.get(attemptId) ?? null,
        },
      ];
    }),
  );
}

/** Returns why a completion cannot be extended, as a sentence; null if it can. */
function refusalOf(call: Call, one: Found, to: { type: RequirementType; until: number }) {
  const { target, row } = one;
  const about = aboutSubmission(call, target, { ...one, type: to.type });
  const verdict = verdictOn(call, "requirements.review", about);
  if (!verdict.allowed) return denialText(verdict.reason);
  if (!row) return "Isn't assigned this requirement.";
  if (row.facts.disqualified) return "Was disqualified.";
  if (!row.completion) return "Has never completed it.";
  const { expiresAt } = row.completion;
  if (expiresAt === null || expiresAt.getTime() >= to.until) return "Is already valid that long.";
  if (expiresAt >= decreedEnd(to.until, one.signatureEnds)) {
    return "A guardian signed it, so it can't be valid past the 18th birthday.";
  }
  return null;
}

const subjectOf = (row: RequirementFacts, profileLevelAccessId: string) => ({
  requirementId: row.requirementId,
  profileId: row.profileId,
  contentId: row.contentId,
  profileLevelAccessId,
});

/** Returns whether completions may be extended through a day: it must not have passed. */
export const isDecreeable = (call: Call, day: string, zone: string) => day >= dayOf(call.now.getTime(), zone);
