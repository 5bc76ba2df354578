import type { BodyOf } from "@touchline/contract";
import { guardianInvitationDays, type inviteGuardian as inviteCall } from "@touchline/contract/joining/families";
import { waitInWords } from "@touchline/contract/wait";
import { mostGuardians, tidy } from "@touchline/rules";
import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound, Refusal } from "../../../../errors.ts";
import { guardianInvitation, guardianInvitationChild } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { chosenByProfile, sendMail } from "../../../messages/index.ts";
import { withLocks } from "../../../people/index.ts";
import { newLinkToken } from "../../invitations/actions/invite.ts";
import { sameAddress } from "../../invitations/queries.ts";
import { guardiansOf, organizationToday } from "../queries/guardians.ts";
import {
  type FoundGuardianInvitation,
  guardianInvitationById,
  invitationMailKeyPrefix,
} from "../queries/invitation.ts";
import { openInvitations } from "../queries/overview.ts";
import { authorizeOver } from "./guardians.ts";

const day = 86_400_000;
const listOf = { en: new Intl.ListFormat("en"), es: new Intl.ListFormat("es") };

/**
 * Asks somebody by mail to be the second guardian of children of the actor. Whether they have an account shows in nothing.
 *
 * @throws NotFound (no child of the actor's); 400 (one's own address); Conflict (two guardians, or somebody is asked).
 */
export async function inviteGuardian(
  unlocked: Call,
  input: BodyOf<typeof inviteCall>,
): Promise<{ guardianInvitationId: string; expiresAt: string }> {
  const invitedBy = actingProfile(unlocked);
  const childProfileIds = [...new Set(input.childProfileIds)];
  // The lock serializes two guardians who invite the same person for one child at once.
  const call = await withLocks(unlocked, { people: childProfileIds });
  const mine = call.actor.kind === "person" ? call.actor.children : [];
  if (invitedBy === null || !childProfileIds.every((id) => mine.includes(id))) throw notFound("child");
  const people = await call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
    })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [invitedBy, ...childProfileIds])));
  const nameOf = new Map(people.map((one) => [one.profileId, one.firstName]));
  const guardians = await guardiansOf(call, childProfileIds);
  for (const id of childProfileIds) {
    const theirs = guardians.filter((one) => one.childProfileId === id);
    if (theirs.length >= mostGuardians) throw conflict(`${nameOf.get(id)} already has two guardians.`, "twoGuardians");
    if (theirs.some((one) => sameAddress(one.email, input.email))) {
      throw invalid("email", "This address belongs to a guardian already. Enter the second guardian's address.");
    }
  }
  const [openInvitation] = await openInvitations(call, childProfileIds);
  if (openInvitation) {
    throw conflict(
      `${openInvitation.firstName} ${openInvitation.lastName} was already invited for ${nameOf.get(openInvitation.childProfileId)}. Withdraw that invitation first.`,
      "invitedAlready",
    );
  }
  await refuseTooMany(call, invitedBy);
  const invited = { firstName: tidy(input.firstName), lastName: tidy(input.lastName), email: input.email.trim() };
  return ask(call, {
    invitedBy,
    invited,
    inviter: people.find((one) => one.profileId === invitedBy),
    children: childProfileIds.map((profileId) => ({ profileId, firstName: nameOf.get(profileId) ?? "" })),
  });
}

type Asking = {
  invitedBy: string;
  /** The name of the inviter. */
  inviter: { firstName: string; lastName: string } | undefined;
  invited: { firstName: string; lastName: string; email: string };
  children: readonly { profileId: string; firstName: string }[];
};

/** Writes an invitation with its link and its mail. The caller authorizes. */
async function ask(
  call: Call,
  { invitedBy, inviter, invited, children }: Asking,
): Promise<{ guardianInvitationId: string; expiresAt: string }> {
  const guardianInvitationId = newId();
  const expiresAt = new Date(call.now.getTime() + guardianInvitationDays * day);
  const { organizationId } = call;
  await call.db
    .insert(guardianInvitation)
    .values({ ...invited, organizationId, guardianInvitationId, invitedBy, createdAt: call.now, expiresAt });
  await call.db
    .insert(guardianInvitationChild)
    .values(
      children.map(({ profileId: childProfileId }) => ({ organizationId, guardianInvitationId, childProfileId })),
    );
  await audit(
    call,
    children.map(({ profileId }) => ({
      action: "guardianship.invited",
      ...{ subjectId: guardianInvitationId, profileId, values: { ...invited } },
    })),
  );
  const token = await newLinkToken(call, guardianInvitationId);
  const { name: organization, zone } = await organizationToday(call);
  const names = children.map((one) => one.firstName);
  await sendMail(call, {
    kind: "guardianInvitation",
    to: invited.email,
    profileId: null,
    language: await languageOf(call, invited.email, invitedBy),
    key: `${invitationMailKeyPrefix}${guardianInvitationId}`,
    fields: {
      firstName: invited.firstName,
      inviter: `${inviter?.firstName} ${inviter?.lastName}`,
      children: { en: listOf.en.format(names), es: listOf.es.format(names) },
      organization,
      until: {
        en: new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: zone }).format(expiresAt),
        es: new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone: zone }).format(expiresAt),
      },
      path: `/signup?token=${token}`,
    },
  });
  return { guardianInvitationId, expiresAt: expiresAt.toISOString() };
}

/**
 * Invites a second guardian at another address, in place of an invitation whose email was given up. Its link stops working.
 * The invitation stays that of the guardian who asked.
 *
 * @throws NotFound (none that the actor sees); Forbidden, Conflict (a child of the actor's own, as administrator); 400 (a
 *   guardian's address); Conflict (not open anymore, or delivered).
 */
