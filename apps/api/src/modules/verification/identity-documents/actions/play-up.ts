import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { askToPlayUp, decideOnPlayingUp } from "@touchline/contract/requirements/age-groups";
import { and, eq } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { ageGroupException } from "../../../../schema/verification.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { notify } from "../../../messages/index.ts";
import {
  actingAgain,
  type MemberTarget,
  memberTarget,
  memberTargetsFor,
  reviewersOver,
  withLocks,
} from "../../../people/index.ts";
import { isOfKind, isSubmitter, requirementOn } from "../../../requirements/index.ts";
import { ageGroupNow, exceptionPlace, exceptionShown } from "../queries/age-group.ts";

type Shown = ResponseOf<typeof askToPlayUp>;
type Of = { requirementId: string };

/**
 * Returns the requirement for whoever asks or decides, with the person locked.
 *
 * @throws NotFound, Forbidden, Conflict for another kind
 */
async function proofOfAge(
  unlocked: Call,
  { requirementId, profileLevelAccessId }: Of & { profileLevelAccessId: string },
  by: "submitterOrReviewer" | "reviewer",
) {
  const call = await withLocks(unlocked, { peopleOf: [profileLevelAccessId] });
  const target = await memberTarget(call, profileLevelAccessId);
  const on = await requirementOn(call, target, requirementId);
  if (by === "reviewer" || !isSubmitter(target)) authorize(call, "requirements.review", on.about);
  const { settings } = on.required;
  if (!isOfKind(settings, "age-verification")) {
    throw conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");
  }
  return { call, target, settings };
}

/**
 * Asks for an older age group: the person, a guardian, or whoever reviews for the organization.
 *
 * @throws NotFound, Forbidden, Conflict (another kind, asked already), 400 (the group)
 */
export async function askForOlderGroup(unlocked: Call, input: Of & BodyOf<typeof askToPlayUp>): Promise<Shown> {
  const { call, target, settings } = await proofOfAge(unlocked, input, "submitterOrReviewer");
  const { group, seasonStart } = await ageGroupNow(call, target.dateOfBirth, settings.ageGroupCutoff);
  if (group === null) throw conflict("There's no age group for this date of birth.", "noAgeGroup");
  const { requirementId, under: wantedUnder, reason } = input;
  if (wantedUnder <= group.under) throw invalid("under", `Choose an older age group than U${group.under}.`);
  const { organizationId, now: askedAt } = call;
  const ageGroupExceptionId = newId();
  const { wrappedKey } = await organizationFacts(call);
  const [row] = await call.db
    .insert(ageGroupException)
    .values({
      ...{ organizationId, ageGroupExceptionId, requirementId, profileId: target.profileId, seasonStart },
      ...{ ownUnder: group.under, wantedUnder, askedAt, state: "asked" },
      askedBy: actingProfile(call) ?? organizationId,
      sealedReason: call.adapters.vault.seal(
        wrappedKey,
        exceptionPlace(call, "sealed_reason", ageGroupExceptionId),
        reason,
      ),
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw conflict("There's already a request to play up. A reviewer will decide on it.", "alreadyAsked");
  const facts = { ownUnder: group.under, wantedUnder };
  await audit(call, [
    {
      ...{ action: "ageGroup.exceptionAsked", subjectId: ageGroupExceptionId, facts },
      ...{ profileId: target.profileId, levelId: target.levelId },
    },
  ]);
  await notifyReviewers(call, row, target);
  return exceptionShown(call, row);
}

/** Decides, with a reason. As with reviews, nobody decides for themselves or their own child. @throws NotFound, Forbidden, Conflict (decided already) */
export async function decideOnOlderGroup(unlocked: Call, input: Of & BodyOf<typeof decideOnPlayingUp>): Promise<Shown> {
  const { call, target } = await proofOfAge(unlocked, input, "reviewer");
  const { ageGroupExceptionId, requirementId, approved, reason } = input;
  const { wrappedKey } = await organizationFacts(call);
  const place = exceptionPlace(call, "sealed_decision", ageGroupExceptionId);
  const [row] = await call.db
    .update(ageGroupException)
    .set({
      state: approved ? "approved" : "declined",
      sealedDecision: call.adapters.vault.seal(wrappedKey, place, reason),
      ...{ decidedBy: actingProfile(call), decidedAt: call.now },
    })
    .where(
      and(
        ours(ageGroupException, call),
        eq(ageGroupException.ageGroupExceptionId, ageGroupExceptionId),
        eq(ageGroupException.requirementId, requirementId),
        eq(ageGroupException.state, "asked"),
      ),
    )
    .returning();
  if (!row) throw conflict("Someone else decided on this. Reload the page.", "concurrentChange");
  const facts = { wantedUnder: row.wantedUnder, approved };
  await audit(call, [
    {
      ...{ action: "ageGroup.exceptionDecided", subjectId: ageGroupExceptionId, facts },
      ...{ profileId: target.profileId, levelId: target.levelId },
    },
  ]);
  const { askedBy, decidedBy, profileId, state } = row;
  const { profileLevelAccessId } = target;
  // Whoever asked without a profile of their own has nowhere to read it.
  const organizations = [askedBy].filter((to) => to !== call.organizationId && to !== decidedBy);
  await notify(
    call,
    organizations.map((to) => ({
      ...{ to, kind: "playingUp" as const, key: `playingUp:${ageGroupExceptionId}:decided` },
      facts: { requirementId, profileLevelAccessId, profileId, state },
    })),
  );
  return exceptionShown(call, row);
}

/** Notifies everyone who may decide, except whoever asked. */
async function notifyReviewers(
  call: Call,
  { ageGroupExceptionId, requirementId, profileId, askedBy, state }: typeof ageGroupException.$inferSelect,
  { profileLevelAccessId }: MemberTarget,
): Promise<void> {
  const ids = [profileLevelAccessId];
  const reviewers = await reviewersOver(call, "requirements.review", ids);
  const targetsFor = await memberTargetsFor(call, ids);
  const permitted: string[] = [];
  for (const { profileId: to } of reviewers) {
    const acting = await actingAgain(call, to);
    const target = acting && targetsFor(acting).get(profileLevelAccessId);
    if (!target || to === askedBy) continue;
    const { about } = await requirementOn(acting, target, requirementId);
    if (verdictOn(acting, "requirements.review", about).allowed) permitted.push(to);
  }
  await notify(
    call,
    permitted.map((to) => ({
      ...{ to, kind: "playingUp" as const, key: `playingUp:${ageGroupExceptionId}` },
      facts: { requirementId, profileLevelAccessId, profileId, state },
    })),
  );
}
