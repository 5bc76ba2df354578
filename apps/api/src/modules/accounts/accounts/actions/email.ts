import type { OwnerProof } from "../../../../adapters/identity/factors.ts";
import { conflict, invalid, Refusal, unauthenticated } from "../../../../errors.ts";
import { confirmProfilesOf, followEmail } from "../../../people/index.ts";
import { endSessionsBut } from "../../sessions/actions/end-session.ts";
import { beginChange, dropChange, endChange, type PendingChange } from "./changes.ts";
import { type AccountDeps, type FinishingIdentity, linkProblems, notifyOwner, writeToAccount } from "./links.ts";
import { type Owner, prove } from "./owner.ts";

/** Hours that a link to a new address works; the identity service has the same number. */
const linkHours = 24;

/**
 * Begins a change of address: mails a link to the new address and a notice to the present one. If the new address has an account,
 * only its reader learns of it: neither the answer nor its timing tells.
 *
 * @throws 400 for a wrong proof or a bad address; 429 after too many wrong ones, or too many addresses.
 */
export async function askNewEmail(
  deps: AccountDeps,
  owner: Owner,
  input: { email: string; proof: OwnerProof },
): Promise<void> {
  await prove(deps, owner, input.proof);
  const account = await deps.identity.accountById(owner.appUserId);
  if (!account) throw unauthenticated();
  const email = input.email.trim();
  if (email === account.email) throw invalid("email", "This is already your email address.");
  const answer = await deps.identity.askEmail(owner.appUserId, email);
  if ("problem" in answer) throw invalid("email", answer.message);
  if (answer.asked === null) {
    throw new Refusal("tooMany", "You asked for several address changes within the last hour. Try again in an hour.", {
      retryAfter: 3600,
    });
  }
  const { token } = answer.asked;
  const other = await deps.identity.accountByEmail(email);
  const taken = other !== null && other.sub !== owner.appUserId;
  const { supportEmail } = deps.adapters.site;
  const to = { sub: account.sub, email };
  await (taken
    ? writeToAccount(deps, to, { kind: "emailTaken", fields: { path: "/login" } })
    : writeToAccount(deps, to, {
        kind: "emailChange",
        fields: { hours: linkHours, path: `/account/confirm-email?token=${token}` },
      }));
  await notifyOwner(deps, account, { kind: "emailChangeAsked", fields: { supportEmail } });
}

/**
 * Makes the address that received the link the account's address. Every session ends except the owner's own, if the link was
 * opened where they are signed in. Profiles with the address before get the new one, and the address before is told.
 *
 * @throws Conflict with the link's problem as its reason, or `taken`.
 */
export async function confirmNewEmail(
  deps: AccountDeps,
  signedIn: { appUserId: string; sessionId: string | null } | null,
  token: string,
): Promise<{ email: string }> {
  const link = await deps.identity.readEmailLink(token);
  if ("problem" in link) throw conflict(linkProblems.email[link.problem], link.problem);
  const before = await deps.identity.accountById(link.sub);
  const keep = signedIn?.appUserId === link.sub ? signedIn.sessionId : null;
  // Recorded first: if this is interrupted after the address has changed, the profiles still follow.
  const begun = await beginChange(deps, deps.now(), link.sub, "email", { before: link.before, email: link.email });
  const changed = await deps.identity.changeEmail(token, keep);
  if ("problem" in changed) {
    await settle(deps, begun);
    if (changed.problem !== "taken") throw conflict(linkProblems.email[changed.problem], changed.problem);
    throw conflict("This address now belongs to another account. Choose a different address.", "taken");
  }
  await endSessionsBut(deps, deps.now(), changed.sub, { keep, ended: changed.ended });
  if (before?.email === changed.before) {
    const { supportEmail } = deps.adapters.site;
    await notifyOwner(deps, before, { kind: "emailChanged", fields: { supportEmail } });
  }
  await followNewEmail(deps, begun);
  return { email: changed.email };
}

/**
 * Finishes a change when a link is used several times at once: one use changes the address, and the others may have recorded what
 * remains.
 */
async function settle(deps: AccountDeps, begun: PendingChange<"email">): Promise<void> {
  const account = await deps.identity.accountById(begun.appUserId);
  if (account?.email === begun.content.email) await followNewEmail(deps, begun);
  else await dropChange(deps, begun);
}

/** Gives the new address to the profiles that had the account's address, organization by organization. Repeating it changes nothing. */
export async function followNewEmail(
  deps: AccountDeps<FinishingIdentity>,
  begun: PendingChange<"email">,
): Promise<void> {
  const account = await deps.identity.accountById(begun.appUserId);
  if (account?.email !== begun.content.email) return dropChange(deps, begun);
  await followEmail(deps, deps.now(), begun.appUserId, begun.content);
  // Its owner receives mail there, whether or not the address before was confirmed.
  await confirmProfilesOf(deps, deps.now(), begun.appUserId);
  await endChange(deps, deps.now(), begun);
}
