import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { getNextStepFromToken, registerAccount } from "@touchline/contract/joining/invitations";
import { signupStep } from "@touchline/rules";
import type { AccountFacts } from "../../../../adapters/identity/port.ts";
import type { Call } from "../../../../call.ts";
import type { OrganizationId } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import type { BackgroundWork } from "../../../../http/after-response.ts";
import type { Visit } from "../../../../http/mount.ts";
import { acceptInvitationByLink, type LinkDeps, nextStepForInvitation, tokenHash } from "../../../joining/index.ts";
import { type AccountDeps, mailOwnConfirmation, ownAccount } from "../../accounts/actions/links.ts";
import { accept } from "../../policies/actions.ts";
import { policyText } from "../../policies/queries.ts";
import { pathOf, shownSignup, signupUrlById } from "../queries.ts";
import { goodUrlFor, joinByUrl } from "./join.ts";

export type SignupDeps = AccountDeps & LinkDeps & { backgroundWork: BackgroundWork };
type Found = { organizationId: OrganizationId; signupUrlId: string };

/** The actor of a link's holder who isn't signed in: the system, within the link's organization. */
function within<Result>(
  visit: Visit,
  { adapters }: SignupDeps,
  { organizationId, signupUrlId }: Found,
  work: (call: Call, signupUrlId: string) => Promise<Result>,
): Promise<Result> {
  const actor = { kind: "system", name: "signup" } as const;
  return visit.tenancy.run(organizationId, (db) =>
    work({ actor, organizationId, db, now: visit.now, adapters }, signupUrlId),
  );
}

/**
 * Returns the next step for the holder of an invitation or a sign-up link. It reveals no account but the one that asks: anybody
 * else is asked for an address, and every address is answered alike.
 */
export async function nextStep(
  visit: Visit,
  deps: SignupDeps,
  token: string,
): Promise<ResponseOf<typeof getNextStepFromToken>> {
  const found = await visit.tenancy.organizationOfSignupUrl(tokenHash(token));
  if (!found) return { ...(await nextStepForInvitation(visit, deps, token)), signup: null };
  const { problem, signup } = await within(visit, deps, found, async (call, id) => {
    const url = await signupUrlById(call, id);
    const problem = url ? url.problem : "unknown";
    return { problem, signup: url && problem === null ? await shownSignup(call, url) : null };
  });
  const self = visit.identified && (await deps.identity.accountById(visit.identified.appUserId));
  const account = self ? (self.emailConfirmed ? "confirmed" : "unconfirmed") : "none";
  return {
    mode: "signup-url",
    step: signupStep({ problem, emailKnown: account !== "none", account }),
    problem,
    renewable: false,
    invitation: null,
    signup,
  };
}

/**
 * Accepts an invitation or joins by a sign-up link, depending on the token. What a new person agreed to is recorded with it, so that
 * nobody is asked again right after signing up.
 *
 * @throws as `acceptInvitationByLink`, `join`; NotFound for a version of a policy that was never published.
 */
export async function register(
  visit: Visit,
  deps: SignupDeps,
  body: BodyOf<typeof registerAccount>,
): Promise<ResponseOf<typeof registerAccount>> {
  const accepted = visit.identified ? [] : (body.accepted ?? []);
  for (const { type, version } of accepted) await visit.tenancy.runShared((db) => policyText(db, type, version));
  const found = await visit.tenancy.organizationOfSignupUrl(tokenHash(body.token));
  const registered = found
    ? await join(visit, deps, found, body)
    : { ...(await acceptInvitationByLink(visit, deps, body)), signInName: null, alreadyMember: false };
  for (const { type, version } of accepted) {
    const { tenancy, now } = visit;
    await accept({ tenancy, identity: deps.identity }, now, registered.appUserId, { acceptedType: type, version });
  }
  return registered;
}

/**
 * Joins by a sign-up link, signed in or with a new account. A new account has a placeholder name until its address is confirmed,
 * so that addresses with and without an account are treated alike; the mail tells its owner which it is.
 *
 * @throws Conflict with the problem of the link; 400; 429.
 */
async function join(visit: Visit, deps: SignupDeps, found: Found, body: BodyOf<typeof registerAccount>) {
  const { firstName, lastName, child } = body;
  const joinAs = (account: AccountFacts) =>
    within(visit, deps, found, (call, id) => joinByUrl(call, id, { account, firstName, lastName, child }));
  if (visit.identified) {
    const account = await ownAccount(deps, visit.identified.appUserId);
    return { appUserId: account.sub, email: account.email, signInName: null, ...(await joinAs(account)) };
  }
  const { account, attempt, at } = await newAccount(visit, deps, found, body);
  const joined = await joinAs(account);
  if (!joined.alreadyMember) {
    const join = {
      organization: at.organizationName,
      role: at.labelName,
      level: at.levelName,
      path: pathOf(body.token),
    };
    // If it isn't sent, or this process ends, the person asks again.
    deps.backgroundWork.begin(() => mailOwnConfirmation(deps, account.sub, { firstName: firstName ?? null, join }));
  }
  return { appUserId: account.sub, email: account.email, signInName: attempt, ...joined };
}

async function newAccount(visit: Visit, deps: SignupDeps, found: Found, body: BodyOf<typeof registerAccount>) {
  const { email, password, attempt, firstName, lastName } = body;
  if (email === undefined) throw invalid("email", "Enter a valid email address.");
  if (firstName === undefined) throw invalid("firstName", "Enter your first name.");
  if (lastName === undefined) throw invalid("lastName", "Enter your last name.");
  if (password === undefined) throw invalid("password", "Choose a password.");
  if (attempt === undefined)
    throw invalid("attempt", "The request needs a random ID that stays the same when it is sent again.");
  const at = await within(visit, deps, found, async (call, id) => shownSignup(call, await goodUrlFor(call, id, email)));
  const made = await deps.identity.createAccount({ email, password, emailConfirmed: false, waitsAs: attempt });
  if ("problem" in made && made.problem === "invalid") throw invalid("password", made.message);
  // The id of the attempt is taken, and nobody else has it: this is the same person again.
  const account: AccountFacts | null =
    "sub" in made
      ? { sub: made.sub, email: email.trim(), emailConfirmed: false }
      : await deps.identity.accountByEmail(attempt);
  if (!account) throw conflict("You've already signed up. Log in with your email address and password.", "signedUp");
  return { account, attempt, at };
}
