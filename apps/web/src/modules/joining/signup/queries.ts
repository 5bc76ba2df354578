import { queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { correctOwnEmail, getOwnEmail, resendOwnConfirmation } from "@touchline/contract/accounts/accounts";
import { getNextStepFromToken, registerAccount } from "@touchline/contract/joining/invitations";
import { CallFailed, call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { keepTabProfile } from "../../../session/browser-storage.ts";
import { readClaims } from "../../../session/claims.ts";
import { readSecurity } from "../../../session/security.ts";
import { SecondFactorRequired, signIn, signInProblem } from "../../../session/sign-in.ts";
import { switchProfile } from "../../../session/switch-profile.ts";

export type NextStep = ResponseOf<typeof getNextStepFromToken>;
export type Signup = NonNullable<NextStep["signup"]>;
export type Invitation = NonNullable<NextStep["invitation"]>;

/** The storage key of what is typed into the form of a link. */
export const typedForm = (token: string) => `signup.${token}`;

/** The next step for the holder of a link. Never cached, because the link may have been used on another device. */
export const nextStepQuery = (token: string) =>
  queryOptions({
    queryKey: ["signup", token],
    queryFn: ({ signal }) => call(getNextStepFromToken, { query: { token } }, { signal }),
  });

export type AcceptedPolicies = NonNullable<BodyInput<typeof registerAccount>["accepted"]>;

/** Who accepts an invitation: a new person, the owner of the invited address's account, or the person who is logged in. */
export type Taker =
  | { as: "new"; firstName: string; lastName: string; password: string; accepted: AcceptedPolicies }
  | { as: "account"; email: string; password: string }
  | { as: "loggedIn" };

/** People who follow an email may use any device: half a day is enough to begin. */
const remember = false;

/** The account exists, and only logging in failed here: the login page continues. */
export class LogInNow extends Error {
  /** Whether the invitation is still open, so that it can be accepted after the login. */
  readonly thenBack: boolean;

  constructor(cause: unknown, { thenBack }: { thenBack: boolean }) {
    super("", { cause });
    this.thenBack = thenBack;
  }
}

/** Accepts an invitation and continues as the invited person. @throws CallFailed fit to be shown; LogInNow. */
export async function takeUp(token: string, taker: Taker): Promise<void> {
  if (taker.as === "account") await logIn(taker.email, taker.password);
  const { email, profileId } = await call(registerAccount, { body: { token, ...written(taker) } });
  if (taker.as === "new") {
    await signIn(email, taker.password, remember).catch((error: unknown) => {
      throw new LogInNow(error, { thenBack: false });
    });
  }
  await becomeProfile(profileId);
}

/** The fields of a new person; account owners fill in nothing. */
function written(taker: Taker) {
  if (taker.as !== "new") return {};
  const { firstName, lastName, password, accepted } = taker;
  return { firstName, lastName, password, accepted };
}

/** A wrong password gets a message of its own and isn't a validation error of a field. */
async function logIn(email: string, password: string): Promise<void> {
  await signIn(email, password, remember).catch((error: unknown) => {
    if (error instanceof SecondFactorRequired) throw new LogInNow(error, { thenBack: true });
    const status = error instanceof CallFailed ? error.status : 0;
    throw new CallFailed(signInProblem(error) ?? messageOf(error), status);
  });
}

type Registering = BodyInput<typeof registerAccount>;
/** Who becomes a member: the person, or a child they act for. */
export type JoiningPerson = Pick<Registering, "firstName" | "lastName" | "child">;
export type SignupInput = JoiningPerson & {
  email: string;
  password: string;
  attempt: string;
  accepted: AcceptedPolicies;
};

/**
 * Joins with a new account by a sign-up URL, and logs in. The flow is the same for every address.
 *
 * @throws CallFailed with a message that can be shown; LogInNow.
 */
export async function joinAsNew(token: string, member: SignupInput): Promise<void> {
  const { email, profileId, signInName } = await call(registerAccount, { body: { token, ...member } });
  await signIn(signInName ?? email, member.password, remember).catch((error: unknown) => {
    throw new LogInNow(error, { thenBack: false });
  });
  await becomeProfile(profileId);
}

/** Joins as who is logged in. @returns whether there was such a membership before. @throws CallFailed */
export async function joinLoggedIn(token: string, joining: JoiningPerson): Promise<boolean> {
  const { profileId, alreadyMember } = await call(registerAccount, { body: { token, ...joining } });
  await becomeProfile(profileId);
  return alreadyMember;
}

/** The address of who is logged in, and whether it is confirmed. Another device may confirm it. */
export const ownEmailQuery = queryOptions({
  queryKey: ["ownEmail"],
  queryFn: ({ signal }) => call(getOwnEmail, {}, { signal }),
  refetchOnWindowFocus: true,
});

export const sendConfirmationAgain = () => call(resendOwnConfirmation);
export const correctEmail = (email: string) => call(correctOwnEmail, { body: { email } });

async function becomeProfile(profileId: string): Promise<void> {
  const claims = readClaims(readSecurity().token ?? "");
  if (claims?.currentProfileId === profileId) keepTabProfile(profileId);
  else await switchProfile(profileId);
}
