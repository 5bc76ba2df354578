import type { LinkProblem } from "@touchline/contract/accounts/accounts";
import type { FactorOwner, FactorProblem, FactorsPort } from "./factors.ts";

/** An account as the product may know it. */
export type AccountFacts = {
  sub: string;
  email: string;
  /** Whether its owner has shown to receive mail at the address. */
  emailConfirmed: boolean;
};

/** A sign-in at a partner that leads to an account. */
export type LinkedSignIn = { id: string; name: string; linkedAt: string };

export type Unlinked = "done" | "unknown" | "lastWayIn" | "showFirst";

/** Why a mailed link is not good. */
export type { LinkProblem };

/** Who opened a link that confirms: the account they are signed in to, its password, or a new one for it. */
export type ConfirmedBy = { sub: string } | { password: string; address: string } | { newPassword: string } | null;

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
    /**
     * A random id under which the account signs in until its address is confirmed. Until then the address may have another
     * account as well; `taken` then means this id.
     */
    waitsAs?: string;
  }): Promise<{ sub: string } | { problem: "taken" } | { problem: "invalid"; message: string }>;
  /** A one-time token for a link in a mail; null when this account was sent enough within the hour. */
  issueLink(purpose: "reset" | "confirm", sub: string): Promise<string | null>;
  /** Seconds until such a link may be sent to this account again; null when that is now. */
  linkWait(purpose: "reset" | "confirm", sub: string): Promise<number | null>;
  /** The account to which a link for confirming was sent, however old or used it is. */
  accountConfirming(token: string): Promise<AccountFacts | null>;
  /** Another address for an account whose own waits to be confirmed. `invalid`: no address; false: it is confirmed already. */
  correctAddress(sub: string, email: string): Promise<boolean | { problem: "invalid"; message: string }>;
  /** What is wrong with the token of a link for a new password; null: it is good, and stays so. */
  resetProblem(token: string): Promise<LinkProblem | null>;
  /**
   * Sets a new password by the token of a link, and ends every session of the account. A bad password leaves the link good.
   * @throws Refusal 503 when too many passwords are waiting.
   */
  resetPassword(
    token: string,
    password: string,
  ): Promise<{ sub: string } | { problem: LinkProblem } | { problem: "invalid"; message: string }>;
  /**
   * Confirms the address of an account by the token of a link. `taken`: meanwhile it belongs to another account; `whose`:
   * nothing shows that who opened it chose the password.
   * @throws Refusal 503 when too many passwords are waiting.
   */
  confirmEmail(
    token: string,
    by: ConfirmedBy,
  ): Promise<
    | { sub: string }
    | { problem: LinkProblem | "taken" | "whose" | FactorProblem }
    | { problem: "wait"; retryAfter: number }
    | { problem: "invalid"; message: string }
  >;
  /** Accounts that were never confirmed, and are to be removed: at most 100, until they are. */
  giveUpWaiting(): Promise<string[]>;
  /** Second factors, and passkeys as the only one. */
  factors: FactorsPort;

  /**
   * Sets a new password. Every session but `keep` (its `sid`) ends: those that did are answered.
   * @throws Refusal 503 when too many passwords are waiting.
   */
  changePassword(
    sub: string,
    password: string,
    keep: string | null,
  ): Promise<{ ended: string[] } | { problem: "invalid"; message: string }>;
  endSessions(sub: string, keep: string | null): Promise<{ ended: string[] }>;
  /** A token for a link to a new address, whoever else may have that; null when this account asked often enough. */
  askEmail(
    sub: string,
    email: string,
  ): Promise<{ asked: { token: string } | null } | { problem: "invalid"; message: string }>;
  /** The address that waits to be confirmed. */
  awaitedEmail(sub: string): Promise<{ email: string; until: string } | null>;
  forgetEmail(sub: string): Promise<void>;
  readEmailLink(token: string): Promise<EmailChange | { problem: LinkProblem }>;
  /** Changes the address by the token of a link. Every session but `keep` ends, and no link that was mailed before works. */
  changeEmail(
    token: string,
    keep: string | null,
  ): Promise<(EmailChange & { ended: string[] }) | { problem: LinkProblem | "taken" }>;
  acceptances(sub: string): Promise<{ type: string; version: string; acceptedAt: string; textSha256: string | null }[]>;
  /** The account is no more. Whether there was one. */
  removeAccount(sub: string): Promise<boolean>;
  /** Records what an account accepted, for good; again, it keeps the first time. */
  accept(sub: string, accepted: { type: "terms" | "privacy"; version: string; textSha256: string }): Promise<void>;

  /** The sign-ins at partners that lead to an account, and whether it has a password. */
  linkedSignIns(sub: string): Promise<{ linked: LinkedSignIn[]; hasPassword: boolean }>;
  /** Parts an account from one of them, unless that is the last way in, or a second factor is to be shown first. */
  unlinkSignIn(asking: FactorOwner, id: string): Promise<Unlinked>;
};

/** An account's address, as it is and as it is to be. */
export type EmailChange = { sub: string; before: string; email: string };
