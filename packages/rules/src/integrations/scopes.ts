import type { ApiScope } from "@touchline/contract/integrations/scopes";
import type { PermissionAction } from "../security/permissions.ts";

/** The actions that each scope of an API key permits, everywhere in its organization. A key permits nothing else. */
export const scopeActions: Record<ApiScope, readonly PermissionAction[]> = {
  "eligibility.read": ["members.see"],
  "levels.read": [],
};

/** Tests whether a key with these scopes permits an action. */
export const scopesPermit = (scopes: readonly ApiScope[], action: PermissionAction): boolean =>
  scopes.some((scope) => scopeActions[scope].includes(action));
