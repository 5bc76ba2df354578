import { operatorTab } from "@touchline/contract";
import { warn } from "../warn.ts";
import type { Claims } from "./claims.ts";
import type { Security } from "./security.ts";
import type { ActiveProfile } from "./useActiveProfile.ts";

export type LevelRole = ActiveProfile["levelRoles"][number];

/** The logged-in user's data as pages use it. Source: specification 1, section 3, login hook output. */
export interface UserData {
  token: string | null;
  /** Always null: the refresh token stays with the server, behind the session cookie, where no script can read it. */
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

/** Builds the user's data from the token. What changes more often comes from the acting profile, if there is one. */
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
    // Operators are accounts, so the acting profile doesn't have their tab.
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

/** Reads the roles of each level from the server's answer. Source: specification 2, section 8, level roles. */
export function readLevelRoles(answer: unknown): LevelRole[] {
  if (Array.isArray(answer)) return answer;
  warn("the level roles are not a list; nobody has any.");
  return [];
}
