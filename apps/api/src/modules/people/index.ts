/** The interface of the people area for other areas: the tree of levels, profiles and memberships, the caller's permissions, and search. */

export {
  archiveLevels,
  insertLevel,
  insertLevels,
  nameKindsOfLevels,
  nameRoot,
  relocate,
  setLogo,
} from "./hierarchy/actions.ts";
export { type LevelRow, levelById, levelsById, rootLevel, type TreePosition } from "./hierarchy/queries.ts";

export { addMembers, type BulkMembership, type BulkProfile, createProfiles } from "./profiles/actions/add-members.ts";
export {
  type Change,
  type ChangeOutcome,
  changeMany,
  labelFacts,
  type MembershipBefore,
  membershipGone,
  outcomeOfOne,
} from "./profiles/actions/change-many.ts";
export { type EndedMembership, endMany, endMemberships, restoreMany } from "./profiles/actions/end-many.ts";
export { waitForAccountHolders } from "./profiles/actions/hold-account.ts";
export { profileFacts } from "./profiles/actions/keep-profiles.ts";
export {
  addMember,
  authorizeGiving,
  createMembership,
  givingOf,
  givingPermission,
} from "./profiles/actions/memberships.ts";
export { archiveMergedProfile, moveMemberships } from "./profiles/actions/merge-into.ts";
export { followEmail, renameEachOwn } from "./profiles/actions/own.ts";
export {
  activateProfile,
  changeEmail,
  confirmProfilesOf,
  correctAddressOf,
  correctPerson,
  createProfile,
  type NewPerson,
} from "./profiles/actions/people.ts";
export { recordChange, recordOwnChange } from "./profiles/actions/record.ts";
export { relabel } from "./profiles/actions/relabel.ts";
export {
  adminRoles,
  type Leaving,
  leavingEffect,
  lockLeaving,
  onlyAdminRefusal,
  releaseOwn,
} from "./profiles/actions/release.ts";
export { withCurrentRights, withLocks, withLocksReading } from "./profiles/actions/with-locks.ts";
export { actingAgain, childrenOf, loadActor, stillGuards } from "./profiles/queries/actor.ts";
export {
  authorizeSight,
  type MemberTarget,
  memberTarget,
  memberTargets,
  memberTargetsFor,
  placesOf,
  readMember,
  readMemberships,
  targetOf,
} from "./profiles/queries/members.ts";
export { membershipsOf, membershipsSeen, rolesOf, seenAmong, shownMembership } from "./profiles/queries/memberships.ts";
export { noteTextPlace } from "./profiles/queries/notes.ts";
export { birthOf, changePlace, namesOf, peopleActedFor } from "./profiles/queries/people.ts";
export { reachableByEmail } from "./profiles/queries/reachable.ts";
export { reviewersOver } from "./profiles/queries/reviewers.ts";
export { compareAnew, forgetKeys, takePeopleToCompare, writeKeys } from "./search/actions/search-keys.ts";
export { foundBelow, peopleFound } from "./search/queries/found.ts";
export { similarTo } from "./search/queries/similar-people.ts";
