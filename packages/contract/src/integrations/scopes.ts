/** The scopes of API keys. Without imports, because the declaration of every call uses it. */
export const apiScopes = ["eligibility.read", "levels.read"] as const;
export type ApiScope = (typeof apiScopes)[number];
