/**
 * Every field, enumeration, number, and fixed sentence of the product's specification, one row each, with the place where the
 * product has it. The test beside this file compares them with the product.
 */
import { join } from "node:path";
import { entities } from "./specification-entities.ts";
import { fields, inFile, quotes, type Row, route, value } from "./specification-rows.ts";

const userData = "apps/web/src/session/user-data.ts";
const errorScreen = "packages/ui/src/ErrorScreen.tsx";
const uiWords = "packages/ui/src/words.ts";
const button = "packages/ui/src/Button.tsx";
const dialog = "packages/ui/src/Dialog.tsx";
const policies = "apps/web/src/session/words.ts";
const pageWords = "apps/web/src/words.ts";
const api = "apps/web/src/api.ts";

/** Document 1, section 2: screens. */
const screens: Row[] = [
  route("/_app"),
  route("/"),
  route("/account/settings"),
  ...inFile("route", "apps/web/src/integration-routes.ts", ["/account/integrations", 'path: "/account/integrations"']),
  route("/account/billing"),
  route("/account/billing/payment"),
  route("/account/billing/invoices"),
  ...quotes("apps/web/src/modules/billing/organization/words.ts", "Payment method", "Invoices"),
  route("/dashboard"),
  route("/groupAccountDashboard"),
  route("/editProfile"),
  route("/admin"),
  route("/logout"),
  ...inFile("viewport zoom", "apps/web/index.html", ["up to 5x", "maximum-scale=5"]),
  ...inFile("dark mode", "apps/web/index.html", ["both schemes", "color-scheme"]),
  value("sign-up modes", "enums#signupModes", ["signup-url", "invitation"]),
  value("sign-up steps", "enums#signupSteps", [
    "ask-for-email",
    "full-signup-form",
    "login",
    "need-to-confirm-email",
    "error",
  ]),
  ...quotes(policies, "Updated Policies", "Acknowledge Updated Policies"),
  // The product's name replaces "the product".
  ...inFile("checkbox of the terms", policies, ["label", "I agree to the Touchline Terms of Service"]),
  ...quotes(
    uiWords,
    "Try Again",
    "Return to Home",
    "If this problem persists, please contact",
    "Error Code: ",
    "Error Details (Development Only)",
    "Oops! Something went wrong.",
    "We encountered an unexpected error. Our team has been automatically notified and is working to fix this issue.",
  ),
  ...inFile(
    "error details",
    errorScreen,
    ["message", "details.message"],
    ["stack", "details.stack"],
    ["component stack", "details.componentStack"],
    ["in development only", "showDetails = import.meta.env.DEV"],
    ["go home", 'href="/"'],
  ),
  ...quotes(uiWords, "Close modal"),
  ...inFile(
    "dialog",
    dialog,
    ["Escape closes", "closeOnEscape"],
    ["backdrop closes unless disabled", "closeOnClickOutside={closeOnBackdrop"],
  ),
  ...inFile("button variants", button, ["five", '"primary" | "secondary" | "tertiary" | "quaternary" | "transparent"']),
  ...inFile(
    "button defaults",
    button,
    ["label", 'label = "Submit"'],
    ["type", 'type = "button"'],
    ["target", 'target = "_self"'],
  ),
  ...fields(
    "members list",
    "people/hierarchy#listMembers.query",
    "page perPage filters sortCol sortDir search requirementStatuses labels",
  ),
  ...fields("members list", "people/hierarchy#listMembers.response", "data pagination"),
  {
    what: "members list: defaults",
    equals: { sortCol: "FullName", sortDir: "ASC", page: 1, perPage: 25 },
    where: { defaults: "people/hierarchy#listMembers.query" },
  },
];

