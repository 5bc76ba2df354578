import { plural } from "../../../plural.ts";

/** The texts of the levels page: the tree, one level, and the dialogs that change it. */
export const words = {
  // The page
  levels: "Levels",
  pageHint: "Your organization's structure. Requirements assigned to a level also apply to its sublevels.",
  levelsNotLoaded: "The levels couldn't be loaded",
  loadingLevels: "Loading levels",
  allLevels: "All levels",
  goToLevel: "Go to a level",
  searchLevels: "Search by level name",
  shortcuts:
    "Keyboard shortcuts: arrow keys to navigate, A to add a sublevel, F2 to rename, M to move, Delete to delete.",

  // One level
  levelNotLoaded: "The level couldn't be loaded",
  loadingLevel: "Loading level",
  parentLevels: "Parent levels",
  members: "Members, including sublevels",
  memberCount: ({ count }: { count: number }) => plural(count, { one: "# member", other: "# members" }),
  sublevels: "Sublevels",
  addSublevel: "Add sublevel",
  rename: "Rename",
  move: "Move",
  delete: "Delete",
  organizationHint: "This is your organization. You can rename it in its settings.",
  outsideHint: "Only people who manage the level above can move or delete this level.",

  // The logo
  logoOf: ({ name }: { name: string }) => `Logo of ${name}`,
  logoFile: "Logo file",
  chooseLogo: "Choose logo",
  changeLogo: "Change logo",
  removeLogo: "Remove logo",
  logoSaved: "The logo was saved.",
  logoRemoved: "The logo was removed.",
  logoUnreadable: "This file couldn't be read as a picture. Choose a PNG, JPEG or WebP file.",

  // Add and rename
  addTitle: ({ name }: { name: string }) => `Add a sublevel to ${name}`,
  addLevel: "Add level",
  added: ({ name, parent }: { name: string; parent: string }) => `${name} was added to ${parent}.`,
  notAdded: "Not added",
  renameTitle: ({ name }: { name: string }) => `Rename ${name}`,
  save: "Save",
  saved: ({ name }: { name: string }) => `${name} was saved.`,
  notSaved: "Not saved",
  name: "Name",
  kind: "Kind",
  kindHint: "For example region, club or team.",

  // Move
  moveTitle: ({ name }: { name: string }) => `Move ${name}`,
  moveLevel: "Move level",
  cancel: "Cancel",
  undo: "Undo",
  notMoved: "Not moved",
  newParent: "New parent level",
  currentParent: ({ name }: { name: string }) => `Currently in ${name}.`,
  typeName: "Type a name",
  noOtherLevel: "There is no other level that you can move it to.",
  checkingChanges: "Checking what changes",
  cannotMove: "This level can't be moved there",
  moved: ({ name, parent }: { name: string; parent: string }) => `${name} is now in ${parent}.`,
  movedBack: ({ name, parent }: { name: string; parent: string }) => `${name} is back in ${parent}.`,

  // What a move does
  whatChanges: "What changes",
  movesTo: ({ name, parent }: { name: string; parent: string }) => `${name} moves to ${parent}.`,
  sublevelsMove: ({ count }: { count: number }) =>
    plural(count, { one: "# sublevel moves with it.", other: "# sublevels move with it." }),
  affects: ({ memberships, people }: { memberships: number; people: number }) =>
    `Affects ${plural(memberships, { one: "# membership", other: "# memberships" })} of ${plural(people, { one: "# person", other: "# people" })}.`,
  losingClearance: ({ count }: { count: number }) =>
    plural(count, { one: "# member would no longer be cleared", other: "# members would no longer be cleared" }),
  andMore: ({ count }: { count: number }) => plural(count, { one: "And # more.", other: "And # more." }),
  people: ({ count }: { count: number }) => plural(count, { one: "# person", other: "# people" }),
  noMembersYet: "There are no members here yet, so no requirements change.",
  nothingChanges: "No requirements change.",
  newlyRequired: "Newly required",
  noLongerRequired: "No longer required",
  optional: "Optional",
  clearedStayCleared: "Everyone who is cleared stays cleared.",

  // Requirements follow a move
  updatingTitle: "Updating requirements after a move",
  updatingHint: "You can leave this page. Progress continues.",
  updatingProgress: ({ name, done, total }: { name: string; done: string; total: string }) =>
    `${name}: ${done} of ${total} memberships`,
  updated: "Requirements are up to date.",

  // Delete
  deleteTitle: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteLevel: "Delete level",
  keep: "Keep",
  checkingMembers: "Checking for members",
  hasMembersTitle: "This level still has members",
  hasMembers: ({ count, name }: { count: number; name: string }) =>
    plural(count, {
      one: `There is # member at ${name} or its sublevels. Move or remove them first, then delete the level.`,
      other: `There are # members at ${name} or its sublevels. Move or remove them first, then delete the level.`,
    }),
  viewMembers: "View members",
  noMembers: "This level has no members.",
  sublevelsDeleted: ({ count }: { count: number }) =>
    plural(count, { one: "Its # sublevel is deleted too.", other: "Its # sublevels are deleted too." }),
  assignmentsEnd: "Assignments and sign-up links of this level end.",
  requirementsMove: ({ level }: { level: string }) => `Requirements in its library move to ${level}.`,
  requirementsMoveUp: "Requirements in its library move to the level above.",
  cannotUndo: "This can't be undone. The history keeps the level's name.",
  deleted: ({ name }: { name: string }) => `${name} was deleted.`,
  notDeleted: "Not deleted",
};
