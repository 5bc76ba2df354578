import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from "@tanstack/react-router";
import { NotFoundScreen, UnhandledScreen } from "./errorScreens.tsx";
import { HomePage } from "./front/HomePage.tsx";
import { parseSearch, stringifySearch } from "./searchParams.ts";
import { ShellRoute } from "./shell/ShellRoute.tsx";

interface Screen {
  path: string;
  /** In the shell: for whoever is logged in, with header and navigation. Bare: for anybody. */
  within: "shell" | "bare";
  component: RouteComponent;
}

/** Every screen, each loaded when it is first opened; the shell and home come with the application. */
const screens: Screen[] = [
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
    component: lazyRouteComponent(() => import("./modules/signup/SignupPage.tsx"), "SignupPage"),
  },
  {
    path: "/confirm-email",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/signup/ConfirmEmailPage.tsx"), "ConfirmEmailPage"),
  },
  {
    path: "/forgot-password",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/signup/ForgotPasswordPage.tsx"), "ForgotPasswordPage"),
  },
  {
    path: "/reset-password",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/signup/ResetPasswordPage.tsx"), "ResetPasswordPage"),
  },
  {
    path: "/outbox",
    within: "bare",
    component: lazyRouteComponent(() => import("./modules/outbox/OutboxPage.tsx"), "OutboxPage"),
  },
  { path: "/", within: "shell", component: HomePage },
  {
    path: "/requirements",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/requirements/RequirementsPage.tsx"), "RequirementsPage"),
  },
  {
    path: "/requirements/$requirementId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/requirements/RequirementPage.tsx"), "RequirementPage"),
  },
  {
    path: "/dashboard",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/dashboard/DashboardPage.tsx"), "DashboardPage"),
  },
  {
    path: "/dashboard/$levelId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/dashboard/DashboardPage.tsx"), "DashboardPage"),
  },
  {
    path: "/members/$plaId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/members/MemberPage.tsx"), "MemberPage"),
  },
  {
    path: "/people/add",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/people/AddPeoplePage.tsx"), "AddPeoplePage"),
  },
  {
    path: "/people/add/$importId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/people/ImportPage.tsx"), "ImportPage"),
  },
  {
    path: "/review",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/review/ReviewListPage.tsx"), "ReviewListPage"),
  },
  {
    path: "/review/$requirementId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/review/ReviewPage.tsx"), "ReviewPage"),
  },
  {
    path: "/library",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/library/LibraryPage.tsx"), "LibraryPage"),
  },
  {
    path: "/library/new/document",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/library/ContentPage.tsx"), "ContentPage"),
  },
  {
    path: "/library/$contentId",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/library/ContentPage.tsx"), "ContentPage"),
  },
  {
    path: "/account/settings",
    within: "shell",
    component: lazyRouteComponent(() => import("./modules/account/SettingsPage.tsx"), "SettingsPage"),
  },
];

/** Every component in every state, to look at while working on them; no part of what is built. */
const gallery: Screen[] = import.meta.env.DEV
  ? [
      {
        path: "/ui",
        within: "bare",
        component: lazyRouteComponent(() => import("./gallery/GalleryPage.tsx"), "GalleryPage"),
      },
    ]
  : [];

const rootRoute = createRootRoute({ component: Outlet });
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: ShellRoute,
});

function routesWithin(within: Screen["within"]): AnyRoute[] {
  const parent = within === "shell" ? shellRoute : rootRoute;
  return [...screens, ...gallery]
    .filter((screen) => screen.within === within)
    .map(({ path, component }) => createRoute({ getParentRoute: () => parent, path, component }));
}

export function createAppRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([shellRoute.addChildren(routesWithin("shell")), ...routesWithin("bare")]),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultErrorComponent: UnhandledScreen,
    defaultNotFoundComponent: NotFoundScreen,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
