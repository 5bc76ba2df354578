/** What the product asks of the identity service. */
export type IdentityPort = {
  /** Posts a form to the token endpoint; the answer as it came. Rejects when the service does not answer in time. */
  token(form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Ends a refresh token and its whole family. Rejects when the service does not say that it did. */
  revoke(refreshToken: string): Promise<void>;
  /** The published signing keys (JWKS). */
  keys(): Promise<{ keys: Record<string, unknown>[] }>;
};
