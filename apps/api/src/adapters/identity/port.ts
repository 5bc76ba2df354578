/** An account as the product may know it. */
export type AccountFacts = {
  sub: string;
  email: string;
  /** Whether its owner has shown to receive mail at the address. */
  emailConfirmed: boolean;
};

/** A sign-in at a partner that leads to an account. */
export type LinkedSignIn = { id: string; name: string; linkedAt: string };

/** Why a mailed link is not good. */
export type LinkProblem = "unknown" | "expired" | "used";

/** What the product asks of the identity service. Every call rejects when the service does not answer in time. */
export type IdentityPort = {
  /** Posts a form to the token endpoint; the answer as it came. */
  token(form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Ends a refresh token and its whole family. Rejects when the service does not say that it did. */
  revoke(refreshToken: string): Promise<void>;
  /** The published signing keys (JWKS). */
  keys(): Promise<{ keys: Record<string, unknown>[] }>;

  /** The account of an address, however it is spelled. Never told to an outsider. */
  accountByEmail(email: string): Promise<AccountFacts | null>;
  accountById(sub: string): Promise<AccountFacts | null>;
  /**
   * Makes an account. `invalid` says what is wrong with the password, or the address, in words fit for the person.
   * @throws Refusal 503 when too many passwords are waiting.
   */
  createAccount(person: {
    email: string;
    password: string;
    emailConfirmed: boolean;
  }): Promise<{ sub: string } | { problem: "taken" } | { problem: "invalid"; message: string }>;
  /** A one-time token for a link in a mail; null when this account was sent enough within the hour. */
  issueLink(purpose: "reset" | "confirm", sub: string): Promise<string | null>;
  /**
   * Sets a new password by the token of a link, and ends every session of the account. A bad password leaves the link good.
   * @throws Refusal 503 when too many passwords are waiting.
   */
  resetPassword(
    token: string,
    password: string,
  ): Promise<{ sub: string } | { problem: LinkProblem } | { problem: "invalid"; message: string }>;
  /** Confirms the address of an account by the token of a link. */
  confirmEmail(token: string): Promise<{ sub: string } | { problem: LinkProblem }>;

  /** The sign-ins at partners that lead to an account, and whether it has a password. */
  linkedSignIns(sub: string): Promise<{ linked: LinkedSignIn[]; hasPassword: boolean }>;
  /** Parts an account from one of them, unless that is the last way in. */
  unlinkSignIn(sub: string, id: string): Promise<"done" | "unknown" | "lastWayIn">;
};
