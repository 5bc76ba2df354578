import type { ResponseOf } from "@touchline/contract";
import type { signIdentityRelease } from "@touchline/contract/verification/identity";
import type { Call } from "../../../../call.ts";
import { organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, forbidden } from "../../../../errors.ts";
import type { Input } from "../../../../http/mount.ts";
import { identityRelease, identityReleaseText } from "../../../../schema/verification.ts";
import { type MemberTarget, withLocks } from "../../../people/index.ts";
import { permittedOfKind, signatureFacts, signerNamed } from "../../../requirements/index.ts";
import { identitySettings } from "../../identity-documents/queries/identity-settings.ts";
import { latestRelease, refusalToSign, releaseInForce, releaseSigned } from "../queries/release.ts";

/** What the facts of a signature are sealed to. */
const releasePlace = (call: Call, identityReleaseId: string) => ({
  tenant: call.organizationId,
  table: "identity_release",
  column: "facts",
  id: identityReleaseId,
});

/**
 * Signs the release for a selfie. Signed again, as a repeated click does, it is answered with the first signature.
 *
 * @throws NotFound; Forbidden (a guardian signs, an adult signs); Conflict (no selfies here, another version is in force); 400 for a
 * name that isn't the signer's.
 */
export async function signRelease(
  unlocked: Call,
  { params, body, origin }: Input<typeof signIdentityRelease>,
): Promise<ResponseOf<typeof signIdentityRelease>> {
  const call = await withLocks(unlocked, { peopleOf: [body.profileLevelAccessId] });
  const input = { requirementId: params.id, profileLevelAccessId: body.profileLevelAccessId };
  const { found } = await permittedOfKind(call, input, "upload", "identity-verification");
  const { target, on } = found;
  await refuseWithoutSelfies(call);
  const as = target.self ? "self" : "guardian";
  const refusal = refusalToSign(call, target, on.zone, as);
  if (refusal) throw forbidden(refusal.text, refusal.reason);
  const { version, wording } = await releaseInForce(call);
  if (version !== body.version) {
    throw conflict("This document changed since you opened it. Read the new version, then sign it.", "newVersion");
  }
  const { profileId: byProfileId, signerName } = await signerNamed(call, body.name);
  if (await releaseSigned(call, target, on.zone)) {
    const before = await latestRelease(call, target.profileId);
    if (before) return answer(before);
  }
  const { organizationId, now } = call;
  await call.db.insert(identityReleaseText).values({ organizationId, version, wording }).onConflictDoNothing();
  const identityReleaseId = newId();
  const signature = signatureFacts({ typedName: body.name, signerName }, target, origin);
  const row: typeof identityRelease.$inferInsert = {
    ...{ organizationId, identityReleaseId, act: "signed", requirementId: params.id, version, at: now },
    ...{ profileId: target.profileId, byProfileId, byRole: as },
    sealedFacts: call.adapters.vault.seal(
      (await organizationFacts(call)).wrappedKey,
      releasePlace(call, identityReleaseId),
      JSON.stringify(signature),
    ),
  };
  await call.db.insert(identityRelease).values(row);
  return answer({ identityReleaseId, at: now });
}

const answer = ({ identityReleaseId, at }: { identityReleaseId: string; at: Date }) => ({
  identityReleaseId,
  signedAt: at.toISOString(),
});

/** @throws Conflict where the organization hasn't turned selfies on. */
export async function refuseWithoutSelfies(call: Call): Promise<void> {
  if ((await identitySettings(call)).selfies) return;
  throw conflict("Your organization doesn't verify with selfies. Use photos of your document instead.", "noSelfies");
}

/** Records that a person's release counts no more. Nothing where none is in force. */
export async function withdrawRelease(
  call: Call,
  target: MemberTarget,
  requirementId: string,
  byProfileId: string,
): Promise<void> {
  const latest = await latestRelease(call, target.profileId);
  if (latest?.act !== "signed") return;
  const byRole = target.self ? "self" : target.guardedChild ? "guardian" : "organization";
  const { organizationId, now: at } = call;
  await call.db.insert(identityRelease).values({
    ...{ organizationId, identityReleaseId: newId(), act: "withdrawn", requirementId, at },
    ...{ profileId: target.profileId, byProfileId, byRole },
  });
}
