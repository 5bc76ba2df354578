import type { InvitationProblem } from "@touchline/contract";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { invitation } from "../../../../schema/joining.ts";
import { lockPeople, restand } from "../../../compliance/index.ts";
import { activateProfile, childrenOf, recordOwnChange } from "../../../people/index.ts";
import { type FoundInvitation, invitationById } from "../queries.ts";

/** Explains each problem to the person, with what to do. */
const problems: Record<InvitationProblem, string> = {
  unknown: "This link isn't complete. Open it from the email again, or ask for a new invitation.",
  accepted: "This invitation was already accepted. Log in instead.",
  superseded: "We sent you a newer invitation. Use the link in the latest email.",
  minor: "You're under 18, so a parent or guardian acts for you. Ask your organization to invite them.",
  left: "This invitation is no longer valid. Ask your organization to add you again.",
  expired: "This invitation has expired. Ask for a new link.",
};

/** @throws Conflict with the problem as its reason. */
export function refuse(problem: InvitationProblem): never {
  throw conflict(problems[problem], problem);
}

/** Returns an invitation that can be accepted now. @throws Conflict */
export async function goodInvitation(call: Call, invitationId: string): Promise<FoundInvitation> {
  const found = await invitationById(call, invitationId);
  const problem = found === null ? "unknown" : found.problem;
  return found === null || problem !== null ? refuse(problem ?? "unknown") : found;
}

/**
 * Accepts an invitation with this account. Of several concurrent calls exactly one succeeds. From then on the person's
 * requirements are shown.
 *
 * @throws Conflict if it can't be accepted, or not anymore.
 */
export async function acceptInvitation(
  call: Call,
  input: {
    invitationId: string;
    appUserId: string;
    firstName?: string | undefined;
    lastName?: string | undefined;
  },
): Promise<{ profileId: string }> {
  const before = await goodInvitation(call, input.invitationId);
  // Children without a login are activated when a guardian is.
  const people = [before.profileId, ...(await childrenOf(call, before.profileId))];
  await lockPeople(call, people);
  const used = await call.db
    .update(invitation)
    .set({ acceptedAt: call.now, acceptedBy: input.appUserId })
    .where(
      and(
        ours(invitation, call),
        eq(invitation.invitationId, input.invitationId),
        isNull(invitation.acceptedAt),
        isNull(invitation.supersededAt),
        gt(invitation.expiresAt, call.now),
      ),
    )
    .returning({ id: invitation.invitationId });
  if (used.length === 0) {
    const now = await invitationById(call, input.invitationId);
    return refuse(now?.problem ?? "accepted");
  }
  const firstName = input.firstName ?? before.firstName;
  const lastName = input.lastName ?? before.lastName;
  const renamed = firstName !== before.firstName || lastName !== before.lastName;
  await activateProfile(call, before.profileId, input.appUserId, renamed ? { firstName, lastName } : null);
  if (renamed) {
    await recordOwnChange(call, before.profileId, "name", {
      before: { firstName: before.firstName, lastName: before.lastName },
      after: { firstName, lastName },
    });
  }
  await restand(call, people);
  return { profileId: before.profileId };
}

/**
 * Links a waiting profile (`waitingFor`) to the account that proved it receives email at the profile's address, and marks an open
 * invitation as accepted. The caller authorizes.
 */
export async function acceptForAccount(call: Call, profileId: string, appUserId: string): Promise<void> {
  const people = [profileId, ...(await childrenOf(call, profileId))];
  await lockPeople(call, people);
  await call.db
    .update(invitation)
    .set({ acceptedAt: call.now, acceptedBy: appUserId })
    .where(
      and(
        ours(invitation, call),
        eq(invitation.profileId, profileId),
        isNull(invitation.acceptedAt),
        isNull(invitation.supersededAt),
      ),
    );
  await activateProfile(call, profileId, appUserId, null);
  await restand(call, people);
}
