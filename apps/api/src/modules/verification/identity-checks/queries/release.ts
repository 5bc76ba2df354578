import { createHash } from "node:crypto";
import type { ResponseOf } from "@touchline/contract";
import type { getIdentityVerification } from "@touchline/contract/verification/identity";
import {
  isMinor,
  identityRelease as releaseText,
  releaseWording,
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
import { identitySettings } from "./settings.ts";

type Shown = NonNullable<ResponseOf<typeof getIdentityVerification>["release"]>;

/** The text that is in force, with its version. */
export async function releaseInForce(call: Call) {
  const { keepDays } = await identitySettings(call);
  const text = releaseText({ organization: (await organizationFacts(call)).name, keepDays });
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

export const isMinorNow = (call: Call, { dateOfBirth }: Pick<MemberTarget, "dateOfBirth">, zone: string) =>
  dateOfBirth !== null && isMinor(dateOfBirth, call.now.getTime(), zone);

/** Returns when the release in force was signed by whoever signs for this person; null: it isn't. */
export async function releaseSigned(call: Call, target: MemberTarget, zone: string): Promise<Date | null> {
  const [{ version }, latest] = [await releaseInForce(call), await latestRelease(call, target.profileId)];
  const signer = whoSigns({ minor: isMinorNow(call, target, zone) });
  const counts = latest?.act === "signed" && latest.version === version && latest.byRole === signer;
  return counts ? latest.at : null;
}

/** What has to be signed before a selfie is compared, and who signs it. */
export async function releaseShown(call: Call, target: MemberTarget, zone: string): Promise<Shown> {
  const { title, text, statement, version } = await releaseInForce(call);
  const as = target.self ? "self" : target.guardedChild ? "guardian" : null;
  const refusal = signingRefusal({ minor: isMinorNow(call, target, zone) }, as);
  const signer = await ownNames(call);
  return {
    ...{ title, text, statement, version },
    signedAt: (await releaseSigned(call, target, zone))?.toISOString() ?? null,
    signs: {
      as,
      allowed: refusal === null,
      reason: refusal === null ? null : signingTexts[refusal],
      name: signer ? `${signer.firstName} ${signer.lastName}`.trim() : "",
    },
  };
}
