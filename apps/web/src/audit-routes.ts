import { lazyRouteComponent, type Screen } from "./screen.ts";

/** The screens of what was recorded, what was disposed of, and what support asks to see. */
export const auditScreens: Screen[] = [
  {
    path: "/audit",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/reporting/audit/AuditPage.tsx"), "AuditPage"),
  },
  {
    path: "/audit/disposals",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/reporting/retention/DisposalsPage.tsx"), "DisposalsPage"),
  },
  {
    path: "/account/support",
    within: "shell",
    component: lazyRouteComponent(
      () => import("./modules/administration/support/SupportRequestsPage.tsx"),
      "SupportRequestsPage",
    ),
  },
];
