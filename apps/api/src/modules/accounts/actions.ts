import type { AccountFacts, IdentityPort, LinkProblem } from "../../adapters/identity/port.ts";
import type { Adapters } from "../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import type { Tenancy } from "../../kernel/tenancy.ts";
import { sendAccountMail } from "../notifications/actions.ts";
import { confirmProfilesOf } from "../profiles/actions/people.ts";
import { endSessionsOf } from "../sessions/actions/end-session.ts";
import type { EndedSessions } from "../sessions/queries.ts";

export type AccountDeps = {
  identity: IdentityPort;
  tenancy: Tenancy;
  adapters: Adapters;
  ended: EndedSessions;
  now: () => Date;
};

/** What to do about a link that is not good, for each purpose. */
const problems: Record<"password" | "confirmation", Record<LinkProblem, string>> = {
  password: {
    unknown: "This link is not complete. Open it from the mail once more, or ask for a new one.",
    expired: "This link has run out: it is good for 30 minutes. Ask for a new one.",
    used: "This link was used already, or a newer one was. Log in with your new password, or ask for a new link.",
  },
  confirmation: {
    unknown: "This link is not complete. Open it from the mail once more, or ask for a new one.",
    expired: "This link has run out: it is good for three days. Ask for a new one.",
    used: "Your address was confirmed already. You can log in.",
  },
};

/** Minutes a link for a new password works, as the identity service has it. */
const resetMinutes = 30;

/**
 * Mails a link for a new password to the owner of an address; to an unknown one, nothing. Done after the answer, which is
 * the same for both and comes at the same time.
 */
export async function mailPasswordReset(deps: AccountDeps, email: string): Promise<void> {
  const account = await deps.identity.accountByEmail(email);
  const token = account && (await deps.identity.issueLink("reset", account.sub));
  if (!account || !token) return;
  await write(deps, account, {
    kind: "passwordReset",
    fields: { minutes: resetMinutes, path: `/reset-password?token=${token}` },
  });
}

/** The same for a link that confirms the address, as long as it is not confirmed; then the profiles that do not show it do. */
export async function mailConfirmation(deps: AccountDeps, email: string): Promise<void> {
  const account = await deps.identity.accountByEmail(email);
  if (!account) return;
  if (account.emailConfirmed) return confirmProfilesOf(deps, deps.now(), account.sub);
  const token = await deps.identity.issueLink("confirm", account.sub);
  if (!token) return;
  await write(deps, account, {
    kind: "confirmEmail",
    fields: { firstName: null, path: `/confirm-email?token=${token}` },
  });
}

type AccountMail = Parameters<typeof sendAccountMail>[1];

function write(
  { tenancy, adapters, now }: AccountDeps,
  account: AccountFacts,
  mail: Pick<AccountMail, "kind" | "fields">,
) {
  const about = { to: account.email, appUserId: account.sub };
  return tenancy.runShared((db) => sendAccountMail({ db, now: now(), adapters }, { ...mail, ...about } as AccountMail));
}

/**
 * Sets a new password by a mailed link and ends every session of the account. The address has shown to be the owner's.
 *
 * @throws 400 for a bad password (the link stays good); Conflict with the link's problem as its reason.
 */
export async function resetPassword(deps: AccountDeps, input: { token: string; password: string }): Promise<void> {
  const done = await deps.identity.resetPassword(input.token, input.password);
  if ("sub" in done) {
    await endSessionsOf({ ...deps, vault: deps.adapters.vault }, deps.now(), done.sub);
    return confirmProfilesOf(deps, deps.now(), done.sub);
  }
  if (done.problem === "invalid") throw invalid("password", done.message);
  throw conflict(problems.password[done.problem], done.problem);
}

/** Confirms the address of an account by a mailed link; its profiles are confirmed by it. @throws Conflict */
export async function confirmEmail(deps: AccountDeps, token: string): Promise<void> {
  const done = await deps.identity.confirmEmail(token);
  if (!("sub" in done)) throw conflict(problems.confirmation[done.problem], done.problem);
  await confirmProfilesOf(deps, deps.now(), done.sub);
}

/** Parts an account from a sign-in at a partner. @throws 404 for one that is not its own, Conflict for its last way in. */
export async function unlinkSignIn(
  { identity }: Pick<AccountDeps, "identity">,
  sub: string,
  id: string,
): Promise<void> {
  const outcome = await identity.unlinkSignIn(sub, id);
  if (outcome === "unknown") throw notFound("The sign-in");
  if (outcome === "done") return;
  throw conflict(
    "This is your only way in. Log out, choose “Forgot password?” to set a password, then disconnect it.",
    "lastWayIn",
  );
}
