import type { ImportState } from "@touchline/contract";
import type { DateOrder, GuardianResult, ImportRowResult, RosterField } from "@touchline/contract/setup/imports";
import type { Tone } from "@touchline/ui";
import { plural } from "../../../plural.ts";
import type { ImportRow, RosterImport } from "./queries.ts";

const peopleText = (count: number) => plural(count, { one: "# person", other: "# people" });
const membershipsText = (count: number) => plural(count, { one: "# membership", other: "# memberships" });

/** The texts of the pages that add, import, and merge people. */
export const words = {
  // Shared by several parts
  onePerson: "One person",
  importRoster: "Import roster",
  importCompletions: "Import completions",
  fromAFile: "From a file",
  samePerson: "Same person",
  savedMappings: "Saved mappings",
  chooseALevel: "Choose a level",
  chooseARole: "Choose a role",
  row: "Row",
  result: "Result",
  bornOn: ({ day }: { day: string }) => `Born ${day}`,
  name: "Name",
  roleAtLevel: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  dateOfBirth: "Date of birth",
  notCreated: "Not created",
  levelRequired: "Choose a level.",
  newSignUpLink: "New sign-up link",
  roleRequired: "Choose a role.",
  level: "Level",
  role: "Role",
  cancel: "Cancel",
  keepLink: "Keep link",
  keepMapping: "Keep mapping",
  email: "Email",
  // Add people page
  rosterFields:
    "Name (first and last, or in one column), email address, date of birth, phone, level or team (its name, or a path such as “Northside / U12 Girls”), role, whether a guardian is required, and the names and emails of up to two guardians. Children don't get a login. Their guardians are invited instead. Other columns are ignored.",
  addAPerson: "Add a person",
  addAPersonHint: "Add one person by name, level, and role. We check for possible duplicates first.",
  pasteMany: "Paste a list",
  pastePeople: "Paste people",
  pasteHint: "Paste rows from a spreadsheet or list. You see the result of every row before anything is added.",
  roster: "Roster",
  importRosterHint:
    "Add many people at once from a spreadsheet. You see the result of every row before anything is added.",
  signUpLinks: "Sign-up links",
  signUpLinksHint: "Share a link or QR code. People sign up themselves under the role you choose.",
  findDuplicates: "Find duplicates",
  waysToAddPeople: "Ways to add people",
  fromASpreadsheet: "From a spreadsheet",
  uploadFailed: "These rows couldn't be read",
  pasteRows: "Paste rows",
  pasteRowsHint:
    "Copy rows in your spreadsheet, including headings if there are any, and paste them here. Lists with commas or semicolons, or one name per line, work too.",
  checkPastedRows: "Check rows",
  pastedFileName: "Pasted rows.txt",
  rosterFile: "Roster file",
  rosterFileHint: "An Excel (.xlsx) or CSV file. Columns can have any name and order.",
  rosterFieldsTitle: "What a roster can contain",
  recentImports: "Imports of the last 30 days",
  // Alike notice
  alikeTitle: "Possible duplicate",
  samePersonNamed: ({ name }: { name: string }) => `Same person: add the membership to ${name}`,
  differentPerson: "Different person: add anyway",
  // Alike rows
  alikeRows: ({ count }: { count: number }) =>
    plural(count, { one: "1 row is a possible duplicate", other: "# rows are possible duplicates" }),
  alikeRowsHint: "Choose for each row below whether it's the same person. Rows without an answer are left out.",
  allSame: "All are the same people",
  allDifferent: "All are different people",
  answeredSame: "Your answer: same person",
  answeredDifferent: "Your answer: different person",
  undo: "Undo",
  undoRow: ({ number }: { number: number }) => `Undo your answer for row ${number}`,
  rowSamePerson: ({ number, name }: { number: number; name: string }) => `Row ${number} is the same person as ${name}`,
  addAnyway: "Add anyway",
  rowAddAnyway: ({ number }: { number: number }) => `Row ${number} is a different person: add anyway`,
  // Choose mapping
  mappingSaved: ({ name }: { name: string }) => `Mapping “${name}” saved.`,
  useMapping: "Use a saved mapping",
  useMappingHint: "Columns are matched by their headings, in any order.",
  chooseMapping: "Choose a mapping",
  noMappings: "No saved mappings",
  mappingName: "Save this mapping as",
  mappingNameHint: "You and your colleagues can use it for similar files.",
  saveMapping: "Save mapping",
  // Columns
  notImported: "Not imported",
  columnsTitle: "Match columns",
  empty: "Empty",
  columnIs: ({ heading }: { heading: string }) => `Column “${heading}” contains`,
  defaultLevel: "Level for rows without one",
  defaultRole: "Role for rows without one",
  // Completions page
  moreRows: ({ count }: { count: number }) => plural(count, { one: "1 more row", other: "# more rows" }),
  rowOf: ({ number, name }: { number: number; name: string }) => (name ? `Row ${number}: ${name}` : `Row ${number}`),
  completionsIntro:
    "Import what people completed before, on paper or in another system. You see the result of each row before anything is saved.",
  completionsColumns:
    "The first row must contain the column names: Email (or First name, Last name, and Date of birth), Requirement, Completed on, and, where each document has its own expiration date, Valid through. Each completion is marked as imported in the person's history.",
  completionsFile: "List",
  completionsFileHint: ({ rows }: { rows: string }) => `An Excel (.xlsx) or CSV file with up to ${rows} rows.`,
  nothingImported: "Nothing was imported",
  importCount: ({ count }: { count: string }) => `Import ${count}`,
  columns: "Columns",
  imported: "Imported",
  // Date order panel
  dateFormat: "Date format",
  readDateAs: ({ example }: { example: string }) => `Read ${example} as`,
  monthFirst: "The month comes first.",
  dayFirst: "The day comes first.",
  // Duplicates page
  duplicatesIntro: "Compare the two profiles before you merge them.",
  duplicatesRunning:
    "People who were recently added or renamed are still being compared. More pairs may appear in a minute.",
  duplicates: "Duplicates",
  duplicatesNotLoaded: "The duplicates couldn't be loaded",
  loadingTheDuplicates: "Loading the duplicates",
  duplicatesComparing: "Comparing people",
  noDuplicatesYet: "No duplicates so far",
  noDuplicates: "No duplicates",
  addPeople: "Add people",
  noDuplicatesYetHint: "More people are still being compared.",
  noDuplicatesHint: "There are no possible duplicates at your levels.",
  likelyPairs: "Possible duplicates",
  keptApart: ({ name, otherName }: { name: string; otherName: string }) =>
    `${name} and ${otherName} are marked as two people.`,
  pairNames: ({ name, otherName }: { name: string; otherName: string }) => `${name} and ${otherName}`,
  compareAndMerge: "Compare and merge",
  compareAndMergePair: ({ names }: { names: string }) => `Compare and merge ${names}`,
  notTheSame: "Not the same person",
  notTheSamePair: ({ names }: { names: string }) => `${names} are not the same person`,
  // Entry
  noEmailAddress: "No email address",
  hasLogin: "Has a login",
  noLogin: "No login",
  // Error rows button
  downloadRowsWithErrors: "Download rows with errors",
  // Results of the rows
  levelAndRole: "Level and role",
  rowByRow: "Row by row",
  resultsTitle: "Results",
  rowsCaption: "Rows of the file and their results",
  // Import page
  rowsRead: ({ count, encoding }: { count: string; encoding: string }) => `${count}, read as ${encoding}.`,
  importPageTitle: ({ fileName }: { fileName: string }) => `${fileName}, import roster`,
  importNotLoaded: "This import couldn't be loaded",
  loadingImport: "Loading import",
  importAnother: "Import another",
  notSaved: "Not saved",
  checkStopped: "The check stopped",
  checkRows: "Check rows",
  // Levels to create
  levelsToCreateHint: "These levels are created when you start the import.",
  levelBelow: ({ kind, parentName, count }: { kind: string; parentName: string; count: string }) =>
    `${kind} below ${parentName}, ${count}`,
  levelsToCreate: "Levels to create",
  dontCreate: "Don't create",
  dontCreateLevel: ({ name }: { name: string }) => `Don't create ${name}`,
  // Link code dialog
  pngFailed: "Your browser couldn't create the image. Save it as SVG instead.",
  joinOrganization: ({ organization }: { organization: string }) => `Join ${organization}`,
  asRoleAtLevel: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `As ${labelName} at ${levelName}`,
  scanHint: "Point your phone's camera at the code.",
  codeFileName: ({ name, kind }: { name: string; kind: string }) => `Sign up, ${name}.${kind}`,
  codeTitle: "Sign-up code",
  posterFailed: "The poster couldn't be created",
  codeAlt: ({ name }: { name: string }) => `QR code to sign up as ${name}`,
  saveAsPng: "Save as PNG",
  saveAsSvg: "Save as SVG",
  posterA4: "Poster, A4",
  posterLetter: "Poster, US Letter",
  // Merge page
  everythingKept: "All submissions and decisions of both profiles are kept.",
  firstStays: "First profile: kept",
  secondGoes: "Second profile: merged into the first",
  mergeWarning: ({ name, otherName }: { name: string; otherName: string }) =>
    `${name} will be merged into ${otherName}. You can't undo this. The merged profile is archived, and the merge is recorded in the audit log.`,
  mergePage: "Merge profiles",
  comparisonNotLoaded: "The comparison couldn't be loaded",
  comparing: "Comparing profiles",
  merged: ({ name }: { name: string }) => `Profiles merged: ${name}.`,
  swap: "Swap profiles",
  cannotMerge: "These profiles can't be merged",
  notMerged: "Not merged",
  twoProfiles: "The two profiles",
  backToDuplicates: "Back to duplicates",
  merge: "Merge",
  mergeTitle: "Merge these profiles?",
  cancelMerge: "Cancel",
  mergeProfiles: "Merge profiles",
  // Merged parts
  emailAddress: "Email address",
  contact: "Contact",
  photo: "Photo",
  nothing: "Nothing",
  firstPhoto: "Photo of the first profile",
  secondPhoto: "Photo of the second profile",
  keepFirst: "Keep from the first profile",
  keepSecond: "Keep from the second profile",
  keptTitle: "What to keep",
  loginKept: ({ kept }: { kept: string }) => `${kept} (used to log in)`,
  // Merged things
  noRequirements: "Neither profile has any requirements.",
  openTwice: "Both have an open submission. One is kept and the other is withdrawn.",
  guardians: ({ map }: { map: string }) => `Guardians: ${map}`,
  actsFor: ({ map }: { map: string }) => `Guardian of: ${map}`,
  invitationEnds: "The open invitation of the second profile is canceled.",
  noLogins: "Neither profile has a login. You can invite the person afterward.",
  loginOfFirst: "The login of the first profile is kept.",
  oneLogin: "Both profiles belong to the same login, which keeps the first profile.",
  memberships: "Memberships",
  firstProfile: "First",
  secondProfile: "Second",
  afterMerge: "After merging",
  keptMembership: "Kept from the first profile",
  mergedMembership: "In both profiles, one is kept",
  movedMembership: "Moved from the second profile",
  requirements: "Requirements",
  familyAndLogin: "Family and login",
  // New level dialog
  createLevelTitle: ({ word }: { word: string }) => `Create a level for “${word}”`,
  createWithImport: "Create with import",
  parentLevel: "Parent level",
  parentLevelHint: "The level it belongs to",
  kind: "Level type",
  kindHint: "For example Region, Club, or Team",
  // New link dialog
  createLink: "Create link",
  maxUsesInvalid: "Enter a whole number of 1 or more, or leave this empty.",
  linkLevelHint: "The level people join",
  linkRoleHint: "The role people join with. Add people with roles that see other people by name instead.",
  lastDay: "Last day",
  lastDayHint: "Optional. The link stops working after this day.",
  maxUses: "Maximum number of people",
  maxUsesHint: "Optional",
  // One person
  levelsNotLoaded: "The levels couldn't be loaded",
  loadingLevels: "Loading levels",
  addPerson: "Add person",
  // Progress
  progress: ({ done, count, percent }: { done: string; count: string; percent: number }) =>
    `${done} of ${count} (${percent}%)`,
  canClose: "You can close this page. The import continues, and you can find it again under “Import roster”.",
  readingRows: "Reading rows",
  addingPeople: "Adding people",
  checkingRows: "Checking rows",
  canCloseRunning:
    "You can close this page. The import continues, and you can find it again under “Import roster”. If you cancel, people who were already added are kept.",
  // Result
  imported2: "Roster imported",
  importStopped: "The import stopped",
  // Revoke link dialog
  joinedStay: ({ count }: { count: number }) =>
    count === 0
      ? "No one has joined with it."
      : plural(count, {
          one: "The person who joined with it stays.",
          other: "The # people who joined with it stay.",
        }),
  withdrawWarning: "The link and any printed codes stop working. You can't undo this, but you can create a new link.",
  linkWithdrawn: ({ name }: { name: string }) => `The link for ${name} no longer works.`,
  withdrawTitle: ({ name }: { name: string }) => `Withdraw the link for ${name}?`,
  withdrawLink: "Withdraw link",
  notWithdrawn: "Not withdrawn",
  // Row fix
  rowResult: ({ number, result }: { number: number; result: string }) => `Row ${number}: ${result}`,
  rowMessage: ({ number, message }: { number: number; message: string }) => `Row ${number}: ${message}`,
  fixRow: "Fix row",
  changeRow: "Change",
  fixRowTitle: ({ number }: { number: number }) => `Fix row ${number}`,
  changeRowTitle: ({ number }: { number: number }) => `Change row ${number}`,
  fixRowLabel: ({ number, message }: { number: number; message: string }) => `Fix row ${number}. ${message}`,
  save: "Save",
  showAllCells: "Show all cells",
  // Saved mappings
  savedOn: ({ date, name }: { date: string; name: string | null }) =>
    name ? `Saved on ${date} by ${name}` : `Saved on ${date}`,
  deleteMappingHint: "People you imported with it are kept. Files with the same headings are still recognized.",
  rename: "Rename",
  renameNamed: ({ name }: { name: string }) => `Rename ${name}`,
  delete: "Delete",
  deleteNamed: ({ name }: { name: string }) => `Delete ${name}`,
  mappingRenamed: "Mapping renamed.",
  mappingDeleted: "Mapping deleted.",
  renameMapping: "Rename mapping",
  deleteMappingTitle: ({ name }: { name: string }) => `Delete “${name}”?`,
  deleteMapping: "Delete mapping",
  // Signup links
  joinedCount: ({ count, limit }: { count: number; limit: number | null }) =>
    count === 0
      ? limit === null
        ? "No one has joined yet"
        : `No one has joined yet (maximum ${limit})`
      : limit === null
        ? plural(count, { one: "# person has joined", other: "# people have joined" })
        : plural(count, {
            one: `# person has joined (maximum ${limit})`,
            other: `# people have joined (maximum ${limit})`,
          }),
  createdOn: ({ date, name }: { date: string; name: string | null }) =>
    name ? `Created on ${date} by ${name}` : `Created on ${date}`,
  noLinksHint: "Create a link for a team and a role. Print its code or share the link.",
  linksWarning:
    "Links can only give roles that don't see other people. People aren't confirmed until they open the email we send them. Withdraw a link when you no longer need it.",
  open: "Open",
  withdrawn: "Withdrawn",
  ended: "Expired",
  full: "Full",
  signupLinksNotLoaded: "The sign-up links couldn't be loaded",
  loadingLinks: "Loading sign-up links",
  noLinks: "No sign-up links yet",
  linksTitle: "Sign-up links",
  linksWarningTitle: "Anyone with the link can join",
  linkCopied: ({ name }: { name: string }) => `Link for ${name} copied.`,
  copyFailed: "Your browser doesn't allow copying. Open the QR code and copy the link below it.",
  copyLink: "Copy link",
  qrCode: "QR code",
  withdraw: "Withdraw",
  expiredOn: ({ end }: { end: string }) => `Expired on ${end}`,
  worksThrough: ({ end }: { end: string }) => `Works through ${end}`,
  // Start bar
  nothingToAddHint: "Every row is a duplicate, needs fixing, or needs your answer.",
  nothingToAdd: "No one to add",
  startImport: "Start import",
  sendInvitationsNow: "Send invitations now",
  addPeopleCount: ({ people }: { people: number }) => plural(people, { one: "Add # person", other: "Add # people" }),
  addPeopleAndInvite: ({ people, invited }: { people: number; invited: number }) =>
    `Add ${peopleText(people)} and invite ${peopleText(invited)}`,
  addMemberships: ({ memberships }: { memberships: number }) =>
    plural(memberships, { one: "Add # membership", other: "Add # memberships" }),
  addMembershipsAndInvite: ({ memberships, invited }: { memberships: number; invited: number }) =>
    `Add ${membershipsText(memberships)} and invite ${peopleText(invited)}`,
  addBoth: ({ people, memberships }: { people: number; memberships: number }) =>
    `Add ${peopleText(people)} and ${membershipsText(memberships)}`,
  addBothAndInvite: (counts: { people: number; memberships: number; invited: number }) =>
    `Add ${peopleText(counts.people)} and ${membershipsText(counts.memberships)}, and invite ${peopleText(counts.invited)}`,
  // Undelivered page
  undeliveredIntro: ({ count }: { count: number }) =>
    plural(count, {
      one: "1 person. Open them to correct the address or send the invitation again.",
      other: "# people. Open a person to correct the address or send the invitation again.",
    }),
  allDeliveredHint: "People whose email can't be delivered are listed here.",
  person: "Person",
  guardianOf: ({ guardianOf }: { guardianOf: string }) => `Invited as a guardian of ${guardianOf}`,
  reason: "Reason",
  date: "Date",
  emailsNotDelivered: "Emails not delivered",
  listNotLoaded: "The list couldn't be loaded",
  undeliveredCaption: "People whose latest email wasn't delivered",
  allDelivered: "All emails were delivered",
  // Unknown words
  unknownWordsHint: "Your choice applies to every row with this word and to your next file.",
  unknownWords: "Unknown levels and roles",
  treatWithoutLevel: "Treat rows without a level as",
  treatAs: ({ word }: { word: string }) => `Treat “${word}” as`,
  treatWithoutRole: "Treat rows without a role as",
  noneGiven: ({ kind }: { kind: string }) => `No ${kind}`,
  treatAsNamed: ({ word, name }: { word: string; name: string }) => `Treat “${word}” as ${name}`,
  createNamed: ({ word }: { word: string }) => `Create “${word}”`,
  // Likeness
  sameName: "Same name",
  nickname: "Short form of the name",
  swappedNames: "First and last name swapped",
  partOfName: "Part of the name matches",
  oneLetter: "One letter of the name differs",
  sameEmail: "Same email address",
  sameBirth: "Same date of birth",
  nearBirth: "Similar date of birth",
  partners: "Partners",
  rowsOfPartner: ({ count, partner }: { count: string; partner: string }) => `${count} from ${partner}`,
  undoImport: "Remove everyone it added",
  undoImportTitle: "Remove everyone this import added?",
  undoImportAbout:
    "Every membership that this import added ends. People who were here before keep what they had. You see the result for each person on the Tasks page.",
  undoUntil: ({ moment }: { moment: string }) => `You can remove everyone it added until ${moment}.`,
  keepThem: "Keep everyone",
  notUndone: "Not removed",
  sameId: "Same ID at the partner",
  otherId: "Another ID at the partner",
  noMembership: "No membership",
  // Use person form
  invitationSent: "The invitation was sent.",
  invitationSentTo: ({ email }: { email: string }) => `The invitation was sent to ${email}.`,
  minorNotInvited: ({ firstName }: { firstName: string }) =>
    `${firstName} is under 18 and isn't invited. Add a guardian in their profile.`,
  guardianInvited: "Their guardian was sent an invitation.",
  personAdded: ({ name }: { name: string }) => `${name} was added.`,
  notAdded: "Not added",
  firstName: "First name",
  lastName: "Last name",
  emailHint: "We send the invitation to this address. For a person under 18, we invite their guardian instead.",
  emailInvalid: "Enter a valid email address.",
  birthHint: "Optional. Some requirements depend on age.",
  roleHint: "Determines their requirements and permissions.",
};

