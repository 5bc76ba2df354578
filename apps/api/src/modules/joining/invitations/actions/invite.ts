import { createHash, randomBytes } from "node:crypto";
import { invitationDays } from "@touchline/contract/joining/invitations";
import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { invitation, invitationToken } from "../../../../schema/joining.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { lockPeople } from "../../../compliance/index.ts";
import { addMember, type NewPerson, withLocks } from "../../../people/index.ts";
import { guardiansOfMembers, guardiansOfMinors, minorsAmong, sameAddress } from "../queries.ts";
import { mailInvitations } from "./mail.ts";

const day = 86_400_000;
const minute = 60_000;

/** People handled by one set of statements. */
const batch = 1000;

/** How long to wait before sending another link, in milliseconds, because the first may still be on its way. */
const rest = { colleague: minute, self: 10 * minute };

/**
 * What came of inviting somebody. Whoever is under 18 has no account of their own: `guardianSent`, `guardianActivated` and
 * `guardianInvited` say it of a guardian, and `minor` that there is none who could be invited.
 */
export type InvitationOutcome =
  | "sent"
  | "activated"
  | "noEmail"
  | "justSent"
  | "invited"
  | "left"
  | "minor"
  | "guardianSent"
  | "guardianInvited"
  | "guardianActivated";

/** SHA-256 of a link's token: all of it that is kept. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest();

/**
 * Invites these people by mail, day 0 of the activation series, in a fixed number of statements. Nobody is invited who is
 * active, is under 18, has no address or has left, nor again while an invitation is good. The caller authorizes.
 */
export function invite(call: Call, profileIds: readonly string[]): Promise<Map<string, InvitationOutcome>> {
  return send(call, profileIds, null);
}

/** Adds a member, and invites them or the guardians of a minor, in one transaction. @throws as `addMember` */
export async function addAndInvite(
  call: Call,
  input: { levelId: string; labelId: string; profileId?: string | undefined; person?: NewPerson | undefined },
): Promise<{ profileId: string; profileLevelAccessId: string; invitation: InvitationOutcome }> {
  const guardians = input.profileId ? await guardiansOfMinors(call, [input.profileId]) : [];
  const added = await addMember(
    call,
    input,
    guardians.map((one) => one.guardian),
  );
  const outcomes = await sendOrToGuardians(call, [added.profileId], null);
  return { ...added, invitation: outcomes.get(added.profileId) ?? "left" };
}

/**
 * Sends the invitation again, in place of any before; of a minor, that of their guardians. All or nothing as to permission; each member has an outcome.
 *
 * @throws NotFound, Forbidden
 */
export async function resendActivation(unlocked: Call, input: { profileLevelAccessIds: readonly string[] }) {
  const membershipIds = [...new Set(input.profileLevelAccessIds)];
  const guardians = await guardiansOfMembers(unlocked, membershipIds);
  const call = await withLocks(unlocked, { peopleOf: membershipIds, people: guardians });
  const members = await call.db
    .select({
      profileLevelAccessId: profileLevelAccess.profileLevelAccessId,
      profileId: profileLevelAccess.profileId,
      levelPre: level.pre,
    })
    .from(profileLevelAccess)
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .where(and(ours(profileLevelAccess, call), inArray(profileLevelAccess.profileLevelAccessId, membershipIds)));
  if (members.length < membershipIds.length) throw notFound("member");
  for (const { levelPre } of members) authorize(call, "members.add", { levelPre });
  const outcomes = await sendOrToGuardians(
    call,
    members.map((member) => member.profileId),
    rest.colleague,
  );
  return {
    results: members.map(({ profileLevelAccessId, profileId }) => ({
      profileLevelAccessId,
      outcome: shownOutcome(outcomes.get(profileId)),
    })),
  };
}

/**
 * Sends the invitations of these people again, of minors those of their guardians; by profile, in a fixed number of statements.
 * The caller has judged each of them, and holds them with their guardians.
 */
export const resendTo = (call: Call, profileIds: readonly string[]): Promise<Map<string, InvitationOutcome>> =>
  sendOrToGuardians(call, profileIds, rest.colleague);

function shownOutcome(outcome: InvitationOutcome | undefined) {
  if (outcome === undefined || outcome === "left" || outcome === "invited") throw notFound("member");
  // A repeated request sends nothing only if an email was sent a moment ago.
  return outcome === "guardianInvited" ? "justSent" : outcome;
}

/**
 * Creates a link to hand to a person, in addition to the emailed one. If there is no valid invitation, one is sent.
 *
 * @returns the path, or null if the person is active, has left, or has no address. The caller authorizes.
 */
export async function invitationLink(call: Call, profileId: string): Promise<string | null> {
  await invite(call, [profileId]);
  const [open] = await call.db
    .select({ invitationId: invitation.invitationId })
    .from(invitation)
    .where(
      and(
        ours(invitation, call),
        eq(invitation.profileId, profileId),
        isNull(invitation.acceptedAt),
        isNull(invitation.supersededAt),
        gt(invitation.expiresAt, call.now),
      ),
    );
  return open ? `/signup?token=${await newLinkToken(call, open.invitationId)}` : null;
}

/** A new link in place of one that ran out, on the wish of who holds that one. To the person's own address, or not at all. */
export async function renewInvitation(call: Call, profileId: string): Promise<void> {
  await send(call, [profileId], rest.self);
}

