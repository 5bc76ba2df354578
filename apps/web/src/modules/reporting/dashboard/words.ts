import { plural } from "../../../plural.ts";

/** Every text of the dashboard: the members list, its overview, bulk actions, saved views and the printed list. */
export const words = {
  // The page
  dashboard: "Dashboard",
  loadingMembers: "Loading members",
  loadingPastStatus: "Loading past status",
  listOfMembersNotLoaded: "The list of members couldn't be loaded",
  members: "Members",
  importRoster: "Import roster",
  addPerson: "Add person",
  addAndContinue: "Add, then another",
  viewPastDate: "View past date",

  // Used all over
  close: "Close",
  cancel: "Cancel",
  name: "Name",
  email: "Email",
  role: "Role",
  level: "Level",
  status: "Status",
  done: "Done",
  since: "Since",
  requirement: "Requirement",
  memberAt: ({ name, role, level }: { name: string; role: string; level: string }) => `${name}, ${role} at ${level}`,

  // Search and filters
  search: "Search",
  searchByName: "Search by name",
  searchByNameOrEmail: "Search by name or email",
  nameOrEmail: "Name or email",
  requirementStatus: "Requirement status",
  unknownRole: "Unknown role",
  unknownRequirement: "Unknown requirement",
  clearAllFilters: "Clear all filters",
  membershipCount: ({ count }: { count: number }) => plural(count, { one: "# membership", other: "# memberships" }),
  membershipCountOver: ({ count }: { count: number }) =>
    plural(count, { one: "More than # membership", other: "More than # memberships" }),

  // An empty list
  noMatch: "No one matches",
  noMatchHint: "Remove a filter, or search for the start of a name.",
  noMembersTitle: "Add your first people",
  noMembersHint: "Each person you add sees what they need to be cleared.",
  findingPerson: "Finding the person",
  personNotLoaded: "This person couldn't be loaded",
  personNotFound: "No one found",
  partnerIdUnknown: ({ externalId }: { externalId: string }) =>
    `None of the members you can see has the partner ID ${externalId}. Check the link, or ask your administrator.`,

  // The table
  notDelivered: "Email not delivered",
  notDeliveredHint: "The latest email to this person wasn't delivered.",
  doneOf: ({ done, total }: { done: number; total: number }) => `${done} of ${total}`,
  doneOfLong: ({ done, total }: { done: number; total: number }) => `${done} of ${total} done`,

  // Why a membership has its status
  whyTrigger: ({ status, name }: { status: string; name: string }) => `${status}: why? ${name}`,
  loadingReasons: "Loading the reasons",
  reasonsFailed: ({ message }: { message: string }) => `The reasons couldn't be loaded: ${message}`,
  moreReasons: ({ count }: { count: number }) => plural(count, { one: "And # more.", other: "And # more." }),
  requirements: "Requirements",
  statusChanged: ({ ago }: { ago: string }) => `Status changed ${ago}.`,
  viewMember: ({ name }: { name: string }) => `Everything about ${name}`,

  // Columns, views and other actions on the list
  columns: "Columns",
  views: "Views",
  savedViews: "Saved views",
  sharedWithEveryone: "Shared with everyone",
  manageViews: "Save or manage views",
  printList: "Print the whole list",
  keyboardShortcuts: "Keyboard shortcuts",
  viewName: "Save current list as",
  viewNameExample: "Coaches not cleared",
  viewNameMissing: "Enter a name.",
  shareView: "Share with everyone in the organization",
  saveView: "Save view",
  defaultView: "Open by default",
  openByDefault: ({ name }: { name: string }) => `Open ${name} by default`,
  update: "Update",
  updateView: ({ name }: { name: string }) => `Update ${name} to the current list`,
  delete: "Delete",
  deleteView: ({ name }: { name: string }) => `Delete ${name}`,

  // Keyboard shortcuts
  keysNext: "Next or previous person",
  scrollKeys: "↑ ↓ Page Up Page Down Home End",
  keysScroll: "Move through the list",
  keysSelect: "Select or deselect the person",
  keysOpen: "Open the person's page",
  keysHelp: "Show keyboard shortcuts",
  turnKeysOff: "Turn off single-key shortcuts",
  turnKeysOn: "Turn on single-key shortcuts",

  // Bulk actions
  moreActions: "More actions",
  remind: "Remind",
  message: "Message",
  export: "Export",
  extendRequirement: "Extend a requirement",
  resendActivation: "Resend activation",
  changeRole: "Change role",
  moveLevel: "Move to another level",
  remove: "Remove",
  notStarted: "Not started",
  skippedNote: "Anyone you can't do this for is skipped and listed with the reason.",
  resendTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Resend activation to # membership", other: "Resend activation to # memberships" }),
  resendHint: "Everyone who hasn't activated yet gets a new link.",
  remindTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Remind # membership", other: "Remind # memberships" }),
  sendReminders: "Send reminders",
  remindHint:
    "Each person gets an email with what they still have to do. For a child, it goes to the guardians. No one is reminded twice in a day.",
  messageTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Message # membership", other: "Message # memberships" }),
  sendMessage: "Send message",
  messageHint: "Each person gets one email with your message. For a child, it goes to the guardians.",
  changeRoleTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Change the role of # membership", other: "Change the role of # memberships" }),
  changeRoleHint: ({ days }: { days: number }) =>
    `Requirements change to those of the new role right away. Completed work is kept. You can undo this for ${days} days.`,
  newRole: "New role",
  chooseRole: "Choose a role",
  roleMissing: "Choose a role first.",
  moveTitle: ({ count }: { count: number }) => plural(count, { one: "Move # membership", other: "Move # memberships" }),
  move: "Move",
  moveHint: ({ days }: { days: number }) =>
    `Requirements change to those of the new level right away. Completed work is kept. You can undo this for ${days} days.`,
  newLevel: "New level",
  chooseLevel: "Choose a level",
  levelMissing: "Choose a level first.",
  removeTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Remove # membership", other: "Remove # memberships" }),
  removeHint: ({ days }: { days: number }) =>
    `Requirements of these memberships no longer apply. Completed work is kept with the person. You can undo this for ${days} days.`,
  extendTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Extend a requirement for # membership", other: "Extend a requirement for # memberships" }),
  extend: "Extend",
  extendHint: ({ days }: { days: number }) =>
    `Completed requirements stay valid through the date you enter, even if they've expired. Anyone who never completed it is skipped. You can undo this for ${days} days.`,
  chooseRequirement: "Choose a requirement",
  requirementMissing: "Choose a requirement first.",
  lastDay: "Valid through",
  lastDayHint: "Later expiration dates are kept.",
  lastDayMissing: "Enter the last valid day.",
  reason: "Reason",
  reasonHint: "Added to each person's history.",
  reasonMissing: "Enter a reason.",
  exportTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Export # membership", other: "Export # memberships" }),
  exportHint: ({ days }: { days: number }) => `The file has the columns of the list and is kept for ${days} days.`,
  file: "File",
  excelFile: "Excel workbook",
  excelHint: "For Excel, Numbers and LibreOffice.",
  csvFile: "CSV",
  csvHint: "Plain text, for any other program.",
  subject: "Subject",
  subjectMissing: "Enter a subject.",
  messageMissing: "Enter a message.",
  messageTextHint:
    "Plain text. A blank line starts a new paragraph. Your name and your organization's name are added below.",
  preview: "Preview",
  previewMissing: "Enter a subject and a message.",

  // The overview
  counting: "Counting",
  countsFailed: ({ message }: { message: string }) => `The numbers couldn't be loaded: ${message}`,
  tryAgain: "Try again",
  everyoneCleared: "Everyone is cleared",
  everyoneClearedAs: ({ roles }: { roles: string }) => `Everyone is cleared as ${roles}`,
  notClearedOf: ({ open, total }: { open: string; total: string }) => `${open} of ${total} not cleared`,
  notClearedOfAs: ({ open, total, roles }: { open: string; total: string; roles: string }) =>
    `${open} of ${total} not cleared as ${roles}`,
  clearedShare: ({ share }: { share: string }) => `${share} cleared`,
  statusOfAll: ({ count }: { count: number }) =>
    plural(count, { one: "Status of # membership", other: "Status of # memberships" }),
  undelivered: ({ count }: { count: number }) =>
    plural(count, {
      one: "# person whose email wasn't delivered",
      other: "# people whose email wasn't delivered",
    }),
  breakDownBy: "Break down by",
  byKind: ({ kind }: { kind: string }) => `By ${kind}`,
  byRole: "By role",
  byRequirement: "By requirement",
  heatMap: "Heat map",
  trend: "Trend",
  expiryCalendar: "Expiration calendar",
  needsAttention: "Needs attention",
  showPicture: "Show chart",
  showNumbers: "Show table",
  notClearedTitle: "Not cleared, highest share first",
  notDoneTitle: "Not done, highest share first",
  levelsCut: ({ count }: { count: number }) => `Only the first ${count} levels are counted.`,
  noMembers: "No members",
  openOf: ({ open, total }: { open: string; total: string }) => `${open} of ${total}`,
  noRequirements: "No requirements at this level",

  // The heat map
  heatMapTitle: "Requirements done by level",
  heatMapFailed: ({ message }: { message: string }) => `The heat map couldn't be loaded: ${message}`,
  heatMapCut: ({ count }: { count: number }) =>
    `Only the ${count} requirements with the most people not done are shown.`,
  total: "Total",

  // The trend
  clearedOverTime: "Cleared over time",
  trendFailed: ({ message }: { message: string }) => `The trend couldn't be loaded: ${message}`,
  trendPeriod: "Period",
  periodDays: ({ count }: { count: number }) => `${count} days`,
  trendLabel: "Share of memberships cleared",
  trendHint: "A new point is added at the end of each day.",
  trendDay: ({ day, share, open, total }: { day: string; share: string; open: string; total: string }) =>
    `${day}: ${share} cleared, ${open} of ${total} not cleared`,
  trendDayEmpty: ({ day }: { day: string }) => `${day}: no members`,
  seeCleared: "See who's cleared",
  days: "Days",
  day: "Day",
  cleared: "Cleared",
  notCleared: "Not cleared",
  memberships: "Memberships",
  changesOn: ({ day }: { day: string }) => `Changes on ${day}`,
  change: "Change",
  noChanges: "No changes on this day.",
  dayFailed: "The changes couldn't be loaded",
  joined: ({ level }: { level: string }) => `Joined ${level}`,
  left: ({ level }: { level: string }) => `Left ${level}`,
  movedTo: ({ level }: { level: string }) => `Moved to ${level}`,
  movedFrom: ({ level }: { level: string }) => `Moved from ${level}`,
  startedAs: ({ status }: { status: string }) => `Started as ${status}`,

  // The expiration calendar
  upcomingExpirations: "Upcoming expirations",
  calendarFailed: ({ message }: { message: string }) => `The calendar couldn't be loaded: ${message}`,
  stillCounting: "Still counting. These numbers may go up.",
  nothingExpiresThrough: ({ day }: { day: string }) => `Nothing expires through ${day}.`,
  chooseWeek: "Choose a week to see who is affected.",
  chooseDay: "Choose a day or month to see who is affected.",
  weeks: "Weeks",
  week: "Week",
  weekRange: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  expiring: "Expiring",
  expireOn: ({ count, day }: { count: number; day: string }) =>
    plural(count, { one: `# expires on ${day}`, other: `# expire on ${day}` }),
  expireBetween: ({ count, from, to }: { count: number; from: string; to: string }) =>
    plural(count, { one: `# expires from ${from} to ${to}`, other: `# expire from ${from} to ${to}` }),
  expiringOn: ({ day }: { day: string }) => `Expiring on ${day}`,
  expiringBetween: ({ from, to }: { from: string; to: string }) => `Expiring from ${from} to ${to}`,
  nothingExpiresOn: ({ day }: { day: string }) => `Nothing expires on ${day}.`,
  nothingExpiresBetween: ({ from, to }: { from: string; to: string }) => `Nothing expires from ${from} to ${to}.`,
  validThrough: "Valid through",
  listFailed: "The list couldn't be loaded",

  // Needs attention: each label is next to its number
  attentionFailed: ({ message }: { message: string }) => `This list couldn't be loaded: ${message}`,
  nothingToDo: "Nothing needs your attention.",
  openIncidents: "Open incidents",
  incidentsOverdue: ({ count }: { count: number }) =>
    plural(count, { one: "# past its reporting deadline", other: "# past their reporting deadline" }),
  submissionsToReview: "Submissions to review",
  proposalsToReview: "Proposed disqualifications that need a second reviewer",
  overdueResults: "Overdue background check results",
  liveScanNotices: "Live Scan notifications to send to the state",
  failedTask: ({ task }: { task: string }) => `Failed: ${task}`,
  taskStopped: "Stopped before it was finished",
  timeZoneToConfirm: "Time zone to confirm",
  undeliveredPeople: "People whose email wasn't delivered",
  notActivated: "Memberships not activated",
  notConfirmed: "Email addresses not confirmed",
  possibleDuplicates: "Possible duplicates",

  // The printed list
  printTitle: ({ level }: { level: string }) => `Members of ${level}`,
  loadingList: "Loading the whole list",
  print: "Print",
  printCount: ({ shown, total, date }: { shown: string; total: string; date: string }) =>
    `${shown} of ${total} memberships, ${date}`,
  printCountOver: ({ shown, total, date }: { shown: string; total: string; date: string }) =>
    `${shown} of more than ${total} memberships, ${date}`,
  printCut: ({ count }: { count: string }) =>
    `Only the first ${count} memberships are printed. Filter the list, or export it.`,
  backToList: "Back to the list",
};
