import { isNameOf } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid, notFound } from "../../../../errors.ts";
import type { Origin } from "../../../../http/mount.ts";
import { profile } from "../../../../schema/people.ts";

/** Returns the caller's name; empty for the system. */
export async function ownName(call: Call): Promise<string> {
  const own = await ownNames(call);
  return own ? fullName(own) : "";
}

/** Returns the caller's profile with first and last name; null for the system. */
export async function ownNames(call: Call) {
  const profileId = actingProfile(call);
  if (profileId === null) return null;
  const [row] = await call.db
    .select({ profileId: profile.profileId, firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  return row ?? null;
}

/** Returns the caller's profile and name, if that is what they typed as a signature. @throws NotFound, 400 for another name */
export async function signerNamed(call: Call, typedName: string): Promise<{ profileId: string; signerName: string }> {
  const signer = await ownNames(call);
  if (!signer) throw notFound("ownProfile");
  const signerName = fullName(signer);
  if (!isNameOf(typedName, signer)) {
    throw invalid(
      "name",
      `Type your full name as it is in your profile: ${signerName}. If it's wrong, correct it in your profile first.`,
    );
  }
  return { profileId: signer.profileId, signerName };
}

/** Names as typed and as known then, and from where something was signed. `authTime` is an ISO instant. */
export type SignatureFacts = {
  typedName: string;
  signerName: string;
  forName: string;
  address: string;
  userAgent: string;
  sessionId: string | null;
  authTime: string | null;
};

export const signatureFacts = (
  names: { typedName: string; signerName: string },
  target: { firstName: string; lastName: string },
  { address, userAgent, sessionId, authTime }: Origin,
): SignatureFacts => ({
  ...names,
  forName: fullName(target),
  ...{ address, userAgent, sessionId },
  authTime: authTime?.toISOString() ?? null,
});

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();
