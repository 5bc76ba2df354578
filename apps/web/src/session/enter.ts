import type { QueryClient } from "@tanstack/react-query";
import { readClaims } from "./claims.ts";
import { peopleQuery } from "./people.ts";
import { rememberedProfile, rememberProfile } from "./profileChoice.ts";
import { readSecurity } from "./security.ts";
import { switchProfile } from "./switchProfile.ts";

/**
 * After a login: goes on as the only profile, or as the one chosen last time in this browser.
 *
 * @returns whether a profile acts now; without, one has to be chosen.
 * @throws CallFailed
 */
export async function enterAsProfile(queryClient: QueryClient): Promise<boolean> {
  const claims = readClaims(readSecurity().token ?? "");
  if (!claims) return false;
  const own = (await queryClient.fetchQuery(peopleQuery(claims.sub))).filter((person) => !person.guarded);
  const remembered = rememberedProfile(claims.sub);
  const chosen = own.length === 1 ? own[0] : own.find((person) => person.profileId === remembered);
  if (!chosen) return false;
  if (chosen.profileId === claims.currentProfileId) rememberProfile(claims.sub, chosen.profileId);
  else await switchProfile(chosen.profileId);
  return true;
}
