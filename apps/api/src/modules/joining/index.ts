/** What other areas may use of joining: invitations, guardians and children. */

export { followBirth } from "./families/actions/follow-birth.ts";
export { addGuardian, endOf, type Guarding, makeGuardian } from "./families/actions/guardians.ts";
export { guardianshipFacts } from "./families/actions/keep-guardianships.ts";
export { linkGuardians } from "./families/actions/link-guardians.ts";
export { guardianshipsOf, mergeFamilies } from "./families/actions/merge-families.ts";
export { tenantFacts } from "./families/queries/guardians.ts";
export { invitationMailKeyPrefix } from "./families/queries/invitation.ts";

export { takeUpWaiting } from "./invitations/actions/accept.ts";
export {
  addAndInvite,
  hashOf,
  type InvitationOutcome,
  invitationLink,
  invite,
  resendTo,
  voidInvitations,
} from "./invitations/actions/invite.ts";
export { type LinkDeps, nextStep, takeUp } from "./invitations/actions/link.ts";
export { remindInvited } from "./invitations/actions/remind.ts";
export { guardiansOfMembers, latestInvitation, minorsAmong, waitingFor } from "./invitations/queries.ts";