/** Document 1, section 3: enumerations. */
const enumerations: Row[] = [
  value("requirement type", "enums#RequirementType", {
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
  }),
  value("requirement status", "enums#RequirementStatus", {
    Incomplete: 0,
    WaitingOnApplicant: 1,
    WaitingOnProvider: 2,
    Completed: 3,
    Overdue: 4,
    Expired: 5,
    ExpiringSoon: 6,
    PendingReview: 7,
    Rejected: 8,
  }),
  value("review decision", "enums#reviewDecisions", ["Pending", "Approved", "RejectedReset", "RejectedDisqualified"]),
  value("review source", "enums#reviewSources", [
    "ManualUpload",
    "FlaggedBackgroundCheck",
    "SexOffenderSearch",
    "LiveScan",
  ]),
  value("review source labels", "enums#reviewSourceLabels", {
    ManualUpload: "Manual Upload",
    FlaggedBackgroundCheck: "Flagged Background Check",
    SexOffenderSearch: "Sex Offender Search",
    LiveScan: "LiveScan Screening",
  }),
  value("review lists", "enums#reviewLists", ["Pending", "Historical"]),
  value("member overall status", "enums#overallStatuses", [
    "Cleared",
    "Incomplete",
    "NoRequirements",
    "Optional",
    "NotActivated",
    "Disqualified",
    "NotConfirmed",
  ]),
  value("member overall status labels", "enums#overallStatusLabels", {
    Cleared: "Cleared",
    Incomplete: "Incomplete",
    NoRequirements: "No Requirements",
    Optional: "Optional",
    NotActivated: "Not Activated",
    Disqualified: "Disqualified",
    NotConfirmed: "Not Confirmed",
  }),
  value("age or grade verification status", "library/content-settings#ageGradeStatuses", [
    "Incomplete",
    "PendingVerification",
    "ClearedVerification",
    "PendingReview",
    "ClearedReview",
    "RejectedReview",
  ]),
  ...fields("age or grade verification", "requirements/submissions#getAgeVerification.response", "status verification"),
  value("age or grade kinds", "library/content-settings#verificationKinds", ["Age", "Grade", "Age & Grade"]),
  value("validity type", "enums#validityTypes", ["Duration", "None", "Annual", "PerRequirement"]),
  value("reminder frequency", "enums#reminderFrequencies", ["Weekly", "Monthly", "Quarterly"]),
  value("organization onboarding", "enums#onboardingStates", ["NotStarted", "InProgress", "Submitted", "Activated"]),
  // Five are named after vendors, and one is Generic.
  ...inFile("background check providers", "packages/contract/src/library/content-settings.ts", [
    "Generic 99",
    "Generic: 99",
  ]),
  ...inFile("external review providers", "packages/contract/src/screening/external-review.ts", [
    "two named after vendors",
    "[BackgroundCheckProvider.JDP, BackgroundCheckProvider.NCSI]",
  ]),
  value("integration sources", "enums#integrationSources", ["Test", "LeagueApps", "SportsEngine"]),
  value("organization country", "enums#organizationCountries", ["Unknown", "UnitedStates", "Canada", "Other"]),
  value("identity document", "library/content-settings#identityDocumentLabels", {
    0: "Birth Certificate",
    1: "Government Issued Passport",
    2: "Government Issued ID",
  }),
  value("grade proof types", "library/content-settings#gradeProofs", [
    "School ID",
    "Report Card",
    "Progress Report",
    "Online Account Screenshot",
  ]),
  value("grades", "library/content-settings#grades", [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  value("grade labels", "library/content-settings#gradeLabels", {
    "-2": "Homeschooled",
    "-1": "Pre-K",
    0: "Kindergarten",
    1: "1st Grade",
    2: "2nd Grade",
    3: "3rd Grade",
    4: "4th Grade",
    5: "5th Grade",
    6: "6th Grade",
    7: "7th Grade",
    8: "8th Grade",
    9: "9th Grade",
    10: "10th Grade",
    11: "11th Grade",
    12: "12th Grade",
  }),
  ...fields("grade", "requirements/submissions#sendAgeVerification.body", "grade proof document"),
  value("company types", "screening/onboarding#companyTypes", [
    "b-corporation",
    "corporation",
    "c-corporation",
    "limited-liability-partnership",
    "limited-liability-corporation",
    "limited-partnership",
    "non-profit",
  ]),
  value("card brands", "billing/money#cardBrands", [
    ...["amex", "cartes_bancaires", "diners", "discover", "jcb", "mastercard", "visa", "unionpay"],
  ]),
  value("accepted file extensions", "enums#acceptedFileExtensions", [
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
  ]),
];

/** Document 1, sections 4 to 6: states, validation, roles. */
const rules: Row[] = [
  value("legacy role names", "rules#legacyRoleNames", { President: "Admin", Operator: "Manager" }),
  value("roles", "enums#roles", ["AnkoredAdmin", "Admin", "Account Manager", "Director", "Manager", "Individual"]),
  ...inFile("role groups", "packages/rules/src/security/roles.ts", ["groups", "roleGroups"]),
  ...[
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
  ].map(
    (action): Row => ({
      what: `requirement action: ${action}`,
      where: { file: "packages/contract/src/enums.ts", says: `"${action}"` },
    }),
  ),
  ...inFile("content action", "packages/contract/src/enums.ts", ["ReviewPolicies", '"reviewPolicies"']),
  ...quotes("packages/contract/src/requirements/profile-details.ts", "externalId is required"),
  value("identity image codes", "vision#imageCodes", [
    "None",
    "NoFaceDetected",
    "MultipleFacesDetected",
    "SunglassesDetected",
    "FaceOccluded",
    "HeadNotFocused",
    "Other",
  ]),
  ...fields("identity verification", "verification/identity#getIdentityVerification.response", "status"),
  ...fields("reported image", "verification/identity#reportIdentityImage.response.image", "code message"),
  ...quotes(
    "packages/rules/src/verification/identity.ts",
    "This photo is blurry.",
    "This picture couldn't be processed. Take it again.",
  ),
  ...inFile("session secret", "apps/api/src/config.ts", ["at least 32 characters", "32"]),
  value("session cookie, most bytes", "accounts/session#maxCookieBytes", 4096),
  ...[
    "requirements/profile-details#setUssfId",
    "requirements/profile-details#setDateOfBirth",
    "accounts/policies#acceptPolicy",
  ].map(
    (call): Row => ({
      what: `${call} answers 204`,
      where: { field: `${call}.noContent` },
    }),
  ),
];

/** Document 2, section 7: what calls contain. The calls themselves are in `spec-calls.txt`. */
const payloads: Row[] = [
  ...fields("token", "accounts/session#getToken.body", "client_id grant_type scope username password"),
  ...fields("token", "accounts/session#getToken.response", "access_token refresh_token"),
  ...fields("refresh", "accounts/session#refreshToken.body", "profileId refreshToken"),
  ...fields("refresh", "accounts/session#refreshToken.response", "access_token refresh_token"),
  ...fields("session", "accounts/session#setActiveUserSession.body", "token refresh_token authTime roles remember"),
  ...fields("chat token", "accounts/chat#chatToken.response", "intercom_user_jwt"),
  value("chat token timeout", "accounts/chat#chatTokenTimeoutMs", 5_000),
  ...inFile("chat identity delay", "apps/web/src/chat/messenger.ts", [
    "500 ms, then 300 ms",
    "identityDelaysMs = [500, 300]",
  ]),
  ...inFile("chat on paths that start with /admin", "apps/web/src/chat/Chat.tsx", [
    "shut down",
    'path.startsWith("/admin")',
  ]),
  value("accepted types", "enums#policyTypes", ["terms", "privacy"]),
  ...fields("forgotten password", "accounts/accounts#forgotPassword.body", "email"),
  ...fields("next step", "joining/invitations#getNextStepFromToken.query", "token"),
  ...fields("profiles", "people/profiles#listProfiles.query", "AppUserId"),
  ...fields("organizations", "accounts/organizations#listOrganizations.query", "AppUserId"),
  ...fields("own memberships", "requirements/profile-details#listOwnMemberships.query", "AppUserId OrganizationId"),
  ...fields("change role", "people/profiles#changeRole.query", "profileLevelAccessId newLabelId"),
  ...fields("organization list", "setup/organization-creation#organizationList.query", "perPage"),
  value("organization list, most", "setup/organization-creation#mostOrganizations", 1000),
  ...fields("file link", "accounts/organization-settings#getOrganizationFileUrl.response", "url"),
  ...fields("content", "library/content#listContent.query", "organizationId"),
  ...fields("pending reviews", "reviews/reviews#getPendingReviewCount.response", "count"),
  ...fields("adjacent review", "reviews/reviews#getAdjacentReview.query", "type dir"),
  ...fields("adjacent review", "reviews/reviews#getAdjacentReview.response", "requirementId"),
  ...fields("reviews", "reviews/reviews#listReviewRequirements.query", "type page perPage"),
  ...fields("bulk review", "reviews/reviews#bulkReview.body.review", "reviewDecision reviewNotes"),
  ...fields("training", "requirements/submissions#getTrainingUrl.response", "url"),
  ...fields("incidents", "incidents/incidents#listIncidents.query", "ProfileId ProfileLevelAccessId"),
  ...inFile("download", "apps/web/src/client.ts", ["name from content-disposition", "content-disposition"]),
  ...fields("run-background-check", "screening/orders#runBackgroundCheck.query", "profileLevelAccessId"),
  ...fields(
    "payment plans of an organization",
    "billing/organization-billing#getOrganizationPlan.query",
    "organizationGuid",
  ),
];

/** Document 2, sections 8 and 9: errors, numbers. */
const errorsAndNumbers: Row[] = [
  ...inFile("token refresh failure", "apps/web/src/session/renewal.ts", ["logged", "Token refresh failure"]),
  ...inFile("level roles not a list", userData, ["warning logged", "the level roles are not a list"]),
  ...inFile("partner lookup not ok", "apps/web/src/modules/reporting/members/queries.ts", [
    "words",
    "HTTP error! status: ",
  ]),
  ...inFile("licenses", "apps/web/src/modules/library/library/queries.ts", [
    "words",
    "Failed to fetch US Soccer licenses: ",
  ]),
  ...inFile("background check providers", "apps/web/src/screening/queries.ts", ["agencies", 'failingAs("agencies"']),
  ...inFile("background check providers", "apps/web/src/screening/queries.ts", ["words", "Failed to fetch "]),
  ...inFile(
    "background check accounts",
    "apps/web/src/modules/screening/setup/queries.ts",
    ["available clients", 'failingAs("available clients"'],
    ["preview products", '"preview products"'],
    ["add client", 'failingAs("add client"'],
  ),
  ...quotes("apps/web/src/modules/reporting/dashboard/queries.ts", "Unable to fetch PLAs for siteId"),
  ...quotes(pageWords, "Failed to parse response data"),
  ...inFile("error text extraction", api, [
    "message, details, error, errors",
    "const { message, details, error, errors }",
  ]),
  ...quotes(
    pageWords,
    "An unexpected error occurred. Please try again. If the problem persists, please contact support at",
  ),
  ...quotes(
    "apps/api/src/http/problem.ts",
    "An unexpected error occurred. Please try again. If the problem persists, please contact support at",
  ),
  value("session cookie, seconds", "accounts/session#sessionSeconds", 1_209_600),
  ...inFile("session cookie, Max-Age", "apps/api/src/modules/accounts/sessions/routes.ts", [
    "exactly",
    "maxAge: contract.sessionSeconds",
  ]),
  ...inFile("logout redirect delay", "apps/web/src/session/logout.ts", ["100 ms", "redirectDelay = 100"]),
  ...inFile("cached unused query data", "apps/web/src/query-client.ts", ["60 s", "unusedMilliseconds = 60_000"]),
  ...inFile("wait for the session", "apps/web/src/session/start.ts", ["5000 ms", "persistedWait = 5_000"]),
  ...inFile("expiring soon", "packages/rules/src/compliance/status.ts", ["30 days", "expiringSoonDays = 30"]),
];

export const specification: readonly Row[] = [
  ...screens,
  ...entities,
  ...enumerations,
  ...rules,
  ...payloads,
  ...errorsAndNumbers,
];

export const repository = join(import.meta.dirname, "..");
