import type { ImportState } from "@touchline/contract";
import type { DateOrder, GuardianFate, RosterField, RowFate } from "@touchline/contract/setup/imports";
import type { Tone } from "@touchline/ui";
import type { ImportRow, RosterImport } from "./queries.ts";

/** Every text of these pages, in complete sentences. */
export const words = {
  nameFirstAndLastOr:
    "Name (first and last, or in one column), email address, date of birth, phone, level or team (its name, or a path such as “Northside / U12 Girls”), role, whether a guardian is required, and the names and emails of up to two guardians. Children get no login: their guardians are invited. Anything else is left out.",
  onePerson: "One person",
  addAPerson: "Add a person",
  byNameAtOneLevel: "By name, at one level and under one role. Who looks like somebody you have is asked about first.",
  pasteMany: "Paste many",
  pastePeople: "Paste people",
  fromAnySpreadsheetOrList:
    "From any spreadsheet or list. Nothing is added before you have seen what becomes of every row.",
  roster: "Roster",
  importRoster: "Import roster",
  addManyPeopleAtOnce: "Add many people at once. Nothing is added before you have seen what becomes of every row.",
  signUpLinks: "Sign-up links",
  putALinkOrA:
    "Put a link or a code where your people see it. They sign up themselves, under the role that you choose.",
  importCompletions: "Import completions",
  findDuplicates: "Find duplicates",
  waysToAddPeople: "Ways to add people",
  fromASpreadsheet: "From a spreadsheet",
  theseRowsCouldNotBe: "These rows could not be read",
  pasteRows: "Paste rows",
  copyThemInTheSpreadsheet:
    "Copy them in the spreadsheet, with their headings if there are any, and paste here. A list with commas or semicolons, or one name a line, is good too.",
  checkTheseRows: "Check these rows",
  pastedRowsTxt: "Pasted rows.txt",
  fromAFile: "From a file",
  yourRoster: "Your roster",
  anExcelXlsxOrCsv: "An Excel (.xlsx) or CSV file. Columns can have any name and any order.",
  whatARosterMaySay: "What a roster may say of each person",
  yourImportsOfTheLast: "Your imports of the last 30 days",
  thisLooksLikeSomebodyWho: "This looks like somebody who is here",
  samePerson: "Same person",
  samePersonGetsTheMembership: ({ name }: { name: string }) => `Same person: ${name} gets the membership`,
  somebodyElseAddAnyway: "Somebody else: add anyway",
  sayOfEachRowBelow: "Say of each row below whether it is that person. Rows without an answer are left out.",
  rowLooks: "row looks",
  rowsLook: "rows look",
  allAreTheSamePeople: "All are the same people",
  allAreOtherPeople: "All are other people",
  youSaidTheSamePerson: "You said: the same person as",
  youSaidNot: "You said: not",
  takeBack: "Take back",
  takeBackWhatYouSaid: ({ number }: { number: number }) => `Take back what you said of row ${number}`,
  rowIsTheSamePerson: ({ number, name }: { number: number; name: string }) =>
    `Row ${number} is the same person as ${name}`,
  addAnyway: "Add anyway",
  rowIsSomebodyElseAdd: ({ number }: { number: number }) => `Row ${number} is somebody else: add anyway`,
  theMappingIsSaved: ({ name }: { name: string }) => `The mapping “${name}” is saved.`,
  savedMappings: "Saved mappings",
  aSavedMapping: "Use a saved mapping",
  columnsAreFoundByTheir: "Columns are found by their headings, wherever they stand.",
  chooseAMapping: "Choose a mapping",
  noneIsSavedYet: "None is saved yet",
  saveThisMappingAs: "Save this mapping as",
  forFilesOfTheSame: "For files of the same kind, also of colleagues.",
  saveMapping: "Save mapping",
  notImported: "Not imported",
  whatTheColumnsAre: "What the columns are",
  empty: "Empty",
  columnIs: ({ heading }: { heading: string }) => `Column “${heading}” is`,
  levelForRowsThatName: "Level for rows that name none",
  chooseALevel: "Choose a level",
  roleForRowsThatName: "Role for rows that name none",
  chooseARole: "Choose a role",
  bringAlongWhatYourPeople:
    "Bring along what your people completed before, on paper or in another system. You see the result of each row before anything is saved.",
  theFirstRowNamesThe:
    "The first row names the columns: Email (or First name, Last name and Date of birth), Requirement, Completed on and, where each document has its own expiration date, Valid until. The person’s history shows each completion as carried over by import.",
  row: "Row",
  and: "And",
  yourList: "Your list",
  anExcelXlsxOrCsvFile: ({ rows }: { rows: string }) => `An Excel (.xlsx) or CSV file with up to ${rows} rows.`,
  nothingWasImported: "Nothing was imported",
  import: ({ count }: { count: string }) => `Import ${count}`,
  columns: "Columns",
  imported: "Imported",
  result: "Result",
  imported2: ({ count }: { count: string }) => `${count} imported.`,
  canBeImported: ({ count }: { count: string }) => `${count} can be imported.`,
  rowIs: "row is",
  rowsAre: "rows are",
  rowNeeds: "row needs",
  rowsNeed: "rows need",
  moreRow: "more row",
  moreRows: "more rows",
  howDatesAreWritten: "How dates are written",
  readAs: ({ example }: { example: string }) => `Read ${example} as`,
  theMonthComesFirst: "The month comes first.",
  theDayComesFirst: "The day comes first.",
  possibleDuplicatesNothingIsMerged: "Possible duplicates. Nothing is merged until you have compared both profiles.",
  whoeverWasAddedOrRenamed:
    "Whoever was added or renamed lately is compared with everybody; more pairs may follow in a minute.",
  duplicates: "Duplicates",
  theDuplicates: "The duplicates",
  loadingTheDuplicates: "Loading the duplicates",
  peopleAreBeingCompared: "People are being compared",
  noDuplicatesSoFar: "No duplicates so far",
  noDuplicates: "No duplicates",
  addPeople: "Add people",
  amongThoseWhoWereCompared: "Among those who were compared nobody is here twice. The others follow.",
  nobodyWhomYouLookAfter: "Nobody whom you look after seems to be here twice.",
  likelyPairs: "Likely pairs",
  andStayTwoPeople: ({ name, name2 }: { name: string; name2: string }) => `${name} and ${name2} stay two people.`,
  and2: ({ name, name2 }: { name: string; name2: string }) => `${name} and ${name2}`,
  compareAndMerge: "Compare and merge",
  compareAndMerge2: ({ names }: { names: string }) => `Compare and merge ${names}`,
  notTheSame: "Not the same",
  areNotTheSame: ({ names }: { names: string }) => `${names} are not the same`,
  noEmailAddress: "no email address",
  born: ({ day }: { day: string }) => `born ${day}`,
  hasALogin: "has a login",
  noLogin: "no login",
  downloadRowsWithErrors: "Download rows with errors",
  name: "Name",
  levelAndRole: "Level and role",
  rowByRow: "Row by row",
  whatBecomesOfTheRows: "What becomes of the rows",
  rowsOfTheFileAnd: "Rows of the file and what becomes of them",
  readAs2: ({ count, encoding }: { count: string; encoding: string }) => `${count}, read as ${encoding}.`,
  importRoster2: ({ fileName }: { fileName: string }) => `${fileName}, import roster`,
  thisImport: "This import",
  loadingTheImport: "Loading the import",
  importAnother: "Import another",
  thisCouldNotBeSaved: "This could not be saved",
  theCheckStopped: "The check stopped",
  checkTheRows: "Check the rows",
  theyAreCreatedWhenYou: "They are created when you start the import.",
  below: ({ kind, parentName, count }: { kind: string; parentName: string; count: string }) =>
    `${kind} below ${parentName}, ${count}`,
  levelsToCreate: "Levels to create",
  dontCreate: "Don't create",
  dontCreate2: ({ name }: { name: string }) => `Don't create ${name}`,
  sameName: "same name",
  aShortFormOfThe: "a short form of the name",
  firstAndLastNameSwapped: "first and last name swapped",
  aPartOfTheName: "a part of the name is the same",
  oneLetterOfTheName: "one letter of the name differs",
  sameEmailAddress: "same email address",
  sameDateOfBirth: "same date of birth",
  nearlyTheSameDateOf: "nearly the same date of birth",
  at: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  noMembership: "No membership",
  thisBrowserCouldNotMake: "This browser could not make the picture. Save it as SVG instead.",
  join: ({ organization }: { organization: string }) => `Join ${organization}`,
  asAt: ({ labelName, levelName }: { labelName: string; levelName: string }) => `as ${labelName} at ${levelName}`,
  pointTheCameraOfYour: "Point the camera of your phone at the code.",
  signUp: ({ name, kind }: { name: string; kind: string }) => `Sign up, ${name}.${kind}`,
  signUpCode: "Sign-up code",
  noPoster: "No poster",
  qrCodeThatLeadsTo: ({ name }: { name: string }) => `QR code that leads to the sign-up of ${name}`,
  saveAsPng: "Save as PNG",
  saveAsSvg: "Save as SVG",
  posterA4: "Poster, A4",
  posterUsLetter: "Poster, US Letter",
  emailAddress: "Email address",
  dateOfBirth: "Date of birth",
  contact: "Contact",
  photo: "Photo",
  nothing: "Nothing",
  thePhotoOfTheFirst: "The photo of the first entry",
  thePhotoOfTheSecond: "The photo of the second entry",
  asTheFirstEntryHas: "As the first entry has it",
  asTheSecondEntryHas: "As the second entry has it",
  whatIsKept: "What is kept",
  withWhichThePersonLogs: ({ kept }: { kept: string }) => `${kept}, with which the person logs in`,
  neitherOwesAnythingOrHas: "Neither owes anything, or has done anything yet.",
  twoSubmissionsAreOpenOne: "Two submissions are open: one goes on, the other is withdrawn.",
  guardians: ({ map }: { map: string }) => `Guardians: ${map}`,
  actsFor: ({ map }: { map: string }) => `Acts for: ${map}`,
  theOpenInvitationOfThe: "The open invitation of the second entry ends.",
  neitherHasALoginThe: "Neither has a login. The person can be invited afterwards.",
  theLoginOfTheFirst: "The login of the first entry stays.",
  bothBelongToOneLogin: "Both belong to one login, which has the first entry afterwards.",
  memberships: "Memberships",
  bothHaveItOneStays: "both have it: one stays",
  comesOver: "comes over",
  requirements: "Requirements",
  familyAndLogin: "Family and login",
  allSubmissionsAndDecisionsOf: "All submissions and decisions of both are kept.",
  firstStays: "First: stays",
  secondGoesIntoTheFirst: "Second: goes into the first",
  goesIntoThisCannotBe: ({ name, name2 }: { name: string; name2: string }) =>
    `${name} goes into ${name2}. This cannot be taken back; the entry that goes stays archived, and who merged it is in the audit log.`,
  mergeTwoEntries: "Merge two entries",
  theComparison: "The comparison",
  comparingTheTwoEntries: "Comparing the two entries",
  theTwoEntriesAreOne: ({ name }: { name: string }) => `The two entries are one: ${name}.`,
  swapTheTwo: "Swap the two",
  theseTwoCannotBeMerged: "These two cannot be merged now",
  notMerged: "Not merged",
  theTwoEntries: "The two entries",
  backToTheDuplicates: "Back to the duplicates",
  merge: "Merge",
  mergeForGood: "Merge for good?",
  notNow: "Not now",
  mergeTheTwoEntries: "Merge the two entries",
  createALevelFor: ({ word }: { word: string }) => `Create a level for “${word}”`,
  createWithTheImport: "Create with the import",
  notCreated: "Not created",
  chooseALevel2: "Choose a level.",
  below2: "Below",
  theLevelItBelongsTo: "The level it belongs to.",
  kind: "Kind",
  whatYouCallSuchA: "What you call such a level: Region, Club, Team.",
  newSignUpLink: "New sign-up link",
  makeLink: "Make link",
  notMade: "Not made",
  chooseARole2: "Choose a role.",
  writeAWholeNumberFrom: "Write a whole number from 1, or leave it empty.",
  level: "Level",
  wherePeopleBecomeMembers: "Where people become members.",
  role: "Role",
  whatTheyJoinAsRoles: "What they join as. Roles that see other people are not offered: add those by name.",
  lastDay: "Last day",
  optionalAfterItNobodyCan: "Optional. After it nobody can sign up by the link.",
  atMostThisManyPeople: "At most this many people",
  optional: "Optional.",
  theLevels: "The levels",
  loadingTheLevels: "Loading the levels",
  addPerson: "Add person",
  of: ({ done, count, value }: { done: string; count: string; value: number }) => `${done} of ${count} (${value} %)`,
  youCanCloseThisPage:
    "You can close this page. The import continues, and you can find it again under “Import roster”.",
  readingTheRows: "Reading the rows",
  addingPeople: "Adding people",
  checkingTheRows: "Checking the rows",
  cancel: "Cancel",
  cancelKeepsWhatIsAdded: " Cancel keeps what is added by then.",
  theRosterIsImported: "The roster is imported",
  theImportStopped: "The import stopped",
  nobodyCanSignUpBy:
    "Nobody can sign up by it any more, also by codes that are printed. It cannot be brought back; you can make a new one.",
  nobodyCanSignUpByThe: ({ name }: { name: string }) => `Nobody can sign up by the link for ${name} any more.`,
  withdrawTheLinkFor: ({ name }: { name: string }) => `Withdraw the link for ${name}?`,
  keep: "Keep",
  withdrawLink: "Withdraw link",
  notWithdrawn: "Not withdrawn",
  nobodyHasJoinedByIt: "Nobody has joined by it.",
  personWhoHasJoinedBy: "person who has joined by it stays",
  peopleWhoHaveJoinedBy: "people who have joined by it stay",
  row2: ({ number, value }: { number: number; value: string }) => `Row ${number}: ${value}.`,
  row3: ({ number, message }: { number: number; message: string }) => `Row ${number}: ${message}`,
  fixRow: "Fix row",
  change: "Change",
  fixRow2: ({ number }: { number: number }) => `Fix row ${number}`,
  changeRow: ({ number }: { number: number }) => `Change row ${number}`,
  fixRow3: ({ number, message }: { number: number; message: string }) => `Fix row ${number}. ${message}`,
  save: "Save",
  showAllCells: "Show all cells",
  savedOn: "saved on",
  whatWasImportedByIt: "What was imported by it stays. Files with the headings you used last are still recognized.",
  by: ({ createdBy }: { createdBy: string }) => ` by ${createdBy}`,
  rename: "Rename",
  rename2: ({ name }: { name: string }) => `Rename ${name}`,
  delete: "Delete",
  delete2: ({ name }: { name: string }) => `Delete ${name}`,
  theMappingHasAnotherName: "The mapping has another name.",
  theMappingIsDeleted: "The mapping is deleted.",
  renameTheMapping: "Rename the mapping",
  delete3: ({ name }: { name: string }) => `Delete “${name}”?`,
  deleteMapping: "Delete mapping",
  makeOneForATeam: "Make one for a team and a role, and print its code for the first training or send the link around.",
  itMayBePassedOn:
    "It may be passed on, so it only gives roles that see nobody else. People count as not confirmed until they open the mail that we send to their address. Withdraw a link when it has done its work.",
  open: "Open",
  withdrawn: "Withdrawn",
  ended: "Ended",
  full: "Full",
  theSignUpLinks: "The sign-up links",
  loadingTheSignUpLinks: "Loading the sign-up links",
  noSignUpLinksYet: "No sign-up links yet",
  yourSignUpLinks: "Your sign-up links",
  whoeverHasTheLinkCan: "Whoever has the link can join",
  theLinkForIsCopied: ({ name }: { name: string }) => `The link for ${name} is copied.`,
  thisBrowserDoesNotLet: "This browser does not let us copy. Open the code: the link stands below it.",
  copyLink: "Copy link",
  qrCode: "QR code",
  withdraw: "Withdraw",
  personHasJoined: "person has joined",
  peopleHaveJoined: "people have joined",
  ofAtMost: ({ joined, maxUses }: { joined: string; maxUses: number }) => `${joined}, of at most ${maxUses}`,
  endedOn: ({ end }: { end: string }) => `ended on ${end}`,
  worksThrough: ({ end }: { end: string }) => `works through ${end}`,
  everyRowIsThereAlready: "Every row is there already, needs fixing, or waits for your answer.",
  thereIsNobodyToAdd: "There is nobody to add",
  startTheImport: "Start the import",
  sendInvitationsNow: "Send invitations now",
  anyoneWhoseEmailIsRefused: "Anyone whose email is refused or can't be delivered is listed here.",
  person: "Person",
  invitedAsAGuardianOf: ({ guardianOf }: { guardianOf: string }) => `Invited as a guardian of ${guardianOf}`,
  email: "Email",
  reason: "Reason",
  date: "Date",
  emailsNotDelivered: "Emails not delivered",
  theList: "The list",
  openAPersonToCorrect: ({ total, value }: { total: string; value: string }) =>
    `${total} ${value}. Open a person to correct the address or to send the invitation again.`,
  peopleWhoseLatestEmailWasnt: "People whose latest email wasn't delivered",
  allEmailsWereDelivered: "All emails were delivered",
  chooseOnceItGoesFor: "Choose once; it goes for every row with the word, and for your next file.",
  whatTheseWordsMean: "What these words mean",
  treatRowsWithoutALevel: "Treat rows without a level as",
  treatAs: ({ word }: { word: string }) => `Treat “${word}” as`,
  treatRowsWithoutARole: "Treat rows without a role as",
  no: ({ kind }: { kind: string }) => `No ${kind}`,
  treatAs2: ({ word, name }: { word: string; name: string }) => `Treat “${word}” as ${name}`,
  create: ({ word }: { word: string }) => `Create “${word}”`,
  theInvitationWasSent: "The invitation was sent.",
  theInvitationGoesTo: ({ email }: { email: string }) => `The invitation goes to ${email}.`,
  isUnder18AndIsnt: ({ firstName }: { firstName: string }) =>
    `${firstName} is under 18 and isn’t invited. Add a guardian on their page.`,
  theirGuardianWasSentAn: "Their guardian was sent an invitation.",
  wasAdded: ({ name }: { name: string }) => `${name} was added.`,
  notAdded: "Not added",
  firstName: "First name",
  lastName: "Last name",
  theInvitationGoesThereNobody: "The invitation goes there. Nobody under 18 is invited: their guardian is.",
  enterAValidEmailAddress: "Enter a valid email address.",
  ifYouKnowItAge: "If you know it; age rules and screenings need it.",
  determinesTheirRequirementsAndPermissions: "Determines their requirements and permissions.",
  stays: "stays",
};

