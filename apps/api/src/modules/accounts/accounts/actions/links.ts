import { waitInWords } from "@touchline/contract/wait";
import type { AccountFacts, IdentityPort, LinkProblem } from "../../../../adapters/identity/port.ts";
import type { Adapters } from "../../../../call.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { conflict, invalid, Refusal, unauthenticated } from "../../../../errors.ts";
import type { Vault } from "../../../../security/encryption.ts";
import { sendAccountMail } from "../../../messages/index.ts";
import { correctAddressOf } from "../../../people/index.ts";
import { endSessionsOf } from "../../sessions/actions/end-session.ts";
import type { EndedSessions } from "../../sessions/queries.ts";
import { followConfirmation } from "./confirmed.ts";

/** The calls of the identity service that finish a link's purpose. */
export type FinishingIdentity = Pick<IdentityPort, "revoke" | "accountById" | "removeAccount" | "giveUpWaiting">;

export type AccountDeps<Identity extends FinishingIdentity = IdentityPort> = {
  identity: Identity;
  tenancy: Tenancy;
  adapters: Adapters;
  vault: Vault;
  ended: EndedSessions;
  now: () => Date;
};

/** What to do about an invalid link, for each purpose. */
export const linkProblems = {
  password: {
    unknown: "This link isn't complete. Open the link from the email again, or request a new one.",
    expired: "This link has expired. Links work for 30 minutes. Request a new one.",
    used: "This link was already used or replaced by a newer one. Log in with your new password or request a new link.",
  },
  confirmation: {
    unknown: "This link isn't complete. Open the link from the email again, or request a new one.",
    expired: "This link has expired. Links work for three days. Request a new one.",
    used: "This link was already used or replaced by a newer one. If your email address is confirmed, you can log in.",
    taken: "You already have an account with this address. Log in, then open the sign-up link again.",
    whose: "Enter the password you chose when you signed up, or choose a new one.",
  },
  email: {
    unknown: "This link isn't complete. Open it from the email again, or request the change again.",
    expired: "This link has expired. Links work for 24 hours. Request the change again in your account settings.",
    used: "This link was already used or replaced by a newer one. Log in and check your account settings.",
  },
} satisfies {
  password: Record<LinkProblem, string>;
  confirmation: Record<LinkProblem | "taken" | "whose", string>;
  email: Record<LinkProblem, string>;
};

/** Minutes that a link for a new password works; the identity service has the same number. */
const resetMinutes = 30;

/**
 * Mails a link for a new password to the owner of an address, and nothing to an unknown one. It runs after the answer, so that
 * both get the same answer at the same time.
 */
export async function mailPasswordReset(deps: AccountDeps, email: string): Promise<void> {
  const account = await deps.identity.accountByEmail(email);
  const token = account && (await deps.identity.issueLink("reset", account.sub));
  if (!account || !token) return;
  await writeToAccount(deps, account, {
    kind: "passwordReset",
    fields: { minutes: resetMinutes, path: `/reset-password?token=${token}` },
  });
}

/** Mails a link that confirms the address, unless it is confirmed; then updates the profiles that don't show it. */
export async function mailConfirmation(deps: AccountDeps, email: string): Promise<void> {
  const account = await deps.identity.accountByEmail(email);
  if (!account) return;
  if (account.emailConfirmed) return followConfirmation(deps, account.sub);
  const token = await deps.identity.issueLink("confirm", account.sub);
  if (!token) return;
  await writeToAccount(deps, account, {
    kind: "confirmEmail",
    fields: { firstName: null, path: `/confirm-email?token=${token}` },
  });
}

/** Mails a new link in place of an earlier one, to the account's present address. */
export async function renewConfirmation(deps: AccountDeps, token: string): Promise<void> {
  const account = await deps.identity.accountConfirming(token);
  if (account?.emailConfirmed) return followConfirmation(deps, account.sub);
  if (account) await mailOwnConfirmation(deps, account.sub, { firstName: null, join: null });
}

/** What somebody has just joined with the account. */
type Joined = { organization: string; role: string; level: string; path: string };

/**
 * Mails the link that confirms an account's address. If the address has another account, its owner is told instead how to
 * continue with that one. Both count as a link, so that repeated requests reveal nothing.
 */
export async function mailOwnConfirmation(
  deps: AccountDeps,
  sub: string,
  { firstName, join }: { firstName: string | null; join: Joined | null },
): Promise<void> {
  const account = await deps.identity.accountById(sub);
  if (!account || account.emailConfirmed) return;
  const token = await deps.identity.issueLink("confirm", sub);
  if (!token) return;
  const owner = await deps.identity.accountByEmail(account.email);
  if (owner && owner.sub !== sub) {
    await writeToAccount(deps, owner, { kind: "accountExists", fields: { join, path: join ? join.path : "/login" } });
    return;
  }
  await writeToAccount(deps, account, {
    kind: "confirmEmail",
    fields: { firstName, path: `/confirm-email?token=${token}` },
  });
}