export const fieldNames: Record<RosterField, string> = {
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  email: "Email address",
  dateOfBirth: "Date of birth",
  phone: "Phone",
  level: "Level or team",
  label: "Role",
  minor: "Requires guardian",
  guardianFirstName: "Guardian first name",
  guardianLastName: "Guardian name",
  guardianEmail: "Guardian email",
  guardian2FirstName: "Guardian 2 first name",
  guardian2LastName: "Guardian 2 name",
  guardian2Email: "Guardian 2 email",
};

const guardianTexts: Record<GuardianResult, (who: string) => string> = {
  new: (who) => `${who} will be added as a guardian.`,
  known: (who) => `${who} is already here and will become a guardian.`,
  left: (who) => `${who} won't be linked as a guardian.`,
};

/** Describes what happens to a guardian that a row names, with the reason if there is one. */
export const guardianText = ({ name, email, fate, message }: ImportRow["guardians"][number]): string =>
  `${guardianTexts[fate](`${name} (${email})`)} ${message}`.trim();

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" });

/** Formats the two days that "03/04/2012" may mean. */
export function dateReadings(example: string): Record<DateOrder, string> {
  const [first = 1, second = 1, year = 2000] = (example.match(/\d+/g) ?? []).map(Number);
  const day = (month: number, of: number) => longDay.format(Date.UTC(year, month - 1, of));
  return { monthFirst: day(first, second), dayFirst: day(second, first) };
}

