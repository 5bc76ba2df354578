import type { BodyOf, InvitationProblem, ResponseOf } from "@touchline/contract";
import type { getNextStepFromToken, registerAccount } from "@touchline/contract/joining/invitations";
import { isRenewable, signupStep } from "@touchline/rules";
import type { IdentityPort } from "../../../../adapters/identity/port.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { conflict, invalid, unauthenticated } from "../../../../errors.ts";
import type { Visit } from "../../../../http/mount.ts";
import { invitationById, shownInvitation } from "../queries.ts";
import { acceptInvitation, goodInvitation, refuse } from "./accept.ts";
import { renewInvitation, tokenHash } from "./invite.ts";

type Shown = NonNullable<ResponseOf<typeof getNextStepFromToken>["invitation"]>;

/** The target of a link, as shown to its holder: the invited address, why it does not work, and the page's contents. */
export type FoundLink = { email: string; problem: InvitationProblem | null; details: Shown };

/** The account that accepts a link, with the details a new person entered. */
export type Taking = {
  appUserId: string;
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

/** Links that lead to something else than a profile that waits, with the same steps. */
export type OtherLinks = {
  find(call: Call, id: string): Promise<FoundLink | null>;
  /** @throws Conflict if it can't be accepted, or not anymore. */
  take(call: Call, id: string, taking: Taking): Promise<{ profileId: string }>;
};

export type LinkDeps = { identity: IdentityPort; adapters: Adapters; guardians: OtherLinks };

/** Runs a link holder's action before they are identified, as the system within the organization of the link. */
async function within<Result>(
  visit: Visit,
  { adapters }: LinkDeps,
  token: string,
  work: (call: Call, invitationId: string) => Promise<Result>,
): Promise<Result | null> {
  const found = await visit.tenancy.organizationOfInvitation(tokenHash(token));
  if (!found) return null;
  const { organizationId, invitationId } = found;
  const actor = { kind: "system", name: "invitation" } as const;
  return visit.tenancy.run(organizationId, (db) =>
    work({ actor, organizationId, db, now: visit.now, adapters }, invitationId),
  );
}

/**
 * Returns the next step for the holder of a link. It reveals only whether the invited address has an account, and only to the email's
 * recipient.
 */
export async function nextStepForInvitation(
  visit: Visit,
  deps: LinkDeps,
  token: string,
): Promise<Omit<ResponseOf<typeof getNextStepFromToken>, "signup">> {
  const found = await within(visit, deps, token, async (call, invitationId) => {
    const invitation = await invitationById(call, invitationId);
    if (!invitation) {
      const other = await deps.guardians.find(call, invitationId);
      return other && { ...other, renewable: false };
    }
    return { ...invitation, details: await shownInvitation(call, invitation), renewable: true };
  });
  const problem = found ? found.problem : "unknown";
  const account = found && problem === null ? await accountOf(deps, found.email) : "none";
  return {
    mode: "invitation",
    step: signupStep({ problem, emailKnown: true, account }),
    problem,
    renewable: problem !== null && isRenewable[problem] && found?.renewable !== false,
    invitation: problem === null && found ? found.details : null,
  };
}

async function accountOf({ identity }: LinkDeps, email: string) {
  const account = await identity.accountByEmail(email);
  if (account === null) return "none";
  return account.emailConfirmed ? "confirmed" : "unconfirmed";
}

/**
 * Takes up an invitation, as who is signed in or with a new account. The account is made first: should the rest fail, the
 * person finds it by logging in, and the link still works.
 *
 * @throws Conflict with the problem of the link, `accountExists` or `needToConfirmEmail`; 400 for a bad password.
 */
export async function acceptInvitationByLink(
  visit: Visit,
  deps: LinkDeps,
  body: Pick<BodyOf<typeof registerAccount>, "token" | "password" | "firstName" | "lastName">,
): Promise<Pick<ResponseOf<typeof registerAccount>, "appUserId" | "profileId" | "email">> {
  const { token, password, firstName, lastName } = body;
  const invited =
    (await within(visit, deps, token, async (call, id) => {
      const other = (await invitationById(call, id)) ? null : await deps.guardians.find(call, id);
      if (!other) return { ...(await goodInvitation(call, id)), other: false };
      return other.problem === null ? { email: other.email, other: true } : refuse(other.problem);
    })) ?? refuse("unknown");
  const account = await accountTaking(visit, deps, invited.email, password);
  const taking = { firstName, lastName, appUserId: account.sub };
  const accepted = await within(visit, deps, token, (call, invitationId) =>
    invited.other
      ? deps.guardians.take(call, invitationId, { ...taking, email: account.email })
      : acceptInvitation(call, { ...taking, invitationId }),
  );
  const { profileId } = accepted ?? refuse("unknown");
  return { appUserId: account.sub, profileId, email: account.email };
}

async function accountTaking(visit: Visit, { identity }: LinkDeps, email: string, password: string | undefined) {
  if (visit.identified) {
    const account = await identity.accountById(visit.identified.appUserId);
    if (!account) throw unauthenticated();
    if (account.emailConfirmed) return account;
    throw conflict("Confirm your email address first. Open the link in the email we sent you.", "needToConfirmEmail");
  }
  if (password === undefined) throw invalid("password", "Choose a password.");
  // The holder of the link has proved that they receive email at the address.
  const made = await identity.createAccount({ email, password, emailConfirmed: true });
  if ("sub" in made) return { sub: made.sub, email };
  if (made.problem === "invalid") throw invalid("password", made.message);
  throw conflict("You already have an account with this address. Log in to accept the invitation.", "accountExists");
}

/** Sends a new link in place of one that has run out or was replaced; of any other link, and too soon, nothing happens. */
export async function renew(visit: Visit, deps: LinkDeps, token: string): Promise<void> {
  await within(visit, deps, token, async (call, invitationId) => {
    const found = await invitationById(call, invitationId);
    if (found?.problem && isRenewable[found.problem]) await renewInvitation(call, found.profileId);
  });
}
