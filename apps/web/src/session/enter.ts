import type { QueryClient } from "@tanstack/react-query";
import { keepTabProfile } from "./browser-storage.ts";
import { readClaims } from "./claims.ts";
import { peopleQuery } from "./people.ts";
import { readSecurity } from "./security.ts";
import { switchProfile } from "./switch-profile.ts";

/**
 * Continues after a login as the only profile, or as the one that was chosen last time.
 *
 * @returns whether a profile acts now. If not, one has to be chosen.
 * @throws CallFailed
 */
export async function enterAsProfile(queryClient: QueryClient): Promise<boolean> {
  const claims = readClaims(readSecurity().token ?? "");
  if (!claims) return false;
  const own = (await queryClient.fetchQuery(peopleQuery(claims.sub))).filter((person) => !person.guarded);
  const chosen = own.length === 1 ? own[0] : own.find((person) => person.chosen);
  if (!chosen) return false;
  if (chosen.profileId === claims.currentProfileId) keepTabProfile(chosen.profileId);
  else await switchProfile(chosen.profileId);
  return true;
}