/** Returns the signed-in account. @throws 401 */
export async function ownAccount({ identity }: Pick<AccountDeps, "identity">, sub: string): Promise<AccountFacts> {
  const account = await identity.accountById(sub);
  if (!account) throw unauthenticated();
  return account;
}

/** @throws 429 when this account was sent enough links within the hour. */
export async function mayMailConfirmation({ identity }: Pick<AccountDeps, "identity">, sub: string): Promise<void> {
  const wait = await identity.linkWait("confirm", sub);
  if (wait === null) return;
  throw new Refusal(
    "tooMany",
    `We sent three emails within an hour. Check your spam folder, or try again in ${waitInWords(wait)}.`,
    { retryAfter: wait },
  );
}

/**
 * Changes the address of an account that waits for its address to be confirmed, and of its profiles.
 *
 * @throws 429 as for the mail that follows; 400 for an invalid address; Conflict when the address is confirmed already.
 */
export async function correctOwnEmail(deps: AccountDeps, sub: string, email: string): Promise<void> {
  await mayMailConfirmation(deps, sub);
  const corrected = await deps.identity.correctAddress(sub, email);
  if (typeof corrected === "object") throw invalid("email", corrected.message);
  if (!corrected)
    throw conflict("Your email address is already confirmed. Change it in your account settings.", "confirmed");
  await correctAddressOf(deps, deps.now(), sub, email);
}

type AccountMail = Parameters<typeof sendAccountMail>[1];

/** Emails the owner of an account, unless its address may be somebody else's. */
export async function notifyOwner(
  deps: Pick<AccountDeps, "tenancy" | "adapters" | "now">,
  account: AccountFacts,
  mail: Pick<AccountMail, "kind" | "fields">,
): Promise<void> {
  if (account.emailConfirmed) await writeToAccount(deps, account, mail);
}

/** Writes a mail to an address of an account. */
export function writeToAccount(
  { tenancy, adapters, now }: Pick<AccountDeps, "tenancy" | "adapters" | "now">,
  account: Pick<AccountFacts, "sub" | "email">,
  mail: Pick<AccountMail, "kind" | "fields">,
) {
  const about = { to: account.email, appUserId: account.sub };
  return tenancy.runShared((db) => sendAccountMail({ db, now: now(), adapters }, { ...mail, ...about } as AccountMail));
}

/** Returns what is wrong with a link for a new password, before anybody types one. */
export async function checkPasswordLink(deps: AccountDeps, token: string) {
  const problem = await deps.identity.resetProblem(token);
  return { problem, message: problem && linkProblems.password[problem] };
}

/**
 * Sets a new password by a mailed link, and ends every session of the account. The link also confirms the address.
 *
 * @throws 400 for a bad password (the link stays good); Conflict with the link's problem as its reason.
 */
export async function resetPassword(deps: AccountDeps, input: { token: string; password: string }): Promise<void> {
  const done = await deps.identity.resetPassword(input.token, input.password);
  if ("sub" in done) {
    await endSessionsOf(deps, deps.now(), done.sub);
    return followConfirmation(deps, done.sub);
  }
  if (done.problem === "invalid") throw invalid("password", done.message);
  throw conflict(linkProblems.password[done.problem], done.problem);
}

/**
 * Confirms the address of an account, and its profiles, by a mailed link. Anybody can sign up with any address, so whoever opens
 * the link must be signed in to the account, know its password, or choose a new one, which ends every session.
 *
 * @throws 400 for a wrong or a bad password; 429 after too many wrong ones; Conflict with the link's problem as its reason, or
 * `whose` when none of these is shown.
 */
export async function confirmEmail(
  deps: AccountDeps,
  who: { appUserId: string | null; address: string },
  { token, password, newPassword }: { token: string; password?: string | undefined; newPassword?: string | undefined },
): Promise<void> {
  const known = who.appUserId === null ? null : { sub: who.appUserId };
  const by = password === undefined ? known : { password, address: who.address };
  const done = await deps.identity.confirmEmail(token, newPassword === undefined ? by : { newPassword });
  if ("sub" in done) {
    if (newPassword !== undefined) await endSessionsOf(deps, deps.now(), done.sub);
    return followConfirmation(deps, done.sub);
  }
  if ("retryAfter" in done) {
    const { retryAfter } = done;
    throw new Refusal("tooMany", `Too many attempts. Try again in ${waitInWords(retryAfter)}.`, { retryAfter });
  }
  if ("message" in done) throw invalid("newPassword", done.message);
  const { problem } = done;
  const words = linkProblems.confirmation;
  if (problem in words) throw conflict(words[problem as keyof typeof words], problem);
  throw invalid("password", "This isn't the password you chose when you signed up. Try again or choose a new one.");
}
