/** What an API key may be used for. Without imports, because what every call is declared with knows it. */
export const apiScopes = ["eligibility.read", "levels.read"] as const;
export type ApiScope = (typeof apiScopes)[number];
