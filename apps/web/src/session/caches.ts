import type { QueryClient } from "@tanstack/react-query";
import { readSecurity, watchSecurity } from "./security.ts";

/** Clears the cache whenever another person or profile acts: after a logout, a login, or a switch of profile. */
export function dropCachesWithProfile(queryClient: QueryClient): void {
  let before = readSecurity();
  watchSecurity(() => {
    const now = readSecurity();
    const other = now.profileId !== before.profileId || (now.token === null) !== (before.token === null);
    if (before.isLoaded && other) queryClient.clear();
    before = now;
  });
}