export async function correctGuardianInvitation(
  unlocked: Call,
  { guardianInvitationId, email }: { guardianInvitationId: string; email: string },
): Promise<{ guardianInvitationId: string; expiresAt: string }> {
  const before = await guardianInvitationById(unlocked, guardianInvitationId);
  const call = await withLocks(unlocked, { people: before?.children.map((one) => one.profileId) ?? [] });
  const found = await guardianInvitationById(call, guardianInvitationId);
  if (!found) throw notFound("invitation");
  const { invitation, children, problem } = found;
  const mine = call.actor.kind === "person" ? call.actor.children : [];
  if (!children.some((one) => mine.includes(one.profileId))) {
    if (children.length === 0) throw notFound("invitation");
    for (const { profileId } of children) await authorizeOver(call, profileId);
  }
  if (problem !== null) throw conflict("This invitation isn't open anymore. Reload the page.", "concurrentChange");
  const ids = children.map((one) => one.profileId);
  const open = (await openInvitations(call, ids)).find((one) => one.guardianInvitationId === guardianInvitationId);
  if (!open?.undelivered) {
    throw conflict(
      "The email with this invitation was delivered. Withdraw the invitation to send another.",
      "delivered",
    );
  }
  if ((await guardiansOf(call, ids)).some((one) => sameAddress(one.email, email))) {
    throw invalid("email", "This address belongs to a guardian already. Enter the second guardian's address.");
  }
  await revoke(call, found);
  const [inviter] = await call.db
    .select({ firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, invitation.invitedBy)));
  const { firstName, lastName, invitedBy } = invitation;
  return ask(call, { invitedBy, inviter, children, invited: { firstName, lastName, email: email.trim() } });
}

/** The most invitations per guardian and day, so that inviting and withdrawing cannot flood a mailbox. */
const mostADay = 10;

async function refuseTooMany(call: Call, invitedBy: string): Promise<void> {
  const since = new Date(call.now.getTime() - day);
  const lately = await call.db
    .select({ at: guardianInvitation.createdAt })
    .from(guardianInvitation)
    .where(
      and(
        ours(guardianInvitation, call),
        eq(guardianInvitation.invitedBy, invitedBy),
        gt(guardianInvitation.createdAt, since),
      ),
    )
    .orderBy(desc(guardianInvitation.createdAt))
    .limit(mostADay);
  const oldest = lately[mostADay - 1];
  if (!oldest) return;
  const retryAfter = Math.max(1, Math.ceil((oldest.at.getTime() + day - call.now.getTime()) / 1000));
  throw new Refusal(
    "tooMany",
    `You've reached today's limit of invitations. Try again in ${waitInWords(retryAfter)}.`,
    {
      retryAfter,
    },
  );
}

/** Returns the language chosen by the owner of the address, or else the inviter's. Only the recipient learns which. */
async function languageOf(call: Call, email: string, invitedBy: string) {
  const theirs = await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        sql`lower(${profile.email}) = lower(${email})`,
        isNotNull(profile.appUserId),
        isNotNull(profile.confirmedAt),
      ),
    )
    .limit(1);
  const of = theirs[0]?.profileId ?? invitedBy;
  return (await chosenByProfile(call, [of])).get(of)?.language ?? undefined;
}

/**
 * Withdraws an unanswered invitation, which each guardian of the children may do.
 *
 * @throws NotFound; Conflict if it was accepted.
 */
export async function revokeGuardianInvitation(unlocked: Call, guardianInvitationId: string): Promise<void> {
  const call = await withLocks(unlocked);
  const found = await guardianInvitationById(call, guardianInvitationId);
  const mine = call.actor.kind === "person" ? call.actor.children : [];
  const own = found?.invitation.invitedBy === actingProfile(call);
  if (!found || !(own || found.children.some((one) => mine.includes(one.profileId)))) throw notFound("invitation");
  await revoke(call, found);
}

/** Ends an invitation that was not answered. The caller authorizes. @throws Conflict when it is not open anymore. */
async function revoke(call: Call, { invitation, children }: FoundGuardianInvitation): Promise<void> {
  const { guardianInvitationId } = invitation;
  const revoked = await call.db
    .update(guardianInvitation)
    .set({ revokedAt: call.now })
    .where(
      and(
        ours(guardianInvitation, call),
        eq(guardianInvitation.guardianInvitationId, guardianInvitationId),
        isNull(guardianInvitation.acceptedAt),
        isNull(guardianInvitation.revokedAt),
      ),
    )
    .returning({ id: guardianInvitation.guardianInvitationId });
  if (revoked.length === 0) throw conflict("This invitation isn't open anymore. Reload the page.", "concurrentChange");
  await audit(
    call,
    children.map(({ profileId }) => ({
      action: "guardianship.invitationRevoked",
      ...{ subjectId: guardianInvitationId, profileId },
    })),
  );
}

/** Uses it up, for the profile that became a guardian: of many at once exactly one does. */
export async function useGuardianInvitation(call: Call, id: string, acceptedBy: string): Promise<boolean> {
  const used = await call.db
    .update(guardianInvitation)
    .set({ acceptedAt: call.now, acceptedBy })
    .where(
      and(
        ours(guardianInvitation, call),
        eq(guardianInvitation.guardianInvitationId, id),
        isNull(guardianInvitation.acceptedAt),
        isNull(guardianInvitation.revokedAt),
        gt(guardianInvitation.expiresAt, sql`${call.now.toISOString()}::timestamptz`),
      ),
    )
    .returning({ id: guardianInvitation.guardianInvitationId });
  return used.length > 0;
}
