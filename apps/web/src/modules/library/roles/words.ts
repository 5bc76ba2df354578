import type { LabelGiver, Role } from "@touchline/contract";
import type { FamilyUse, LabelRole } from "@touchline/contract/library/labels";

/** Every text of these pages, in complete sentences. */
export const words = {
  thereIsNothingInThe: "There is nothing in the library yet.",
  andComeBack: "and come back.",
  makeTheFirstRequirement: "Make the first requirement",
  peopleAreBroughtInLine: " People are brought in line one after the other.",
  askSomethingOf: ({ name }: { name: string }) => `Ask something of ${name}`,
  cancel: "Cancel",
  addRequirement: "Add requirement",
  ask: ({ people }: { people: string }) => `Ask ${people}`,
  chooseARequirementFirst: "Choose a requirement first.",
  notAdded: "Not added",
  requirement: "Requirement",
  chooseFromTheLibrary: "Choose from the library",
  nothingIsCalledSo: "Nothing is called so",
  where: "Where",
  andAllLevelsBelow: "and all levels below",
  mandatory: "Mandatory",
  requiredForClearance: "Required for clearance.",
  counting: "Counting…",
  nobodyHasThisRoleThere: "Nobody has this role there yet. Whoever gets it will be asked.",
  withThisRoleThereAsked: ({ people, value }: { people: string; value: string }) =>
    `${people} with this role there ${value} asked for it at once, unless they have done it already.`,
  whoeverHasItCountsAs: "Whoever has it counts as without requirements.",
  workThatWasDoneStays: "Work that was done stays with them.",
  andBelow: ({ levelName }: { levelName: string }) => `${levelName} and below`,
  only: ({ levelName }: { levelName: string }) => `${levelName} only`,
  mustBeDone: "Must be done",
  by: ({ day }: { day: string }) => `By ${day}`,
  optional: "Optional",
  people: "People",
  change: "Change",
  remove: "Remove",
  removeAt: ({ contentName, levelName }: { contentName: string; levelName: string }) =>
    `Remove ${contentName} at ${levelName}`,
  whatIsAskedOf: ({ name }: { name: string }) => `What is asked of ${name}`,
  nothingIsAskedOfThis: "Nothing is asked of this role",
  isNotAskedOfThere: ({ contentName, name }: { contentName: string; name: string }) =>
    `${contentName} is not asked of ${name} there any more.`,
  stopAskingFor: ({ name, contentName }: { name: string; contentName: string }) =>
    `Stop asking ${name} for ${contentName}?`,
  keep: "Keep",
  notRemoved: "Not removed",
  nobodyOwesItByThis: "Nobody owes it by this now.",
  noLongerItByThis: ({ people, value }: { people: string; value: string }) =>
    `${people} no longer ${value} it by this.`,
  theAssignmentNamesNoOther: "The assignment names no other role, so it ends.",
  oneOtherRole: "one other role",
  otherRoles: ({ otherLabels }: { otherLabels: number }) => `${otherLabels} other roles`,
  thisRoleWhatIsAsked: ({ people, value }: { people: string; value: string }) =>
    `${people} ${value} this role. What is asked of them follows the one they get; work that was done stays.`,
  carriesCarriesItHoldsFrom: ({
    name,
    role,
    name2,
    role2,
  }: {
    name: string;
    role: string;
    name2: string;
    role2: string;
  }) => `${name} carries ${role}, ${name2} carries ${role2}. It holds from their next click on.`,
  nobodyHasThisRole: "Nobody has this role.",
  nobodyGetsItAnyMore: "Nobody gets it any more.",
  historyKeepsItsNameIt: "History keeps its name. It cannot be brought back; you can add a role with the same name.",
  wasDeleted: ({ name }: { name: string }) => `${name} was deleted.`,
  delete: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteAndMove: ({ people }: { people: string }) => `Delete and move ${people}`,
  deleteRole: "Delete role",
  chooseWhichRoleTheyGet: "Choose which role they get.",
  notDeleted: "Not deleted",
  theyGet: "They get",
  chooseARole: "Choose a role",
  allowsSomethingElse: ({ name }: { name: string }) => `${name} allows something else`,
  itsSignUpLinksStop: "Its sign-up links stop working. ",
  everybodyWhoHadItGets:
    "Everybody who had it gets another role, one after the other. This goes on while the page is closed.",
  of: ({ count, people }: { count: string; people: string }) => `${count} of ${people}`,
  theRoleIsDeletedHistory: "The role is deleted. History keeps its name.",
  whoHasMovedStaysMoved: "Who has moved stays moved; open the role to go on.",
  theMove: "The move",
  loadingProgress: "Loading progress",
  deleting: ({ name }: { name: string }) => `Deleting ${name}`,
  peopleMovedFrom: ({ name }: { name: string }) => `People moved from ${name}`,
  moved: ({ people }: { people: string }) => `${people} moved`,
  notFinished: "Not finished",
  itWasStopped: "It was stopped.",
  allRoles: "All roles",
  addRole: "Add role",
  changeFor: ({ people }: { people: string }) => `Change for ${people}`,
  save: "Save",
  notSaved: "Not saved",
  name: "Name",
  asPeopleKnowTheJob: "As people know the job: Head Coach, Team Parent, Referee.",
  whatItAllows: "What it allows",
  youHaveThisRoleYourself: "You have this role yourself: another Admin changes it.",
  thisRole: ({ people, value }: { people: string; value: string }) => `${people} ${value} this role`,
  fromTheirNextClickOn: "From their next click on they see nothing of other people by it.",
  fromTheirNextClickOnThey: ({ article, role }: { article: string; role: string }) =>
    `From their next click on they may do what ${article} ${role} may, at their levels and below.`,
  whoHandsItOut: "Who hands it out",
  nobodyHandsOutMoreThan: "Nobody hands out more than their own role.",
  inFamilies: "In families",
  whatGuardiansMayDoWith: "What guardians may do with it by themselves.",
  nothing: "Nothing",
  whatPeopleWithThisRole: "What people with this role may do, and what is asked of them.",
  nobodyGetsItAnyMoreStill: ({ people, value }: { people: string; value: string }) =>
    `Nobody gets it any more. ${people} still ${value} it and should get another one.`,
  role: "Role",
  theRole: "The role",
  loadingTheRole: "Loading the role",
  edit: "Edit",
  goOnDeleting: "Go on deleting",
  delete2: "Delete",
  youHaveThisRoleYourselfAsk: "You have this role yourself. Ask another Admin.",
  thisRoleIsBeingDeleted: "This role is being deleted",
  aboutThisRole: "About this role",
  allows: "Allows",
  canBeAssignedBy: "Can be assigned by",
  nobodyHasItYet: "Nobody has it yet",
  showTheList: ({ people }: { people: string }) => `${people}: show the list`,
  signUpLinks: "Sign-up links",
  that: ({ signupUrls, value }: { signupUrls: number; value: string }) => `${signupUrls} that ${value}`,
  whatIsAskedOfThem: "What is asked of them",
  wasSaved: ({ name }: { name: string }) => `${name} was saved.`,
  edit2: ({ name }: { name: string }) => `Edit ${name}`,
  beingDeleted: "Being deleted",
  whatPeopleDoInYour:
    "What people do in your organization. A role says what they may do here, and what is asked of them.",
  addTheFirstOneFor: "Add the first one, for example Head Coach. Then people can be added under it.",
  roles: "Roles",
  theRoles: "The roles",
  state: "State",
  nobody: "Nobody",
  requirements: "Requirements",
  none: "None",
  thereAreNoRolesYet: "There are no roles yet",
  wasAddedSayNextWhat: ({ name }: { name: string }) =>
    `${name} was added. Say next what is asked of people with this role.`,
  addARole: "Add a role",
};

