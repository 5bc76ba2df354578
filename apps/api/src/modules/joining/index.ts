/** The interface of the joining area for other areas: invitations, guardians, and children. */

export { followBirth } from "./families/actions/follow-birth.ts";
export { addGuardian, endGuardianshipsOf, type Guarding, makeGuardian } from "./families/actions/guardians.ts";
export { guardianshipFacts } from "./families/actions/keep-guardianships.ts";
export { linkGuardians } from "./families/actions/link-guardians.ts";
export { guardianshipsOf, mergeFamilies } from "./families/actions/merge-families.ts";
export { organizationToday } from "./families/queries/guardians.ts";
export { invitationMailKeyPrefix } from "./families/queries/invitation.ts";

export { acceptForAccount } from "./invitations/actions/accept.ts";
export {
  addAndInvite,
  type InvitationOutcome,
  invitationLink,
  invite,
  resendTo,
  tokenHash,
  voidInvitations,
} from "./invitations/actions/invite.ts";
export { acceptInvitationByLink, type LinkDeps, nextStepForInvitation } from "./invitations/actions/link.ts";
export { remindInvited } from "./invitations/actions/remind.ts";
export {
  awaitedProfile,
  guardiansOfMembers,
  invitedProfile,
  latestInvitation,
  minorsAmong,
} from "./invitations/queries.ts";