const number = new Intl.NumberFormat();

/** "1 person", "412 people". */
export const countOf = (count: number, one: string, many: string) =>
  `${number.format(count)} ${count === 1 ? one : many}`;

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

const guardianNames: Record<GuardianFate, string> = {
  new: "is added as the guardian",
  known: "is here already and becomes the guardian",
  left: "isn't linked",
};

/** What becomes of a guardian whom a row names. */
export function guardianText({ name, email, fate, message }: ImportRow["guardians"][number]): string {
  return `${name}, ${email}, ${guardianNames[fate]}.${message === "" ? "" : ` ${message}`}`;
}

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" });

/** The two days that "03/04/2012" may mean. */
export function dateReadings(example: string): Record<DateOrder, string> {
  const [first = 1, second = 1, year = 2000] = (example.match(/\d+/g) ?? []).map(Number);
  const day = (month: number, of: number) => longDay.format(Date.UTC(year, month - 1, of));
  return { monthFirst: day(first, second), dayFirst: day(second, first) };
}

export const fateNames: Record<RowFate, string> = {
  create: "New person",
  join: "Further membership",
  alike: "Looks like somebody",
  present: "Already there",
  duplicate: "Repeated row",
  error: "Needs fixing",
};

/** What a row's fate is called once the import has written it. */
export const doneNames: Partial<Record<RowFate, string>> = { create: "Added", join: "Membership added" };