export const rowResultNames: Record<ImportRowResult, string> = {
  create: "New person",
  join: "New membership",
  alike: "Possible duplicate",
  present: "Already a member",
  duplicate: "Duplicate row",
  error: "Needs fixing",
};

/** Labels a row's result after the import. */
export const doneResultNames: Partial<Record<ImportRowResult, string>> = { create: "Added", join: "Membership added" };

export const rowResultTones: Record<ImportRowResult, Tone> = {
  create: "done",
  join: "done",
  alike: "needs",
  present: "none",
  duplicate: "none",
  error: "stop",
};

export const stateNames: Record<ImportState, string> = {
  draft: "Not checked yet",
  checking: "Checking",
  checked: "Ready to import",
  running: "Running",
  done: "Finished",
  canceled: "Canceled",
  failed: "Stopped",
};

/** Formats a number of rows: "1 row" or "412 rows". */
export const rowsText = (count: number) => plural(count, { one: "# row", other: "# rows" });

/** Describes what the button does, and for how many people. */
export function startText({ fates, invitable, toWrite, written }: RosterImport, invite: boolean): string {
  if (written > 0) {
    return plural(toWrite - written, {
      one: "Continue with the remaining row",
      other: "Continue with the remaining # rows",
    });
  }
  const counts = { people: fates.create, memberships: fates.join, invited: invitable };
  const invites = invite && invitable > 0;
  if (fates.join === 0) return invites ? words.addPeopleAndInvite(counts) : words.addPeopleCount(counts);
  if (fates.create === 0) return invites ? words.addMembershipsAndInvite(counts) : words.addMemberships(counts);
  return invites ? words.addBothAndInvite(counts) : words.addBoth(counts);
}

