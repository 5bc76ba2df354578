import { Navigate } from "@tanstack/react-router";
import { adminScreens } from "./admin-routes.ts";
import { auditScreens } from "./audit-routes.ts";
import { HomePage } from "./front/HomePage.tsx";
import { integrationScreens } from "./integration-routes.ts";
import { lazyRouteComponent, type Screen } from "./screen.ts";

/** Every screen, each loaded when it is first opened; the shell and home come with the application. */
export const screens: Screen[] = [
  ...adminScreens,
  ...auditScreens,
  ...integrationScreens,
  {
    path: "/login",
    within: "bare",
    component: lazyRouteComponent(() => import("./session/LoginPage.tsx"), "LoginPage"),
  },
  {
    path: "/partner-sign-in",
    within: "bare",
    component: lazyRouteComponent(() => import("./session/PartnerSignInPage.tsx"), "PartnerSignInPage"),
  },
  {
    path: "/logout",
    within: "bare",
    component: lazyRouteComponent(() => import("./session/LogoutPage.tsx"), "LogoutPage"),
  },
  {
    path: "/select-profile",
    within: "bare",
    component: lazyRouteComponent(() => import("./session/SelectProfilePage.tsx"), "SelectProfilePage"),
  },
  {
    path: "/signup",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/joining/signup/SignupPage.tsx"), "SignupPage"),
  },
  {
    path: "/confirm-email",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/joining/signup/ConfirmEmailPage.tsx"), "ConfirmEmailPage"),
  },
  {
    path: "/account/confirm-email",
    within: "bare",
    component: lazyRouteComponent(
      () => import("./modules/accounts/account/ConfirmNewEmailPage.tsx"),
      "ConfirmNewEmailPage",
    ),
  },
  {
    path: "/forgot-password",
    within: "bare",
    component: lazyRouteComponent(
      () => import("./modules/joining/signup/ForgotPasswordPage.tsx"),
      "ForgotPasswordPage",
    ),
  },
  {
    path: "/reset-password",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/joining/signup/ResetPasswordPage.tsx"), "ResetPasswordPage"),
  },
  {
    path: "/unsubscribe",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/joining/signup/UnsubscribePage.tsx"), "UnsubscribePage"),
  },
  {
    path: "/outbox",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/messages/outbox/OutboxPage.tsx"), "OutboxPage"),
  },
  {
    path: "/verify/waiver",
    within: "bare",
    component: lazyRouteComponent(
      () => import("./modules/requirements/verify/VerifyWaiverPage.tsx"),
      "VerifyWaiverPage",
    ),
  },
  {
    path: "/policies/terms-of-service",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/accounts/policies/PolicyPage.tsx"), "TermsPage"),
  },
  {
    path: "/policies/privacy-policy",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/accounts/policies/PolicyPage.tsx"), "PrivacyPage"),
  },
  { path: "/", within: "shell", component: HomePage },
  // The address of the application shell itself. Source: specification 1, section 2.
  { path: "/_app", within: "shell", component: () => <Navigate to="/" replace /> },
  {
    path: "/requirements",
    within: "shell",
    component: lazyRouteComponent(
      () => import("./modules/requirements/requirements/RequirementsPage.tsx"),
      "RequirementsPage",
    ),
  },
  {
    path: "/requirements/$requirementId",
    within: "shell",
    component: lazyRouteComponent(
      () => import("./modules/requirements/requirements/RequirementPage.tsx"),
      "RequirementPage",
    ),
  },
  {
    path: "/groupAccountDashboard",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/joining/family/FamilyPage.tsx"), "FamilyPage"),
  },
  {
    path: "/dashboard",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/reporting/dashboard/DashboardPage.tsx"), "DashboardPage"),
  },
  {
    path: "/dashboard/$levelId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/reporting/dashboard/DashboardPage.tsx"), "DashboardPage"),
  },
  {
    path: "/members/$plaId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/reporting/members/MemberPage.tsx"), "MemberPage"),
  },
  {
    path: "/print/members/$levelId",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(
      () => import("./modules/reporting/dashboard/PrintMembersPage.tsx"),
      "PrintMembersPage",
    ),
  },
  {
    path: "/tasks",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/tasks/tasks/TasksPage.tsx"), "TasksPage"),
  },
  {
    path: "/tasks/$taskId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/tasks/tasks/TaskPage.tsx"), "TaskPage"),
  },
  {
    path: "/incidents",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/incidents/incidents/IncidentsPage.tsx"), "IncidentsPage"),
  },
  {
    path: "/incidents/$incidentId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/incidents/incidents/IncidentPage.tsx"), "IncidentPage"),
  },
  {
    path: "/people/add",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/setup/people/AddPeoplePage.tsx"), "AddPeoplePage"),
  },
  {
    path: "/people/add/$importId",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/setup/people/ImportPage.tsx"), "ImportPage"),
  },
  {
    path: "/notifications",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/messages/notices/NoticesPage.tsx"), "NoticesPage"),
  },
  {
    path: "/people/completions",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/setup/people/CompletionsPage.tsx"), "CompletionsPage"),
  },
  {
    path: "/people/duplicates",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/setup/people/DuplicatesPage.tsx"), "DuplicatesPage"),
  },
  {
    path: "/undelivered/$levelId",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/setup/people/UndeliveredPage.tsx"), "UndeliveredPage"),
  },
  {
    path: "/people/merge",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/setup/people/MergePage.tsx"), "MergePage"),
  },
  {
    path: "/review",
    within: "shell",
    tab: "Review",
    component: lazyRouteComponent(() => import("./modules/reviews/review/ReviewListPage.tsx"), "ReviewListPage"),
  },
  {
    path: "/review/external",
    within: "shell",
    tab: "Review",
    component: lazyRouteComponent(() => import("./modules/screening/external/QueuePage.tsx"), "QueuePage"),
  },
  {
    path: "/review/external/import",
    within: "shell",
    tab: "Review",
    component: lazyRouteComponent(() => import("./modules/screening/external/ResultsPage.tsx"), "ResultsPage"),
  },
  {
    path: "/review/external/import/$importId",
    within: "shell",
    tab: "Review",
    component: lazyRouteComponent(() => import("./modules/screening/external/ImportPage.tsx"), "ImportPage"),
  },
  {
    path: "/review/live-scan",
    within: "shell",
    tab: "Review",
    component: lazyRouteComponent(() => import("./modules/screening/live-scan/NoticesPage.tsx"), "NoticesPage"),
  },
  {
    path: "/review/statistics",
    within: "shell",
    tab: "Review",
    component: lazyRouteComponent(() => import("./modules/reviews/review/StatisticsPage.tsx"), "StatisticsPage"),
  },
  {
    path: "/review/$requirementId",
    within: "shell",
    tab: "Review",
    component: lazyRouteComponent(() => import("./modules/reviews/review/ReviewPage.tsx"), "ReviewPage"),
  },
  {
    path: "/library",
    within: "shell",
    tab: "Library",
    component: lazyRouteComponent(() => import("./modules/library/library/LibraryPage.tsx"), "LibraryPage"),
  },
  {
    path: "/library/new",
    within: "shell",
    tab: "Library",
    component: lazyRouteComponent(() => import("./modules/library/library/NewPage.tsx"), "NewPage"),
  },
  {
    path: "/library/platform",
    within: "shell",
    tab: "Library",
    component: lazyRouteComponent(() => import("./modules/library/library/OfferedPage.tsx"), "OfferedPage"),
  },
  {
    path: "/library/$contentId/update",
    within: "shell",
    tab: "Library",
    component: lazyRouteComponent(() => import("./modules/library/library/UpdatePage.tsx"), "UpdatePage"),
  },
  {
    path: "/library/new/$kind",
    within: "shell",
    tab: "Library",
    component: lazyRouteComponent(() => import("./modules/library/library/ContentPage.tsx"), "ContentPage"),
  },
  {
    path: "/library/$contentId",
    within: "shell",
    tab: "Library",
    component: lazyRouteComponent(() => import("./modules/library/library/ContentPage.tsx"), "ContentPage"),
  },
  {
    path: "/levels",
    within: "shell",
    tab: "Levels",
    component: lazyRouteComponent(() => import("./modules/setup/levels/LevelsPage.tsx"), "LevelsPage"),
  },
  {
    path: "/editProfile",
    within: "shell",
    component: lazyRouteComponent(
      () => import("./modules/requirements/profile/EditProfilePage.tsx"),
      "EditProfilePage",
    ),
  },
  {
    path: "/account/settings",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/accounts/account/SettingsPage.tsx"), "SettingsPage"),
  },
  {
    path: "/roles",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/library/roles/RolesPage.tsx"), "RolesPage"),
  },
  {
    path: "/roles/$labelId",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/library/roles/RolePage.tsx"), "RolePage"),
  },
  {
    path: "/account/organization/texts",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/accounts/settings/MailTextsPage.tsx"), "MailTextsPage"),
  },
  {
    path: "/account/organization/texts/$kind",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/accounts/settings/MailTextPage.tsx"), "MailTextPage"),
  },
  {
    path: "/account/organization/screening",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/screening/setup/ScreeningPage.tsx"), "ScreeningPage"),
  },
  {
    path: "/account/organization/screening/yardstik",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/screening/setup/ApplicationPage.tsx"), "ApplicationPage"),
  },
  {
    path: "/account/organization",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(
      () => import("./modules/accounts/settings/OrganizationSettingsPage.tsx"),
      "OrganizationSettingsPage",
    ),
  },
  {
    path: "/payments",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/billing/payments/PaymentsPage.tsx"), "PaymentsPage"),
  },
  {
    path: "/account/billing",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/billing/organization/BillingPage.tsx"), "BillingPage"),
  },
  {
    path: "/account/billing/payment",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(
      () => import("./modules/billing/organization/PaymentMethodPage.tsx"),
      "PaymentMethodPage",
    ),
  },
  {
    path: "/account/billing/invoices",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/billing/organization/InvoicesPage.tsx"), "InvoicesPage"),
  },
  {
    path: "/account/billing/members",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/billing/fees/MemberPaymentsPage.tsx"), "MemberPaymentsPage"),
  },
  {
    path: "/account/billing/report",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/billing/reports/ReportPage.tsx"), "ReportPage"),
  },
];

/** Every component in every state, to look at while working on them; no part of what is built. */
export const gallery: Screen[] = import.meta.env.DEV
  ? [
      {
        path: "/ui",
        within: "bare",
        component: lazyRouteComponent(() => import("./gallery/GalleryPage.tsx"), "GalleryPage"),
      },
    ]
  : [];
