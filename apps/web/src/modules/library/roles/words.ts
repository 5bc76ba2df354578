import type { LabelGiver, Role } from "@touchline/contract";
import type { FamilyUse, LabelRole } from "@touchline/contract/library/labels";
import { plural } from "../../../plural.ts";

/** The texts of the roles: their list, one role, its requirements, and deleting it. */
export const words = {
  // Names that several dialogs show.
  role: "Role",
  roles: "Roles",
  requirement: "Requirement",
  requirements: "Requirements",
  people: "People",
  name: "Name",
  cancel: "Cancel",
  save: "Save",
  change: "Actions",
  remove: "Remove",
  addRequirement: "Add requirement",
  addRole: "Add role",
  allRoles: "All roles",
  canBeAssignedBy: "Can be assigned by",
  families: "Families",
  permissions: "Permissions",
  peopleCount: ({ count }: { count: number }) => plural(count, { one: "# person", other: "# people" }),

  // The list of roles.
  rolesNotLoaded: "The roles couldn't be loaded",
  rolesAbout: "What people do in your organization. A role sets their permissions and requirements.",
  status: "Status",
  beingDeleted: "Being deleted",
  noOne: "No one",
  none: "None",
  noRoles: "No roles yet",
  noRolesAbout: "Add your first role, like Head Coach. Then you can add people.",
  added: ({ name }: { name: string }) => `${name} was added. Next, choose its requirements.`,

  // One role.
  roleNotLoaded: "The role couldn't be loaded",
  loadingRole: "Loading role",
  roleAbout: "What people with this role can do, and what's required of them.",
  edit: "Edit",
  editTitle: ({ name }: { name: string }) => `Edit ${name}`,
  delete: "Delete",
  continueDeleting: "Continue deleting",
  deleteOwnRefused: "You have this role. Ask another Admin to delete it.",
  beingDeletedTitle: "This role is being deleted",
  beingDeletedAbout: ({ count }: { count: number }) =>
    plural(count, {
      one: "# person still has this role and needs a different one. It can't be assigned anymore.",
      other: "# people still have this role and need a different one. It can't be assigned anymore.",
    }),
  details: "Details",
  permissionsOf: ({ role, about }: { role: string; about: string }) => `${role}: ${about}`,
  noOneHasIt: "No one yet",
  showPeople: ({ count }: { count: number }) => plural(count, { one: "Show # person", other: "Show # people" }),
  signUpLinks: "Sign-up links",
  activeLinks: ({ count }: { count: number }) => plural(count, { one: "# active link", other: "# active links" }),
  savedDone: ({ name }: { name: string }) => `${name} was saved.`,
  someRole: "a role",

  // The form of a role.
  nameHint: "The job title people know, like Head Coach, Team Parent or Referee.",
  ownPermissionsRefused: "You have this role. Ask another Admin to change it.",
  peopleHaveRole: ({ count }: { count: number }) =>
    plural(count, { one: "# person has this role", other: "# people have this role" }),
  losePermissions: "They can no longer see other people, effective immediately.",
  gainPermissions: ({ role }: { role: string }) =>
    `They get ${role} permissions at their levels and sublevels, effective immediately.`,
  canBeAssignedByHint: "People can't assign more permissions than they have.",
  familiesHint: "How guardians can use this role without asking anyone.",
  notForFamilies: "Not available to guardians",
  saveForPeople: ({ count }: { count: number }) =>
    plural(count, { one: "Change for # person", other: "Change for # people" }),
  saveFailed: "Couldn't save the role",

  // Adding a requirement to a role.
  addRequirementTitle: ({ name }: { name: string }) => `Add a requirement for ${name}`,
  libraryEmpty: "Your library is empty.",
  addToLibrary: "Add one to the library",
  chooseFromLibrary: "Choose from the library",
  noneFound: "No requirements found",
  level: "Level",
  includeSublevels: "Include sublevels",
  required: "Required",
  requiredHint: "Members must complete it to be cleared.",
  counting: "Counting…",
  noOneThere: "No one there has this role yet. It will apply to people who get it later.",
  peopleThere: ({ count }: { count: number }) =>
    plural(count, {
      one: "# person there has this role. The requirement applies right away unless it's already completed.",
      other: "# people there have this role. The requirement applies right away unless they've already completed it.",
    }),
  chooseRequirement: "Choose a requirement.",
  addForPeople: ({ count }: { count: number }) => plural(count, { one: "Add for # person", other: "Add for # people" }),
  addFailed: "Couldn't add the requirement",
  assigned: ({ requirement, role }: { requirement: string; role: string }) =>
    `${requirement} is now assigned to ${role}.`,
  assignedInSteps: ({ requirement, role }: { requirement: string; role: string }) =>
    `${requirement} is now assigned to ${role}. Members' requirements are being updated.`,

  // The requirements of a role.
  requirementsOf: ({ name }: { name: string }) => `Requirements of ${name}`,
  noRequirements: "No requirements",
  noRequirementsAbout: "People with only this role have the status “No Requirements”.",
  withSublevels: ({ levelName }: { levelName: string }) => `${levelName} and sublevels`,
  onlyLevel: ({ levelName }: { levelName: string }) => `${levelName} only`,
  requiredBy: ({ date }: { date: string }) => `Required by ${date}`,
  optional: "Optional",
  removeRequirementAt: ({ requirement, levelName }: { requirement: string; levelName: string }) =>
    `Remove ${requirement} at ${levelName}`,
  removeTitle: ({ requirement, role }: { requirement: string; role: string }) => `Remove ${requirement} from ${role}?`,
  removed: ({ requirement, role }: { requirement: string; role: string }) => `${requirement} was removed from ${role}.`,
  removeFailed: "Couldn't remove the requirement",
  removeAffectsNoOne: "No one is affected.",
  removeAffects: ({ count }: { count: number }) =>
    plural(count, {
      one: "# person no longer gets the requirement from this assignment.",
      other: "# people no longer get the requirement from this assignment.",
    }),
  submissionsKept: "Completed submissions are kept.",
  assignmentEnds: "This assignment has no other role, so it ends.",
  otherRolesKeep: ({ count }: { count: number }) =>
    plural(count, { one: "# other role keeps this requirement.", other: "# other roles keep this requirement." }),

  // Deleting a role.
  deleteTitle: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteRole: "Delete role",
  deleteAndMove: ({ count }: { count: number }) =>
    plural(count, { one: "Delete and move # person", other: "Delete and move # people" }),
  chooseNewRole: "Choose their new role.",
  deleteFailed: "Couldn't delete the role",
  noOneHasRole: "No one has this role.",
  peopleNeedRole: ({ count }: { count: number }) =>
    plural(count, {
      one: "# person has this role. Their requirements change with the new role. Completed submissions are kept.",
      other: "# people have this role. Their requirements change with the new role. Completed submissions are kept.",
    }),
  newRole: "New role",
  chooseRole: "Choose a role",
  otherPermissions: ({ name }: { name: string }) => `${name} has different permissions`,
  otherPermissionsAbout: ({ before, after }: { before: string; after: string }) =>
    `Permissions change from ${before} to ${after}, effective immediately.`,
  cannotBeAssigned: "It can't be assigned anymore.",
  linksStop: "Its sign-up links stop working.",
  deleteFinal: "History keeps its name. This can't be undone, but you can add a role with the same name.",
  deleted: ({ name }: { name: string }) => `${name} was deleted.`,

  // Moving the people of a deleted role.
  progressNotLoaded: "The progress couldn't be loaded",
  loadingProgress: "Loading progress",
  deletingTitle: ({ name }: { name: string }) => `Deleting ${name}`,
  deletingAbout: "Everyone who had this role gets a new one. You can close this page.",
  peopleMovedFrom: ({ name }: { name: string }) => `People moved from ${name}`,
  movedOf: ({ done, total }: { done: string; total: string }) => `${done} of ${total}`,
  peopleMoved: ({ count }: { count: number }) => plural(count, { one: "# person moved", other: "# people moved" }),
  roleDeleted: "The role was deleted. History keeps its name.",
  notFinished: "Not finished",
  stopped: "It was stopped.",
  continueFromRole: "People who were moved keep their new role. Open the role to continue.",
};

/** The permissions of a role. */
export const allows: Record<LabelRole, { name: string; about: string }> = {
  Individual: { name: "Individual", about: "Their own and their children's requirements." },
  Manager: { name: "Manager", about: "People and reviews at their levels." },
  "Account Manager": { name: "Account Manager", about: "People, levels and billing. No files or reviews." },
  Director: { name: "Director", about: "Files, reviews and people at their levels." },
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
  child: "Guardians can add a child with this role",
  guardian: "Second guardians get this role",
};

const count = new Intl.NumberFormat();

export const countText = (n: number) => count.format(n);
