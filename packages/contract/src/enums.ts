/**
 * The vocabulary. Where the product's specification gives numbers, the number is sent and stored; elsewhere the name is. Every
 * enumeration is a frozen object plus the union of its values.
 */

/** The types of requirement. Source: specification 1, section 3. */
export const RequirementType = {
  Document: 0,
  Form: 1,
  Waiver: 2,
  BackgroundCheck: 3,
  Video: 4,
  AbusePreventionTraining: 5,
  SexOffenderSearch: 6,
  AgeVerification: 7,
  CustomTraining: 8,
  IdentityVerification: 9,
  LiveScan: 10,
  USSoccer: 11,
} as const;
export type RequirementType = (typeof RequirementType)[keyof typeof RequirementType];

/** The status of a requirement. Always derived, never set by hand. Source: specification 1, section 3. */
export const RequirementStatus = {
  Incomplete: 0,
  WaitingOnApplicant: 1,
  WaitingOnProvider: 2,
  Completed: 3,
  Overdue: 4,
  Expired: 5,
  ExpiringSoon: 6,
  PendingReview: 7,
  Rejected: 8,
} as const;
export type RequirementStatus = (typeof RequirementStatus)[keyof typeof RequirementStatus];

/** The name of each type in paths (`content-{kind}`), and of its settings in requests and responses. */
export const contentKindOf = {
  0: "document",
  1: "form",
  2: "waiver",
  3: "background-check",
  4: "video",
  5: "abuse-prevention-training",
  6: "sex-offender-search",
  7: "age-verification",
  8: "custom-training",
  9: "identity-verification",
  10: "live-scan",
  11: "us-soccer",
} as const satisfies Record<RequirementType, string>;
export type ContentKind = (typeof contentKindOf)[RequirementType];
export const contentKinds = Object.values(contentKindOf) as readonly ContentKind[];
/** The type of a kind. */
export const typeOfKind = Object.fromEntries(
  Object.entries(contentKindOf).map(([type, kind]) => [kind, Number(type)]),
) as Record<ContentKind, RequirementType>;

export const attemptStates = [
  "draft",
  "waitingApplicant",
  "waitingProvider",
  "pendingReview",
  "approved",
  "reset",
  "disqualified",
  "canceled",
  "withdrawn",
] as const;
/** The state of a submission. The first four are open; at most one open attempt exists per requirement. */
export type AttemptState = (typeof attemptStates)[number];