/** What a role of the organization lets people do. */
export const allows: Record<LabelRole, { name: string; about: string }> = {
  Individual: { name: "Individual", about: "Their own requirements, and their children's." },
  Manager: { name: "Manager", about: "The people and reviews of their levels." },
  "Account Manager": { name: "Account Manager", about: "People, levels and money. No files, no reviews." },
  Director: { name: "Director", about: "Files, reviews and people of their levels." },
  Admin: { name: "Admin", about: "Everything in the organization." },
};

export const giverNames: Record<LabelGiver, string> = {
  Manager: "Managers and above",
  Director: "Directors, Account Managers and Admins",
  Admin: "Admins only",
};

/** Names a giver among those who could give the role at all: a Director gives no Account Manager's role, nor the reverse. */
export function giverName(giver: LabelGiver, role: Role): string {
  if (giver === "Director" && role === "Director") return "Directors and Admins";
  if (giver === "Director" && role === "Account Manager") return "Account Managers and Admins";
  return giverNames[giver];
}

export const familyNames: Record<FamilyUse, string> = {
  child: "Guardians give it to a child they add",
  guardian: "A second guardian gets it",
};

const count = new Intl.NumberFormat();

export const peopleText = (members: number) => (members === 1 ? "1 person" : `${count.format(members)} people`);
export const countText = (n: number) => count.format(n);