const needsFixing = (count: number) => plural(count, { one: "1 row needs fixing.", other: "# rows need fixing." });

/** Describes which rows the button skips. Empty if it imports all of them. */
export function leftOutText({ fates }: Pick<RosterImport, "fates">): string {
  const known = fates.present + fates.duplicate;
  return [
    fates.alike > 0 &&
      plural(fates.alike, {
        one: "1 row is a possible duplicate and needs your answer.",
        other: "# rows are possible duplicates and need your answer.",
      }),
    fates.error > 0 &&
      plural(fates.error, {
        one: "1 row needs fixing and will be left out.",
        other: "# rows need fixing and will be left out.",
      }),
    known > 0 && plural(known, { one: "1 row doesn't add anyone new.", other: "# rows don't add anyone new." }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Describes the result of an import in a few sentences. */
export function resultText({ state, written, toWrite, fates, failure }: RosterImport): string {
  const left = toWrite - written;
  return [
    state !== "done" && failure,
    plural(written, { one: "1 row was added.", other: "# rows were added." }),
    state !== "done" && plural(left, { one: "1 row is left.", other: "# rows are left." }),
    fates.error > 0 && needsFixing(fates.error),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Describes in a few sentences what an import of completions did or would do. */
export function completionsText(
  { record, known, error }: { record: number; known: number; error: number },
  imported: boolean,
): string {
  return [
    imported
      ? plural(record, { one: "1 completion was imported.", other: "# completions were imported." })
      : plural(record, { one: "1 completion can be imported.", other: "# completions can be imported." }),
    known > 0 && plural(known, { one: "1 row is already on record.", other: "# rows are already on record." }),
    error > 0 && needsFixing(error),
  ]
    .filter(Boolean)
    .join(" ");
}
