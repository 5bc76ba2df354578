import { CallFailed } from "../client.ts";
import { readClaims } from "./claims.ts";
import { rememberProfile } from "./profileChoice.ts";
import { renew } from "./renewal.ts";
import { clearSecurity } from "./security.ts";

/**
 * Becomes another profile of the account, and remembers the choice.
 *
 * @throws CallFailed 400 when that is none of the account's: it stays who it is; 401 when it is logged out now.
 */
export async function switchProfile(profileId: string): Promise<void> {
  const token = await renew(profileId).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status === 401) clearSecurity();
    throw error;
  });
  const claims = readClaims(token);
  if (claims) rememberProfile(claims.sub, profileId);
}