export const fateTones: Record<RowFate, Tone> = {
  create: "done",
  join: "done",
  alike: "needs",
  present: "none",
  duplicate: "none",
  error: "stop",
};

export const stateNames: Record<ImportState, string> = {
  draft: "Not checked yet",
  checking: "Being checked",
  checked: "Ready to import",
  running: "Under way",
  done: "Finished",
  canceled: "Canceled",
  failed: "Stopped",
};

/** What the button does, and to how many. */
export function startText({ fates, invitable, toWrite, written }: RosterImport, invite: boolean): string {
  if (written > 0) return `Go on with the remaining ${countOf(toWrite - written, "row", "rows")}`;
  const people = countOf(fates.create, "person", "people");
  const memberships = countOf(fates.join, "membership", "memberships");
  const add =
    fates.join === 0 ? `Add ${people}` : fates.create === 0 ? `Add ${memberships}` : `Add ${people} and ${memberships}`;
  return invite && invitable > 0 ? `${add}, invite ${number.format(invitable)}` : add;
}

/** Which rows the button passes over; empty when it takes all. */
export function leftOutText({ fates }: Pick<RosterImport, "fates">): string {
  const known = fates.present + fates.duplicate;
  return [
    fates.alike > 0 &&
      `${countOf(fates.alike, "row looks", "rows look")} like somebody who is here and ${fates.alike === 1 ? "waits" : "wait"} for your answer.`,
    fates.error > 0 &&
      `${countOf(fates.error, "row needs", "rows need")} fixing and ${fates.error === 1 ? "is" : "are"} left out.`,
    known > 0 && `${countOf(known, "row adds", "rows add")} nobody new.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** What came of it, in a sentence or two. */
export function resultText({ state, written, toWrite, fates, failure }: RosterImport): string {
  const added = `${countOf(written, "row was", "rows were")} added`;
  const rest = fates.error === 0 ? "" : ` ${countOf(fates.error, "row needs", "rows need")} fixing.`;
  if (state === "done") return `${added}.${rest}`;
  const left = `${countOf(toWrite - written, "row", "rows")} left`;
  return `${failure ? `${failure} ` : ""}${added}, ${left}. What was added stays.${rest}`;
}
