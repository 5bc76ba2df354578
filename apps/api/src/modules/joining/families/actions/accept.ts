import type { GuardianRefusal } from "@touchline/rules";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { profile } from "../../../../schema/people.ts";
import { lockDuties, lockPeople, restand } from "../../../compliance/index.ts";
import { addMembers, childrenOf, createProfile, membershipsOf } from "../../../people/index.ts";
import { acceptForAccount, refuse } from "../../invitations/actions/accept.ts";
import type { OtherLinks, Taking } from "../../invitations/actions/link.ts";
import { invitedProfile } from "../../invitations/queries.ts";
import {
  type FoundGuardianInvitation,
  guardianInvitationById,
  shownGuardianInvitation,
} from "../queries/invitation.ts";
import { makeGuardian } from "./guardians.ts";
import { useGuardianInvitation } from "./invite.ts";

/** Links that invite a second guardian, for the sign-up page. */
export const guardianLinks: OtherLinks = {
  async find(call, id) {
    return shownGuardianInvitation(call, id);
  },
  take: acceptGuardianship,
};

/**
 * Makes the account's profile in this organization a guardian. If it has none, the profile that waits for this address and
 * name, or a new one. If the inviting guardian has a membership for guardians, next to a child, the new guardian gets one too.
 *
 * @throws Conflict with the problem of the invitation, or with the reason why this person can't become a guardian of any of the
 * children.
 */
async function acceptGuardianship(call: Call, id: string, taking: Taking): Promise<{ profileId: string }> {
  const found = await guardianInvitationById(call, id);
  if (!found || found.problem !== null) return refuse(found?.problem ?? "unknown");
  const { invitation, children } = found;
  await lockDuties(call, "memberships");
  const { firstName = invitation.firstName, lastName = invitation.lastName, appUserId } = taking;
  const own = await ownProfile(call, appUserId);
  const waiting = own ? null : await invitedProfile(call, { email: taking.email, firstName, lastName });
  const known = own ?? waiting;
  const people = [
    ...children.map((one) => one.profileId),
    ...(known ? [known, ...(await childrenOf(call, known))] : []),
  ];
  await lockPeople(call, people);
  if (waiting) await acceptForAccount(call, waiting, appUserId);
  const profileId =
    known ??
    (await createProfile(
      call,
      { firstName, lastName, email: taking.email, dateOfBirth: null },
      { appUserId, activatedAt: call.now, confirmedAt: call.now },
    ));
  if (!(await useGuardianInvitation(call, id, profileId))) {
    const now = await guardianInvitationById(call, id);
    return refuse(now?.problem ?? "accepted");
  }
  const refusals: GuardianRefusal[] = [];
  const guarded: typeof children = [];
  for (const child of children) {
    const refusal = await makeGuardian(call, { guardianProfileId: profileId, childProfileId: child.profileId });
    if (refusal) refusals.push(refusal);
    else guarded.push(child);
  }
  if (guarded.length === 0) throw conflict(whyNot[refusals[0] ?? "notAChild"], refusals[0] ?? "notAChild");
  await joinBeside(call, found, profileId, guarded);
  await restand(call, [...people, profileId]);
  return { profileId };
}

const whyNot: Record<GuardianRefusal, string> = {
  self: "This invitation is for someone else.",
  notAChild: "These children are no longer under 18, so they don't need a guardian.",
  guardianIsAChild: "A guardian must be an adult.",
  alreadyGuardian: "You're already a guardian of these children. Log in to see them.",
  tooManyChildren: "You've reached the maximum number of children for one guardian. Ask an administrator.",
  twoGuardians: "These children already have two guardians. Ask the person who invited you.",
};

/** The profile of an account in this organization, the oldest of several. */
async function ownProfile(call: Call, appUserId: string): Promise<string | null> {
  const [row] = await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.appUserId, appUserId), isNull(profile.archivedAt)))
    .orderBy(asc(profile.createdAt), asc(profile.profileId))
    .limit(1);
  return row?.profileId ?? null;
}

async function joinBeside(
  call: Call,
  { invitation }: FoundGuardianInvitation,
  profileId: string,
  children: readonly { profileId: string }[],
): Promise<void> {
  const labels = await call.db
    .select({ labelId: label.labelId })
    .from(label)
    .where(
      and(ours(label, call), eq(label.forFamily, "guardian"), eq(label.role, "Individual"), isNull(label.archivedAt)),
    );
  const ids = labels.map((one) => one.labelId);
  const places = await membershipsOf(call, [invitation.invitedBy, profileId, ...children.map((one) => one.profileId)]);
  const levelsOf = (of: readonly string[]) =>
    new Set(places.filter((row) => of.includes(row.profileId)).map((row) => row.levelId));
  const [beside, there] = [levelsOf(children.map((one) => one.profileId)), levelsOf([profileId])];
  await addMembers(
    call,
    places
      .filter((row) => row.profileId === invitation.invitedBy && ids.includes(row.labelId))
      .filter(({ levelId }) => beside.has(levelId) && !there.has(levelId))
      .map(({ levelId, labelId }) => ({ profileLevelAccessId: newId(), profileId, levelId, labelId })),
  );
}
