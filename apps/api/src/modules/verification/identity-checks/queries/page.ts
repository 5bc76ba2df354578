import type { ResponseOf } from "@touchline/contract";
import type { getIdentityVerification } from "@touchline/contract/verification/identity";
import { identityRoutes } from "@touchline/contract/verification/identity";
import { ageGradeStatus } from "@touchline/rules";
import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { identityCheck } from "../../../../schema/verification.ts";
import { authorize } from "../../../../security/authorize.ts";
import { authorizeSight, memberTarget } from "../../../people/index.ts";
import { isOfKind, isSubmitter, requirementOn } from "../../../requirements/index.ts";
import { hasFiles } from "../../identity-documents/actions/destroy.ts";
import { identitySettings } from "../../identity-documents/queries/identity-settings.ts";
import { checkOf, hasReader, noticeOf, notStarted, startedCheck, wrongKind } from "./check.ts";
import { progressOf } from "./progress.ts";
import { releaseShown } from "./release.ts";

type Of = { requirementId: string; profileLevelAccessId: string };

/** Returns all that the member's page begins with. Who only looks on sees no pictures and nothing to sign. @throws NotFound, Forbidden, Conflict */
export async function verificationPage(call: Call, input: Of): Promise<ResponseOf<typeof getIdentityVerification>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorizeSight(call, target);
  const on = await requirementOn(call, target, input.requirementId);
  const { settings } = on.required;
  if (!isOfKind(settings, "identity-verification")) throw wrongKind();
  const { selfies, keepDays } = await identitySettings(call);
  const own = isSubmitter(target);
  const check = own ? await shownCheck(call, on.attempt) : null;
  const { status } = on.owed;
  const submittedAt = on.attempt?.submittedAt ?? null;
  return {
    documents: settings.documents,
    status: ageGradeStatus(status, { reviewed: true }),
    routes: identityRoutes.filter((route) => route !== "selfie" || selfies),
    ...{ readsPictures: hasReader(call), notice: noticeOf(call), keptDays: keepDays },
    release: own && selfies ? await releaseShown(call, target, on.zone) : null,
    progress: check && (await progressOf(call, check, { holder: target, status, submittedAt })),
    erasable: own && ((await isKept(call, target.profileId)) || (await hasFiles(call, target.profileId))),
  };
}

/** @throws NotFound, Forbidden, Conflict (another kind of requirement, not started) */
export async function verificationProgress(call: Call, input: Of) {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  const on = await requirementOn(call, target, input.requirementId);
  if (!isOfKind(on.required.settings, "identity-verification")) throw wrongKind();
  const check = await shownCheck(call, on.attempt);
  if (!check) throw notStarted();
  const submittedAt = on.attempt?.submittedAt ?? null;
  return progressOf(call, check, { holder: target, status: on.owed.status, submittedAt });
}

/** The verification that was submitted, or that is being put together. */
const shownCheck = (call: Call, submission: Awaited<ReturnType<typeof requirementOn>>["attempt"]) =>
  submission?.submittedAt ? checkOf(call, submission.attemptId) : startedCheck(call, submission);

/** Whether pictures of a person's verifications, or what was read from them, are kept. */
async function isKept(call: Call, profileId: string): Promise<boolean> {
  const rows = await call.db
    .select({ one: sql`1` })
    .from(identityCheck)
    .innerJoin(attempt, onKey(attempt.attemptId, identityCheck.attemptId))
    .innerJoin(requirement, and(ours(requirement, call), onKey(requirement.requirementId, attempt.requirementId)))
    .where(
      and(
        ours(identityCheck, call),
        ours(attempt, call),
        eq(requirement.profileId, profileId),
        or(
          sql`EXISTS (SELECT FROM identity_image AS image WHERE image.organization_id = ${call.organizationId}
            AND image.attempt_id = ${identityCheck.attemptId} AND image.storage_key IS NOT NULL)`,
          isNotNull(identityCheck.numberDigest),
        ),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
