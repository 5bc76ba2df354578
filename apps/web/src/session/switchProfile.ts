import { readClaims } from "./claims.ts";
import { rememberProfile } from "./profileChoice.ts";
import { renew } from "./renewal.ts";

/** Becomes another profile of the account, and remembers the choice. @throws CallFailed */
export async function switchProfile(profileId: string): Promise<void> {
  const claims = readClaims(await renew(profileId));
  if (claims) rememberProfile(claims.sub, profileId);
}
