import type { InvitationProblem } from "@touchline/contract";
import { invitationProblem } from "@touchline/rules";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { guardianInvitation, guardianInvitationChild } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { organizationIntroduction } from "../../../messages/index.ts";
import { namesOf, stillGuards } from "../../../people/index.ts";
import type { FoundLink } from "../../invitations/actions/link.ts";

/** The key of the mail with an invitation: this, and the id of the invitation. */
export const invitationMailKeyPrefix = "guardianInvitation:";

export type FoundGuardianInvitation = {
  invitation: typeof guardianInvitation.$inferSelect;
  /** The children the inviter is still guardian of. */
  children: { profileId: string; firstName: string }[];
  problem: InvitationProblem | null;
};

/** An invitation to be a second guardian, and why it can't be accepted now, if so. */
export async function guardianInvitationById(call: Call, id: string): Promise<FoundGuardianInvitation | null> {
  const [invitation] = await call.db
    .select()
    .from(guardianInvitation)
    .where(and(ours(guardianInvitation, call), eq(guardianInvitation.guardianInvitationId, id)));
  if (!invitation) return null;
  const children = await call.db
    .select({ profileId: profile.profileId, firstName: profile.firstName })
    .from(guardianInvitationChild)
    .innerJoin(profile, onKey(profile.profileId, guardianInvitationChild.childProfileId))
    .where(
      and(
        ours(guardianInvitationChild, call),
        eq(guardianInvitationChild.guardianInvitationId, id),
        sql`EXISTS (SELECT FROM guardianship WHERE guardianship.organization_id = ${call.organizationId}
          AND guardianship.guardian_profile_id = ${invitation.invitedBy}
          AND guardianship.child_profile_id = ${profile.profileId} AND ${stillGuards(call)})`,
      ),
    )
    .orderBy(asc(profile.sortName));
  const problem = invitationProblem(
    {
      acceptedAt: invitation.acceptedAt?.getTime() ?? null,
      supersededAt: null,
      expiresAt: invitation.expiresAt.getTime(),
      left: invitation.revokedAt !== null || children.length === 0,
    },
    call.now.getTime(),
  );
  return { invitation, children, problem };
}

/** An invitation to be a second guardian, as the page of its link shows it. */
export async function shownGuardianInvitation(call: Call, id: string): Promise<FoundLink | null> {
  const found = await guardianInvitationById(call, id);
  if (!found) return null;
  const { invitation, children, problem } = found;
  const { firstName, lastName, email, expiresAt, invitedBy } = invitation;
  return {
    email,
    problem,
    details: {
      ...(await organizationIntroduction(call)),
      invitedBy: (await namesOf(call, [invitedBy])).get(invitedBy) ?? null,
      firstName,
      lastName,
      email,
      memberships: [],
      children: children.map((one) => one.firstName),
      expiresAt: expiresAt.toISOString(),
    },
  };
}
