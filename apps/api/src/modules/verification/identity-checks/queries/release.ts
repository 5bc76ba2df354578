import { createHash } from "node:crypto";
import type { ResponseOf } from "@touchline/contract";
import type { getIdentityVerification } from "@touchline/contract/verification/identity";
import {
  isMinor,
  identityRelease as releaseText,
  releaseWording,
  type Signer,
  signingRefusal,
  signingTexts,
  whoSigns,
} from "@touchline/rules";
import { and, desc, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { identityRelease } from "../../../../schema/verification.ts";
import { everyEntry } from "../../../compliance/index.ts";
import type { MemberTarget } from "../../../people/index.ts";
import { ownNames } from "../../../requirements/index.ts";
import { identitySettings } from "../../identity-documents/queries/identity-settings.ts";

type Shown = NonNullable<ResponseOf<typeof getIdentityVerification>["release"]>;

/** The text that is in force, with its version. */
export async function releaseInForce(call: Call) {
  const { keepDays } = await identitySettings(call);
  const service = call.adapters.vision.service?.name ?? null;
  const text = releaseText({ organization: (await organizationFacts(call)).name, keepDays, service });
  const wording = releaseWording(text);
  return { ...text, wording, version: createHash("sha256").update(wording).digest("hex") };
}

/** What was signed or withdrawn last for a person, also as an entry that was merged into this one. */
export async function latestRelease(call: Call, profileId: string) {
  const [row] = await call.db
    .select()
    .from(identityRelease)
    .where(and(ours(identityRelease, call), sql`${identityRelease.profileId} = ANY(${everyEntry(call, profileId)})`))
    .orderBy(desc(identityRelease.at), desc(identityRelease.identityReleaseId))
    .limit(1);
  return row ?? null;
}

const isMinorNow = (call: Call, { dateOfBirth }: Pick<MemberTarget, "dateOfBirth">, zone: string) =>
  dateOfBirth !== null && isMinor(dateOfBirth, call.now.getTime(), zone);

const unknownAge = {
  reason: "birthDateMissing",
  text: "Enter the date of birth in the profile first. It decides who signs.",
} as const;

/**
 * Why somebody can't sign for a person; null: they can. Somebody of unknown age may be a minor, for whom only a guardian can agree that face
 * geometry is taken, so unlike a waiver this isn't signed until the date of birth is known.
 */
export function refusalToSign(call: Call, target: MemberTarget, zone: string, as: Signer | null) {
  if (target.dateOfBirth === null && as !== null) return unknownAge;
  const reason = signingRefusal({ minor: isMinorNow(call, target, zone) }, as);
  return reason && { reason, text: signingTexts[reason] };
}

/** Returns when the release in force was signed by whoever signs for this person; null: it isn't. */
export async function releaseSigned(call: Call, target: MemberTarget, zone: string): Promise<Date | null> {
  const [{ version }, latest] = [await releaseInForce(call), await latestRelease(call, target.profileId)];
  const signer = target.dateOfBirth && whoSigns({ minor: isMinorNow(call, target, zone) });
  const counts = latest?.act === "signed" && latest.version === version && latest.byRole === signer;
  return counts ? latest.at : null;
}

/** What has to be signed before a selfie is compared, and who signs it. */
export async function releaseShown(call: Call, target: MemberTarget, zone: string): Promise<Shown> {
  const { title, text, statement, version } = await releaseInForce(call);
  const as = target.self ? "self" : target.guardedChild ? "guardian" : null;
  const refusal = refusalToSign(call, target, zone, as);
  const signer = await ownNames(call);
  return {
    ...{ title, text, statement, version },
    signedAt: (await releaseSigned(call, target, zone))?.toISOString() ?? null,
    signs: {
      as,
      allowed: refusal === null,
      reason: refusal?.text ?? null,
      name: signer ? `${signer.firstName} ${signer.lastName}`.trim() : "",
    },
  };
}
