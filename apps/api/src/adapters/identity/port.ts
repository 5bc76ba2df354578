import type { LinkProblem } from "@touchline/contract/accounts/accounts";
import type { FactorOwner, FactorProblem, FactorsPort } from "./factors.ts";

/** The facts about an account that the product may know. */
export type AccountFacts = {
  sub: string;
  email: string;
  /** Whether its owner has proven to receive mail at the address. */
  emailConfirmed: boolean;
};

/** A sign-in at a partner that leads to an account. */
export type LinkedSignIn = { id: string; name: string; linkedAt: string };

export type Unlinked = "done" | "unknown" | "lastWayIn" | "showFirst";

/** Why a mailed link isn't valid. */
export type { LinkProblem };

/** Who opened a confirmation link: the account they are signed in to, its password, or a new one for it. */
export type ConfirmedBy = { sub: string } | { password: string; address: string } | { newPassword: string } | null;

/** The product's calls to the identity service. Every call rejects when the service doesn't respond in time. */
export type IdentityPort = {
  /** Posts a form to the token endpoint; returns the response unchanged. */
  token(form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Revokes a refresh token and its whole family. Rejects unless the service confirms it. */
  revoke(refreshToken: string): Promise<void>;
  /** The published signing keys (JWKS). */
  keys(): Promise<{ keys: Record<string, unknown>[] }>;

  /** Finds the account of an address, however it is spelled. Never revealed to outsiders. */
  accountByEmail(email: string): Promise<AccountFacts | null>;
  accountById(sub: string): Promise<AccountFacts | null>;
  /**
   * Creates an account. `invalid` describes the problem with the password, or the address, in words for the person.
   *
   * @throws Refusal 503 when too many passwords are waiting.
   */
  createAccount(person: {
    email: string;
    password: string;
    emailConfirmed: boolean;
    /**
     * A random id with which the account signs in until its address is confirmed. Until then another account may have the
     * address as well; `taken` then means this id.
     */
    waitsAs?: string;
  }): Promise<{ sub: string } | { problem: "taken" } | { problem: "invalid"; message: string }>;
  /** Returns a single-use token for a link in a mail; null when this account was sent enough within the hour. */
  issueLink(purpose: "reset" | "confirm", sub: string): Promise<string | null>;
  /** Returns the seconds until such a link can be sent to this account again; null for now. */
  linkWait(purpose: "reset" | "confirm", sub: string): Promise<number | null>;
  /** Returns the account that a confirmation link was sent to, even if the link is expired or used. */
  accountConfirming(token: string): Promise<AccountFacts | null>;
  /** Changes the address of an account that isn't confirmed yet. `invalid`: not an address; false: it is confirmed already. */
  correctAddress(sub: string, email: string): Promise<boolean | { problem: "invalid"; message: string }>;
  /** Returns the problem with the token of a password link; null: it is valid, and remains so. */
  resetProblem(token: string): Promise<LinkProblem | null>;
  /**
   * Sets a new password by the token of a link, and ends every session of the account. After an unacceptable password the link
   * remains valid.
   *
   * @throws Refusal 503 when too many passwords are waiting.
   */
  resetPassword(
    token: string,
    password: string,
  ): Promise<{ sub: string } | { problem: LinkProblem } | { problem: "invalid"; message: string }>;
  /**
   * Confirms the address of an account by the token of a link. `taken`: it belongs to another account by now; `whose`: nothing
   * proves that the person who opened it chose the password.
   *
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
  /** Lists accounts that were never confirmed and must be removed: at most 100, until they are. */
  giveUpWaiting(): Promise<string[]>;
  /** Second factors, and passkeys as the only one. */
  factors: FactorsPort;

  /**
   * Sets a new password. Every session but `keep` (its `sid`) ends; returns the ended ones.
   *
   * @throws Refusal 503 when too many passwords are waiting.
   */
  changePassword(
    sub: string,
    password: string,
    keep: string | null,
  ): Promise<{ ended: string[] } | { problem: "invalid"; message: string }>;
  endSessions(sub: string, keep: string | null): Promise<{ ended: string[] }>;
  /** Returns a token for a link to a new address, even if another account has it; null when this account asked often enough. */
  askEmail(
    sub: string,
    email: string,
  ): Promise<{ asked: { token: string } | null } | { problem: "invalid"; message: string }>;
  /** Returns the address that isn't confirmed yet. */
  awaitedEmail(sub: string): Promise<{ email: string; until: string } | null>;
  forgetEmail(sub: string): Promise<void>;
  readEmailLink(token: string): Promise<EmailChange | { problem: LinkProblem }>;
  /** Changes the address by the token of a link. Every session but `keep` ends, and earlier mailed links stop working. */
  changeEmail(
    token: string,
    keep: string | null,
  ): Promise<(EmailChange & { ended: string[] }) | { problem: LinkProblem | "taken" }>;
  acceptances(sub: string): Promise<{ type: string; version: string; acceptedAt: string; textSha256: string | null }[]>;
  /** Removes an account. Returns whether there was one. */
  removeAccount(sub: string): Promise<boolean>;
  /** Records permanently what an account accepted; repeating it keeps the first time. */
  accept(sub: string, accepted: { type: "terms" | "privacy"; version: string; textSha256: string }): Promise<void>;

  /** Lists the partner sign-ins linked to an account, and whether it has a password. */
  linkedSignIns(sub: string): Promise<{ linked: LinkedSignIn[]; hasPassword: boolean }>;
  /** Unlinks one of them, unless it is the last way to sign in, or a second factor is required first. */
  unlinkSignIn(asking: FactorOwner, id: string): Promise<Unlinked>;
};

/** An account's address before and after. */
export type EmailChange = { sub: string; before: string; email: string };
