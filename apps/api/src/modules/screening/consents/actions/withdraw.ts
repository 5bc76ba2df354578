import type { ResponseOf } from "@touchline/contract";
import type { withdrawConsent } from "@touchline/contract/screening/consents";
import type { Call } from "../../../../call.ts";
import { actingProfile } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { screeningConsentWithdrawal } from "../../../../schema/screening.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { isOfKind, requirementOn } from "../../../requirements/index.ts";
import { readConsents } from "../queries.ts";

/**
 * Withdraws all consents for one background check. A check that was already ordered continues, because the provider was
 * authorized when it was ordered.
 *
 * @throws NotFound, Forbidden, Conflict if nothing is valid anymore
 */
export async function withdraw(
  unlocked: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof withdrawConsent>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  const withdrawnBy = actingProfile(call);
  if (withdrawnBy === null) throw notFound("ownProfile");
  const on = await requirementOn(call, target, input.requirementId);
  if (!isOfKind(on.required.settings, "background-check")) throw notFound("requirement");
  const { given: signed } = await readConsents(call, target, on);
  if (!signed.some((one) => one.counts)) {
    throw conflict("There's nothing to withdraw.", "nothingBegun");
  }
  await call.db.insert(screeningConsentWithdrawal).values({
    organizationId: call.organizationId,
    screeningConsentWithdrawalId: newId(),
    requirementId: input.requirementId,
    profileId: target.profileId,
    withdrawnBy,
    withdrawnAt: call.now,
  });
  return { requirementId: input.requirementId, status: on.owed.status, withdrawnAt: call.now.toISOString() };
}
