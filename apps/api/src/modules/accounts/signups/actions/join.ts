import type { SignupUrlProblem } from "@touchline/contract";
import { waitInWords } from "@touchline/contract/wait";
import { isMinor, mostChildren } from "@touchline/rules";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, Refusal } from "../../../../errors.ts";
import { signupUrl, signupUrlUse } from "../../../../schema/accounts.ts";
import { lockDuties, lockPeople } from "../../../compliance/index.ts";
import { acceptForAccount, addGuardian, invitedProfile } from "../../../joining/index.ts";
import { addMember, childrenOf, createProfile, endMany, outcomeOfOne } from "../../../people/index.ts";
import {
  childNamed,
  type FoundUrl,
  latelyMade,
  membershipAt,
  profileOf,
  signupUrlById,
  unconfirmedClaims,
} from "../queries.ts";

/** What each problem of a link means, and what to do. */
const problems: Record<SignupUrlProblem, string> = {
  unknown: "This link isn't complete. Open it again, or ask the person who gave it to you for a new one.",
  revoked: "This sign-up link no longer works. Ask your club or team for a new one.",
  ended: "This sign-up link has expired. Ask your club or team for a new one.",
  full: "This sign-up link has reached its limit. Ask your club or team for a new one.",
};

/** @throws Conflict with the problem as its reason. */
export function refuseUrl(problem: SignupUrlProblem): never {
  throw conflict(problems[problem], problem);
}

/** Returns a link that somebody can sign up by now. @throws Conflict */
export async function goodUrl(call: Call, signupUrlId: string): Promise<FoundUrl> {
  const found = await signupUrlById(call, signupUrlId);
  return found === null || found.problem !== null ? refuseUrl(found?.problem ?? "unknown") : found;
}

/** New accounts with one address by one link within an hour, so that nobody's mailbox is flooded. */
const mostWithOneAddress = 5;
const hour = 3_600_000;

/**
 * Returns a link that somebody new can sign up by now. Repeated attempts with one address have to wait; whether the address has
 * an account isn't checked.
 *
 * @throws Conflict, 429
 */
export async function goodUrlFor(call: Call, signupUrlId: string, email: string): Promise<FoundUrl> {
  const found = await goodUrl(call, signupUrlId);
  const since = new Date(call.now.getTime() - hour);
  const made = await latelyMade(call, { signupUrlId, email, since, most: mostWithOneAddress });
  const oldest = made[mostWithOneAddress - 1];
  if (!oldest) return found;
  const retryAfter = Math.max(1, Math.ceil((oldest.joinedAt.getTime() + hour - call.now.getTime()) / 1000));
  throw new Refusal(
    "tooMany",
    `This address was used here several times. Check your email, or try again in ${waitInWords(retryAfter)}.`,
    { retryAfter },
  );
}

export type Joining = {
  account: { sub: string; email: string; emailConfirmed: boolean };
  /** The person's names; required if they aren't known here yet. */
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** The child who becomes a member, if it isn't the person. */
  child?: { firstName: string; lastName: string; dateOfBirth: string } | undefined;
};

/**
 * Joins by a sign-up link as this account, or has a child join. Repeated and concurrent calls change nothing.
 *
 * @throws Conflict when nobody can sign up by it (anymore); 400 for missing names, and for a child of age.
 */
