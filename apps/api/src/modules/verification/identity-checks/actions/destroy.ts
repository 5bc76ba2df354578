import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forgetBytes } from "../../../../http/pending-uploads.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { identityCheck, identityImage, identityKey } from "../../../../schema/verification.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { restand } from "../../../compliance/index.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { requirementOn } from "../../../requirements/index.ts";
import { abandonedDays, eraseFiles, longestDays, withdrawOpen } from "../../identity-documents/actions/destroy.ts";
import { identitySettings } from "../../identity-documents/queries/identity-settings.ts";
import { withdrawRelease } from "./release.ts";

/** Verifications of one organization that are destroyed in one turn. */
const atOnce = 200;
const dayLong = 86_400_000;

/**
 * Destroys the keys of verifications: whatever they sealed, wherever a copy lies, can't be opened from the commit on. The bytes are removed
 * besides.
 *
 * @param more.forgets also the hash of the document's number, by which it would be known again.
 */
export async function destroyKeys(
  call: Call,
  attemptIds: readonly string[],
  { forgets = false }: { forgets?: boolean } = {},
): Promise<void> {
  if (attemptIds.length === 0) return;
  const ids = [...attemptIds];
  await call.db.delete(identityKey).where(and(ours(identityKey, call), inArray(identityKey.attemptId, ids)));
  const images = await call.db
    .delete(identityImage)
    .where(and(ours(identityImage, call), inArray(identityImage.attemptId, ids)))
    .returning({ storageKey: identityImage.storageKey });
  await forgetBytes(
    call,
    images.flatMap(({ storageKey }) => storageKey ?? []),
  );
  await call.db
    .update(identityCheck)
    .set({ destroyedAt: call.now, sealedTyped: null, ...(forgets && { numberDigest: null }) })
    .where(and(ours(identityCheck, call), inArray(identityCheck.attemptId, ids)));
}

/** Destroys a verification that was started and is given up. */
export async function dropCheck(call: Call, attemptId: string): Promise<void> {
  await destroyKeys(call, [attemptId]);
  await call.db.delete(identityCheck).where(and(ours(identityCheck, call), eq(identityCheck.attemptId, attemptId)));
}

/**
 * Destroys what is due: after the days of the setting, what nobody submitted, what was withdrawn, and what lay undecided for a year.
 *
 * @returns whether there may be more.
 */
export async function destroyDue(call: Call): Promise<boolean> {
  const { keepDays } = await identitySettings(call);
  const keptDays = sql`least(${identityCheck.keepDays}, ${keepDays}::integer)`;
  const endedAt = sql`coalesce(${attempt.decidedAt}, ${identityCheck.startedAt})`;
  const daysAgo = (days: number) => new Date(call.now.getTime() - days * dayLong);
  const ended = sql`${attempt.state} IN ('approved', 'reset', 'disqualified', 'canceled')`;
  const rows = await call.db
    .select({ attemptId: identityCheck.attemptId, profileId: requirement.profileId, contentId: requirement.contentId })
    .from(identityCheck)
    .innerJoin(attempt, onKey(attempt.attemptId, identityCheck.attemptId))
    .innerJoin(requirement, and(ours(requirement, call), onKey(requirement.requirementId, attempt.requirementId)))
    .where(
      and(
        ours(identityCheck, call),
        ours(attempt, call),
        isNull(identityCheck.destroyedAt),
        or(
          and(ended, sql`${endedAt} <= ${call.now.toISOString()}::timestamptz - make_interval(days => ${keptDays})`),
          eq(attempt.state, "withdrawn"),
          and(isNull(attempt.submittedAt), lte(identityCheck.startedAt, daysAgo(abandonedDays))),
          lte(identityCheck.startedAt, daysAgo(longestDays)),
          // Not owed anymore: kept as long as after a decision.
          sql`${requirement.archivedAt} <= ${call.now.toISOString()}::timestamptz - make_interval(days => ${keptDays})`,
        ),
      ),
    )
    .limit(atOnce)
    // What is submitted or decided at this moment is looked at again an hour later.
    .for("no key update", { of: attempt, skipLocked: true });
  await destroyKeys(
    call,
    rows.map((row) => row.attemptId),
  );
  await audit(
    call,
    rows.map(({ attemptId, profileId, contentId }) => ({
      ...{ action: "identity.erased" as const, subjectId: attemptId, profileId },
      facts: { contentId, why: "retention" },
    })),
  );
  return rows.length === atOnce;
}

/**
 * Destroys everything of a person's verifications at once and withdraws the release, for the person, a guardian, or whoever looks after
 * retention. A submission that isn't decided is withdrawn; decisions stay.
 *
 * @throws NotFound, Forbidden
 */
export async function eraseVerification(
  unlocked: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<{ requirementId: string; erased: number }> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const target = await memberTarget(call, input.profileLevelAccessId);
  if (!target.self && !target.guardedChild) authorize(call, "audit", { organizationWide: true });
  await requirementOn(call, target, input.requirementId);
  const kept = await keptChecks(call, target.profileId);
  await eraseChecks(call, kept, "asked");
  const files = await eraseFiles(call, target.profileId, "asked");
  await withdrawRelease(call, target, input.requirementId, actingProfile(call) ?? target.profileId);
  await restand(call, [target.profileId]);
  return { requirementId: input.requirementId, erased: kept.length + files };
}

/**
 * Destroys everything of a person's verifications as their account closes. They stay a member, so a submission that isn't decided is
 * withdrawn; decisions stay.
 */
export async function eraseOnClosing(unlocked: Call, profileId: string): Promise<void> {
  const call = await withLocks(unlocked, { people: [profileId] });
  await eraseChecks(call, await keptChecks(call, profileId), "accountClosed");
  await eraseFiles(call, profileId, "accountClosed");
  await restand(call, [profileId]);
}

type KeptCheck = Awaited<ReturnType<typeof keptChecks>>[number];

/** Verifications of a person of which something is left. */
async function keptChecks(call: Call, profileId: string) {
  const rows = await call.db
    .select({
      ...{ attemptId: attempt.attemptId, state: attempt.state, requirementId: attempt.requirementId },
      ...{ contentVersionId: attempt.contentVersionId, profileLevelAccessId: attempt.profileLevelAccessId },
      ...{ contentId: requirement.contentId, numberDigest: identityCheck.numberDigest },
      destroyedAt: identityCheck.destroyedAt,
    })
    .from(identityCheck)
    .innerJoin(attempt, onKey(attempt.attemptId, identityCheck.attemptId))
    .innerJoin(requirement, and(ours(requirement, call), onKey(requirement.requirementId, attempt.requirementId)))
    .where(and(ours(identityCheck, call), ours(attempt, call), eq(requirement.profileId, profileId)));
  return rows
    .filter(({ destroyedAt, numberDigest }) => destroyedAt === null || numberDigest !== null)
    .map((row) => ({ ...row, profileId }));
}

/** Withdraws what isn't decided, and destroys its pictures and those of everything else. */
async function eraseChecks(call: Call, kept: readonly KeptCheck[], why: "asked" | "accountClosed"): Promise<void> {
  for (const row of kept) await withdrawOpen(call, row);
  await destroyKeys(
    call,
    kept.map((row) => row.attemptId),
    { forgets: true },
  );
  await audit(
    call,
    kept.map(({ attemptId, contentId, profileId }) => ({
      ...{ action: "identity.erased" as const, subjectId: attemptId, profileId, facts: { contentId, why } },
    })),
  );
}
