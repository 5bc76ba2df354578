import { fields, inFile, type Row, value } from "./specification-rows.ts";

const active = "accounts/organizations#activeProfile";
const userData = "apps/web/src/session/user-data.ts";
const security = "apps/web/src/session/security.ts";
const claims = "apps/identity/src/claims.ts";

/** Document 1, section 3: entities. */
export const entities: Row[] = [
  ...inFile(
    "security state",
    security,
    ["token", "token: string | null"],
    ["authTime", "authTime: number | null"],
    ["isLoaded", "isLoaded: boolean"],
  ),
  // The token stays with the server, behind the cookie. The page has the name without a value.
  ...inFile("security state", userData, ["refresh_token", "refresh_token: null"]),
  ...inFile(
    "token claim",
    claims,
    ["User/PrivacyAccepted", '"User/PrivacyAccepted"'],
    ["User/TermsAccepted", '"User/TermsAccepted"'],
    ["User/Email", '"User/Email"'],
    ["User/Role", '"User/Role"'],
    ["User/Tabs", '"User/Tabs"'],
    ["User/UserName", '"User/UserName"'],
    ["User/FirstName", '"User/FirstName"'],
    ["User/LastName", '"User/LastName"'],
    ["CurrentProfileId", "CurrentProfileId"],
    ["auth_time", "auth_time"],
  ),
  ...inFile("token claim", "apps/web/src/session/claims.ts", ["sub", "sub"], ["exp", "exp"]),
  ...fields("account user", "accounts/account-settings#getAccount.response", "id firstName lastName email dateOfBirth"),
  ...fields(
    "profile",
    "requirements/profile-details#profileDetails",
    "photoData photoName photoExtension profileContactInformationId contactInformation emergencyContacts",
  ),
  ...fields(
    "contact information",
    "requirements/profile-details#contactInformation",
    "email address city phone stateId",
  ),
  ...fields(
    "emergency contact",
    "requirements/profile-details#emergencyContact",
    "firstName lastName email relationship phone profileId",
  ),
  ...fields(
    "active profile",
    active,
    "userId organizationId organizationPhoto organizationName organizationPaymentMethodProvided organizationContent userAwaitingIndividualPaymentContent hierarchyLevelId currentLevelId currentLevelName currentLevelRole firstName lastName email tabs roles levelRoles pendingReviewCount profileId profilePicture profileLevelAccesses profilesWithPlas partner yardstikOnboardingStatus",
  ),
  ...fields("active profile", "accounts/session#getActiveUserSession.response", "remember"),
  ...inFile("active profile", security, ["isLoaded", "isLoaded: boolean"]),
  ...inFile(
    "login hook",
    userData,
    ...(
      [
        "token",
        "refresh_token",
        "authTime",
        "tabs",
        "firstName",
        "lastName",
        "email",
        "remember",
        "roles",
        "levelRoles",
        "picture",
        "currentLevelRole",
        "organizationName",
      ] as const
    ).map((name): [string, string] => [name, `${name}:`]),
  ),
  ...inFile("login hook", "apps/web/src/session/useLogin.ts", ["isLoggedInUser", "isLoggedInUser"]),
  ...fields("session user", "accounts/session#getActiveUserSession.response", "token remember authTime"),
  ...fields(
    "session user",
    active,
    "firstName lastName picture email tree hasRootAccess contentTypes conditionTypes labels labelRoles requirementState states plans currentLevelDepth currentLevelId currentLevelName currentLevelRole backgroundCheckPaymentInfo abusePreventionTrainingPaymentInfo organizationCount organization",
  ),
  ...fields(
    "session user, organization",
    `${active}.organization`,
    "id initials name image showCustomerConfiguredBackgroundCheckNotice isDemo reviewBackgroundChecksExternally",
  ),
  // Search results: levels have level IDs, people have membership IDs.
  ...fields("search results, nodes", "people/hierarchy#getNavigation.response", "levelId"),
  ...fields("search results, userList", "people/hierarchy#listMembers.response.data", "profileLevelAccessId"),
  ...fields(
    "account settings, billing data",
    "billing/organization-billing#getBillingInformation.response",
    "name email",
  ),
  ...fields("invoices", "billing/organization-billing#listInvoices.response", "data pagination"),
  ...fields(
    "invoices, pagination",
    "billing/organization-billing#listInvoices.response.pagination",
    "startingAfterId limit",
  ),
  value("invoices on a page", "billing/organization-billing#invoicesPerPage", 20),
  ...fields("profile lists, organizations", "accounts/organizations#listOrganizations.response", "organizationId"),
  ...fields("profile lists, profiles", "people/profiles#listProfiles.response", "profileId"),
  ...fields("profile lists", "accounts/account-settings#getAccount.response", "profilesByOrganization"),
  ...fields("profile lists", active, "profilesWithPlas"),
  ...fields(
    "organization being created",
    "setup/organization-creation#createOrganization.body",
    "general admin plan paySubscriptionOrganization roleRequirements",
  ),
  ...fields(
    "organization being created, general",
    "setup/organization-creation#createOrganization.body.general",
    "name website phone countryCode stateCode cityName",
  ),
  ...fields(
    "organization being created, admin",
    "setup/organization-creation#createOrganization.body.admin",
    "firstName lastName email",
  ),
  ...fields(
    "organization being created, plan",
    "setup/organization-creation#createOrganization.body.plan",
    "monthUnitAmount yearUnitAmount productName",
  ),
  value("default plan", "setup/organization-creation#defaultPlan", {
    monthUnitAmount: 4900,
    yearUnitAmount: 46800,
    productName: "Basic",
  }),
  ...fields(
    "organization being created, paySubscriptionOrganization",
    "setup/organization-creation#createOrganization.body.paySubscriptionOrganization",
    "billingEmail priceIdStripe",
  ),
  ...fields(
    "organization being created, roleRequirements",
    "setup/organization-creation#createOrganization.body.roleRequirements",
    "roleLabel roleRequirementsIds paidRoleRequirementsIds roleRequirementsList requirementsDueDate isDefault",
  ),
  value("steps of the creation, in order", "setup/organization-creation#creationSteps", ["plan", "details", "roles"]),
  ...fields("review", "reviews/reviews#reviewRequirement.body", "reviewDecision reviewNotes completedDateTime"),
  ...fields("bulk review", "reviews/reviews#bulkReview.body", "requirements review"),
  ...fields("complete without upload", "reviews/reviews#completeWithoutUpload.body", "date"),
  ...fields("date of birth", "requirements/profile-details#setDateOfBirth.body", "dateOfBirth profileLevelAccessId"),
  ...fields("U.S. Soccer ID", "requirements/profile-details#setUssfId.body", "ussfId profileLevelAccessId"),
  ...fields("policy acceptance", "accounts/policies#acceptPolicy.body", "acceptedType"),
  ...fields("assignment", "library/content-assignments#assignContent.body", "contentAssignments"),
  ...fields("payload, paymentData", "billing/individual-payments#bulkPayment.body", "paymentMethodId amount currency"),
  ...fields("organization file", "accounts/organization-settings#addOrganizationFile.query", "purpose"),
  ...fields("pending reviews", active, "pendingReviewCount"),
  {
    what: "default pagination",
    equals: { page: 1, perPage: 25 },
    where: { defaults: "reviews/reviews#listReviewRequirements.query" },
  },
  ...fields("pagination", "reviews/reviews#listReviewRequirements.response.pagination", "page perPage totalRecords"),
];
