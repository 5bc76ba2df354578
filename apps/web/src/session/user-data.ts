import { operatorTab } from "@touchline/contract";
import { warn } from "../warn.ts";
import type { Claims } from "./claims.ts";
import type { Security } from "./security.ts";
import type { ActiveProfile } from "./useActiveProfile.ts";

export type LevelRole = ActiveProfile["levelRoles"][number];

/** Who is logged in, as pages ask for it. Source: specification 1, section 3, login hook output. */
export interface UserData {
  token: string | null;
  /** Stays with the server, behind the session cookie: no script can read it. */
  refresh_token: null;
  authTime: number | null;
  tabs: readonly string[];
  firstName: string;
  lastName: string;
  email: string;
  remember: boolean;
  roles: readonly string[];
  levelRoles: readonly LevelRole[];
  picture: string | null;
  currentLevelRole: string | null;
  organizationName: string | null;
}

/** Who is logged in, by the token; what changes oftener than that, by the acting profile where there is one. */
export function userDataOf(
  { token, authTime, remember }: Security,
  claims: Claims | null,
  active: ActiveProfile | null,
  levelRoles: readonly LevelRole[],
): UserData {
  const tokenTabs = claims?.tabs ?? [];
  return {
    token,
    refresh_token: null,
    authTime,
    // That somebody runs the platform belongs to the account: no profile knows of it.
    tabs: active ? [...active.tabs, ...tokenTabs.filter((tab) => tab === operatorTab)] : tokenTabs,
    firstName: active?.firstName ?? claims?.firstName ?? "",
    lastName: active?.lastName ?? claims?.lastName ?? "",
    email: claims?.email ?? "",
    remember,
    roles: claims?.roles ?? [],
    levelRoles,
    picture: active?.profilePicture ?? null,
    currentLevelRole: active?.currentLevelRole ?? null,
    organizationName: active?.organizationName ?? null,
  };
}

/** The roles of each level, from the server's answer. Source: specification 2, section 8, level roles. */
export function readLevelRoles(answer: unknown): LevelRole[] {
  if (Array.isArray(answer)) return answer;
  warn("the level roles are not a list; nobody has any.");
  return [];
}
