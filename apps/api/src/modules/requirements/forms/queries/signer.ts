import { and, eq } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";

/** Returns the name of a person, or an empty string if there is none. */
export async function nameOfProfile(call: Call, profileId: string): Promise<string> {
  const [row] = await call.db
    .select({ firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  return row ? `${row.firstName} ${row.lastName}`.trim() : "";
}

/** Returns the name that signs a submission: the caller's, which is the guardian's for a child's form. */
export async function signerOf(call: Call): Promise<string> {
  const own = actingProfile(call);
  return own === null ? "" : nameOfProfile(call, own);
}
