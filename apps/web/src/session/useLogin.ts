import { queryOptions, useQuery } from "@tanstack/react-query";
import { listLevelRoles } from "@touchline/contract/people/profiles";
import { use, useMemo } from "react";
import { call } from "../client.ts";
import { readClaims } from "./claims.ts";
import { isLoggedIn } from "./security.ts";
import { ActiveProfileContext } from "./useActiveProfile.ts";
import { readLevelRoles, type UserData, userDataOf } from "./user-data.ts";
import { useSecurity } from "./useSecurity.ts";

const levelRolesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["levelRoles", profileId],
    queryFn: async ({ signal }) => readLevelRoles(await call(listLevelRoles, {}, { signal })),
    staleTime: 60_000,
  });

/** Returns who is logged in, and whether anyone is. Source: specification 1, section 3, login hook output. */
export function useLogin(): { userData: UserData; isLoggedInUser: boolean } {
  const security = useSecurity();
  const active = use(ActiveProfileContext);
  const isLoggedInUser = isLoggedIn(security);
  const { data } = useQuery({
    ...levelRolesQuery(active?.profileId ?? ""),
    enabled: isLoggedInUser && active !== null,
  });
  // Until the level roles are loaded, those of the profile are used.
  const levelRoles = data ?? active?.levelRoles;
  const userData = useMemo(
    () => userDataOf(security, readClaims(security.token ?? ""), active, levelRoles ?? []),
    [security, active, levelRoles],
  );
  return { userData, isLoggedInUser };
}