export const reviewDecisions = ["Pending", "Approved", "RejectedReset", "RejectedDisqualified"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const reviewSources = ["ManualUpload", "FlaggedBackgroundCheck", "SexOffenderSearch", "LiveScan"] as const;
export type ReviewSource = (typeof reviewSources)[number];
export const reviewSourceLabels: Record<ReviewSource, string> = {
  ManualUpload: "Manual Upload",
  FlaggedBackgroundCheck: "Flagged Background Check",
  SexOffenderSearch: "Sex Offender Search",
  LiveScan: "LiveScan Screening",
};

export const reviewLists = ["Pending", "Historical"] as const;
export type ReviewList = (typeof reviewLists)[number];

export const overallStatuses = [
  "Cleared",
  "Incomplete",
  "NoRequirements",
  "Optional",
  "NotActivated",
  "Disqualified",
  "NotConfirmed",
] as const;
/** The overall status of a membership. */
export type OverallStatus = (typeof overallStatuses)[number];
export const overallStatusLabels: Record<OverallStatus, string> = {
  Cleared: "Cleared",
  Incomplete: "Incomplete",
  NoRequirements: "No Requirements",
  Optional: "Optional",
  NotActivated: "Not Activated",
  Disqualified: "Disqualified",
  NotConfirmed: "Not Confirmed",
};

export const validityTypes = ["Duration", "None", "Annual", "PerRequirement"] as const;
export type ValidityType = (typeof validityTypes)[number];

/** The interval of a content's own reminders, instead of the usual series. Source: specification 1, section 3. */
export const reminderFrequencies = ["Weekly", "Monthly", "Quarterly"] as const;
export type ReminderFrequency = (typeof reminderFrequencies)[number];

export const roles = ["AnkoredAdmin", "Admin", "Account Manager", "Director", "Manager", "Individual"] as const;
/** What a person may do, carried by a label. AnkoredAdmin is the platform's administrator. */
export type Role = (typeof roles)[number];

/** Who can assign a label, named by the lowest role of the group: Account Managers are in one group with Directors. */
export const labelGivers = ["Manager", "Director", "Admin"] as const;
export type LabelGiver = (typeof labelGivers)[number];

/** The navigation entry for platform operators. It belongs to an account, in whatever organization it acts. */
export const operatorTab = "Admin";

export const onboardingStates = ["NotStarted", "InProgress", "Submitted", "Activated"] as const;
/** The progress of setting up an organization's account at a background check provider. */
export type OnboardingState = (typeof onboardingStates)[number];

/** The country of an organization. Source: specification 1, section 3, organization country. */
export const organizationCountries = ["Unknown", "UnitedStates", "Canada", "Other"] as const;
export type OrganizationCountry = (typeof organizationCountries)[number];
/** The text of each. */
export const organizationCountryLabels: Record<OrganizationCountry, string> = {
  Unknown: "Not said",
  UnitedStates: "United States",
  Canada: "Canada",
  Other: "Another country",
};

/** The purposes of organization files; one of each is current. */
export const organizationFilePurposes = [
  "Logo",
  "TaxDocument",
  "EinProof",
  "Insurance",
  "BackgroundCheckNotice",
  "LiveScanForm",
  "Other",
] as const;
export type OrganizationFilePurpose = (typeof organizationFilePurposes)[number];

/** How the age in an age rule is counted. */
export const ageCounts = ["Birthday", "Season"] as const;
export type AgeCount = (typeof ageCounts)[number];
/** Whether all named answers must match, or one. */
export const conditionMatches = ["All", "Any"] as const;
export type ConditionMatch = (typeof conditionMatches)[number];

export const payers = ["Organization", "Individual"] as const;
export type Payer = (typeof payers)[number];

/** Partner platforms; Test stands for none of them. Source: specification 1, section 3, integration sources. */
export const integrationSources = ["Test", "LeagueApps", "SportsEngine"] as const;
export type IntegrationSource = (typeof integrationSources)[number];

export const requirementActions = [
  "begin",
  "upload",
  "complete",
  "view",
  "download",
  "delete",
  "review",
  "viewCompletion",
  "markComplete",
  "markIncomplete",
  "setBirthDate",
  "setUSSoccerId",
  "viewLicences",
  "watchVideo",
  "acceptWaiver",
  "openDocumentLink",
  "downloadContentForm",
  "editCompletedDate",
  "reinstate",
] as const;
/** The actions on a requirement, sent with it. Source: specification 1, section 6; the last two are ours. */
export type RequirementAction = (typeof requirementActions)[number];

/** The kinds of events in a requirement's history. Those from `markedComplete` on are acts of reviewers, with their reasons. */
export const requirementEventKinds = [
  "demanded",
  "dropped",
  "attempt",
  "status",
  "carriedOver",
  "markedComplete",
  "markedIncomplete",
  "dateEdited",
  "validUntilEdited",
  "reinstated",
  "extended",
  "extensionEnded",
  "redoAsked",
  "disqualifyProposed",
  "disqualifyDeclined",
  "liveScanFormMade",
  "liveScanSent",
  "liveScanCleared",
  "liveScanDelayed",
  "liveScanRecord",
  "liveScanRetake",
  "liveScanNoticeSent",
  "liveScanNoticeNotNeeded",
  "adverseStarted",
  "adverseStatement",
  "adverseDisputed",
  "adverseDisputeClosed",
  "adverseDisputedLate",
  "adversePeriodEnded",
  "adverseFinal",
  "adverseCleared",
  "adverseStopped",
  "jdpResultImported",
  "jdpResultRecorded",
  "ncsiResultImported",
  "ncsiResultRecorded",
  "externalResultUndone",
] as const;
export type RequirementEventKind = (typeof requirementEventKinds)[number];

/**
 * How a requirement was completed: approved by a reviewer, marked complete by staff, carried over by import, cleared by the
 * state's answer to a Live Scan, passed by JDP or NCSI (imported from their file, or recorded by a reviewer), or accepted at
 * once because its requirement needs no review.
 */
export const completionWays = [
  "reviewed",
  "markedComplete",
  "carriedOver",
  "liveScanCleared",
  "jdpResultImported",
  "jdpResultRecorded",
  "ncsiResultImported",
  "ncsiResultRecorded",
  "accepted",
] as const;
export type CompletionWay = (typeof completionWays)[number];

/** File name extensions that can be uploaded; `jpg` counts as `jpeg`. Source: specification 2, section 9. */
export const acceptedFileExtensions = [
  "pdf",
  "png",
  "jpeg",
  "txt",
  "csv",
  "xml",
  "rar",
  "zip",
  "7z",
  "tar",
  "xls",
] as const;
export type AcceptedFileExtension = (typeof acceptedFileExtensions)[number];

/** 25 MB, in bytes. */
export const maxFileBytes = 25 * 1024 * 1024;

/** The text of each requirement type. */
export const requirementTypeLabels: Record<RequirementType, string> = {
  0: "Document",
  1: "Form",
  2: "Waiver",
  3: "Background check",
  4: "Video",
  5: "Abuse prevention training",
  6: "Sex offender search",
  7: "Age verification",
  8: "Custom training",
  9: "Identity verification",
  10: "Live Scan",
  11: "U.S. Soccer license",
};

/** The text of each requirement status. */
export const requirementStatusLabels: Record<RequirementStatus, string> = {
  0: "Incomplete",
  1: "Waiting on applicant",
  2: "Waiting on provider",
  3: "Completed",
  4: "Overdue",
  5: "Expired",
  6: "Expiring soon",
  7: "Pending review",
  8: "Rejected",
};

/** How a person signs up. Source: specification 1, section 2, sign-up. */
export const signupModes = ["signup-url", "invitation"] as const;

/** The next step of a sign-up. Source: specification 1, section 2, sign-up. */
export const signupSteps = ["ask-for-email", "full-signup-form", "login", "need-to-confirm-email", "error"] as const;
export type SignupStep = (typeof signupSteps)[number];

/** Why an invitation can't be accepted. */
export const invitationProblems = ["unknown", "accepted", "superseded", "left", "expired", "minor"] as const;
export type InvitationProblem = (typeof invitationProblems)[number];

/** Why a sign-up URL doesn't work. */
export const signupUrlProblems = ["unknown", "revoked", "ended", "full"] as const;
export type SignupUrlProblem = (typeof signupUrlProblems)[number];

export const contentActions = [
  "edit",
  "reviewPolicies",
  "assign",
  "duplicate",
  "archive",
  "restore",
  "takeUpdate",
] as const;
/**
 * The actions on a content of the library, sent with it. Source: specification 1, section 6 (ReviewPolicies); the others are
 * ours.
 */
export type ContentAction = (typeof contentActions)[number];

/** The kinds of bulk actions that run in the background. */
export const taskKinds = [
  "comparison.export",
  "forms.exportAnswers",
  "labels.delete",
  "members.changeLabel",
  "members.export",
  "members.extend",
  "members.message",
  "members.move",
  "members.remind",
  "members.remove",
  "members.resendActivation",
  "records.export",
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Running → done; canceled keeps finished work; failed: it couldn't continue, and says why. */
export const taskStates = ["running", "done", "canceled", "failed"] as const;
export type TaskState = (typeof taskStates)[number];

/**
 * Draft → checked (dry run) → running → done; canceled keeps finished work; failed can be started again. A dry run that fails
 * is a draft again.
 */
export const importStates = ["draft", "checking", "checked", "running", "done", "canceled", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/** The policies that people must accept. Source: specification 2, section 7.1, user-acceptance. */
export const policyTypes = ["terms", "privacy"] as const;
export type PolicyType = (typeof policyTypes)[number];