/** Invites these people, and in place of minors their guardians. @param again as of `send` */
async function sendOrToGuardians(
  call: Call,
  profileIds: readonly string[],
  again: number | null,
): Promise<Map<string, InvitationOutcome>> {
  const outcomes = await send(call, profileIds, again);
  const minors = [...outcomes].flatMap(([id, outcome]) => (outcome === "minor" ? [id] : []));
  if (minors.length === 0) return outcomes;
  const pairs = await guardiansOfMinors(call, minors);
  const theirs = await send(
    call,
    pairs.map((one) => one.guardian),
    again,
  );
  for (const { guardian, child } of pairs) {
    const outcome = asGuardian[theirs.get(guardian) ?? "left"];
    const before = outcomes.get(child);
    if (outcome && (before === "minor" || outcome === "guardianSent")) outcomes.set(child, outcome);
  }
  return outcomes;
}

/** Maps the outcome of inviting a guardian to the outcome shown for the child. */
const asGuardian: Partial<Record<InvitationOutcome, InvitationOutcome>> = {
  sent: "guardianSent",
  justSent: "guardianInvited",
  invited: "guardianInvited",
  activated: "guardianActivated",
};

/** @param again milliseconds after which an open invitation may be replaced; null leaves one that is good. */
async function send(
  call: Call,
  profileIds: readonly string[],
  again: number | null,
): Promise<Map<string, InvitationOutcome>> {
  const people = [...new Set(profileIds)].sort();
  const outcomes = new Map<string, InvitationOutcome>();
  for (let start = 0; start < people.length; start += batch) {
    await sendSome(call, people.slice(start, start + batch), again, outcomes);
  }
  return outcomes;
}

async function sendSome(
  call: Call,
  people: readonly string[],
  again: number | null,
  outcomes: Map<string, InvitationOutcome>,
) {
  // Two who invite one person at once take turns, and the second sees what the first did.
  await lockPeople(call, people);
  const minors = await minorsAmong(call, people);
  const rows = await call.db
    .select({
      profileId: profile.profileId,
      email: profile.email,
      appUserId: profile.appUserId,
      activatedAt: profile.activatedAt,
      archivedAt: profile.archivedAt,
      open: invitation,
    })
    .from(profile)
    .leftJoin(
      invitation,
      and(
        onKey(invitation.profileId, profile.profileId),
        isNull(invitation.acceptedAt),
        isNull(invitation.supersededAt),
      ),
    )
    .where(and(ours(profile, call), inArray(profile.profileId, [...people])));
  const chosen = rows.flatMap(({ open, ...person }) => {
    const minor = minors.has(person.profileId);
    const outcome = outcomeFor({ ...person, minor }, open, again, call.now);
    outcomes.set(person.profileId, outcome);
    return outcome === "sent" ? [{ profileId: person.profileId, email: person.email as string }] : [];
  });
  if (chosen.length > 0) await write(call, chosen);
}

function outcomeFor(
  person: {
    email: string | null;
    appUserId: string | null;
    activatedAt: Date | null;
    archivedAt: Date | null;
    minor: boolean;
  },
  open: typeof invitation.$inferSelect | null,
  again: number | null,
  now: Date,
): InvitationOutcome {
  if (person.archivedAt !== null) return "left";
  if (person.appUserId !== null || person.activatedAt !== null) return "activated";
  if (person.minor) return "minor";
  if (person.email === null) return "noEmail";
  if (open === null || !sameAddress(open.email, person.email)) return "sent";
  if (again === null) return open.expiresAt > now ? "invited" : "sent";
  return now.getTime() - open.createdAt.getTime() < again ? "justSent" : "sent";
}

/** Creates a link that is accepted by email. Its token is returned here once, and only its hash is stored. */
export async function newLinkToken(call: Call, invitationId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await call.db
    .insert(invitationToken)
    .values({ organizationId: call.organizationId, tokenHash: tokenHash(token), invitationId });
  return token;
}

/** Voids unused links of these people. */
export async function voidInvitations(call: Call, profileIds: readonly string[]): Promise<void> {
  await call.db
    .update(invitation)
    .set({ supersededAt: call.now })
    .where(
      and(
        ours(invitation, call),
        inArray(invitation.profileId, [...profileIds]),
        isNull(invitation.acceptedAt),
        isNull(invitation.supersededAt),
      ),
    );
}

async function write(call: Call, people: readonly { profileId: string; email: string }[]): Promise<void> {
  const links = people.map((person) => {
    const token = randomBytes(32).toString("base64url");
    return { ...person, token, tokenHash: tokenHash(token), invitationId: newId() };
  });
  await voidInvitations(
    call,
    links.map((link) => link.profileId),
  );
  const expiresAt = new Date(call.now.getTime() + invitationDays * day);
  await call.db.insert(invitation).values(
    links.map(({ invitationId, profileId, email }) => ({
      organizationId: call.organizationId,
      invitationId,
      profileId,
      email,
      invitedBy: actingProfile(call),
      createdAt: call.now,
      expiresAt,
    })),
  );
  await call.db
    .insert(invitationToken)
    .values(
      links.map(({ tokenHash, invitationId }) => ({ organizationId: call.organizationId, tokenHash, invitationId })),
    );
  await audit(
    call,
    links.map(({ invitationId, profileId }) => ({
      action: "person.invited",
      ...{ subjectId: profileId, profileId, facts: { invitationId } },
    })),
  );
  await mailInvitations(call, links, expiresAt);
}