export async function joinByUrl(call: Call, signupUrlId: string, joining: Joining) {
  const { account, child } = joining;
  const { url } = await goodUrl(call, signupUrlId);
  if (child) await refuseOfAge(call, child.dateOfBirth);
  await lockDuties(call, "memberships");
  // Of concurrent calls for one account, the first creates the profile.
  await call.db.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('signup' || organization_id::text || ${account.sub}, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`);
  const own = await profileOf(call, account.sub);
  const waiting = own ? null : await waitingAs(call, joining);
  const before = own ?? waiting;
  const known = child && before ? await childNamed(call, before, child) : null;
  const claims = account.emailConfirmed
    ? await unconfirmedClaims(call, { ...url, email: account.email, appUserId: account.sub, child })
    : [];
  const guarded = waiting ? await childrenOf(call, waiting) : [];
  const people = [before, known, ...guarded, ...claims.map((claim) => claim.profileId)];
  await lockPeople(
    call,
    people.filter((id) => id !== null),
  );
  if (waiting) await acceptForAccount(call, waiting, account.sub);
  const profileId = before ?? (await newProfile(call, joining));
  const memberId = child ? (known ?? (await newChild(call, profileId, child))) : profileId;
  if (await membershipAt(call, memberId, url)) return { profileId, alreadyMember: true };
  // Created by somebody who gave this address and couldn't confirm it; its owner is joining now.
  const claimed = claims.map((claim) => claim.profileLevelAccessId);
  outcomeOfOne(await endMany(call, claimed));
  const { profileLevelAccessId } = await addMember(call, { ...url, profileId: memberId });
  await countUse(call, signupUrlId);
  await call.db.insert(signupUrlUse).values({
    organizationId: call.organizationId,
    signupUrlId,
    profileLevelAccessId,
    profileId,
    waited: !account.emailConfirmed,
    joinedAt: call.now,
  });
  return { profileId, alreadyMember: false };
}

/** Counts the use last, so that concurrent sign-ups wait for one another briefly. */
async function countUse(call: Call, signupUrlId: string): Promise<void> {
  const counted = await call.db
    .update(signupUrl)
    .set({ uses: sql`${signupUrl.uses} + 1` })
    .where(
      and(
        ours(signupUrl, call),
        eq(signupUrl.signupUrlId, signupUrlId),
        isNull(signupUrl.revokedAt),
        or(isNull(signupUrl.endsAt), gt(signupUrl.endsAt, call.now)),
        or(isNull(signupUrl.maxUses), sql`${signupUrl.uses} < ${signupUrl.maxUses}`),
      ),
    )
    .returning({ id: signupUrl.signupUrlId });
  if (counted.length > 0) return;
  const now = await signupUrlById(call, signupUrlId);
  refuseUrl(now?.problem ?? "revoked");
}

/** Finds a person who was added before with this confirmed address and name. */
async function waitingAs(call: Call, { account, firstName, lastName }: Joining): Promise<string | null> {
  if (!account.emailConfirmed || firstName === undefined || lastName === undefined) return null;
  return invitedProfile(call, { email: account.email, firstName, lastName });
}

function newProfile(call: Call, { account, firstName, lastName }: Joining): Promise<string> {
  if (firstName === undefined) throw invalid("firstName", "Enter your first name.");
  if (lastName === undefined) throw invalid("lastName", "Enter your last name.");
  return createProfile(
    call,
    { firstName, lastName, email: account.email, dateOfBirth: null },
    { appUserId: account.sub, activatedAt: call.now, confirmedAt: account.emailConfirmed ? call.now : null },
  );
}

async function newChild(call: Call, guardianProfileId: string, child: NonNullable<Joining["child"]>) {
  if ((await childrenOf(call, guardianProfileId)).length >= mostChildren) {
    throw conflict(
      "Your family has reached the maximum number of children. Ask an administrator to add more.",
      "tooManyChildren",
    );
  }
  const childProfileId = await createProfile(call, { ...child, email: null }, null);
  await addGuardian(call, { guardianProfileId, childProfileId });
  return childProfileId;
}

async function refuseOfAge(call: Call, dateOfBirth: string): Promise<void> {
  const { timeZone } = await organizationFacts(call);
  const born = Date.parse(dateOfBirth);
  if (born <= call.now.getTime() && isMinor(dateOfBirth, call.now.getTime(), timeZone)) return;
  throw invalid("child.dateOfBirth", "A child must be under 18. Adults sign up with their own email address.");
}
