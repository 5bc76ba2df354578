import { lazyRouteComponent, type Screen } from "./screen.ts";

/** The screens of those who run the platform. */
export const adminScreens: Screen[] = [
  {
    path: "/admin",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/AdminPage.tsx"), "AdminPage"),
  },
  {
    path: "/admin/organizations",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/OrganizationsPage.tsx"), "OrganizationsPage"),
  },
  {
    path: "/admin/organizations/new",
    within: "admin",
    component: lazyRouteComponent(
      () => import("./modules/platform/admin/NewOrganizationPage.tsx"),
      "NewOrganizationPage",
    ),
  },
  {
    path: "/admin/organizations/$organizationId",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/OrganizationPage.tsx"), "OrganizationPage"),
  },
  {
    path: "/admin/organizations/$organizationId/payment",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/FirstCardPage.tsx"), "FirstCardPage"),
  },
  {
    path: "/admin/library",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/LibraryPage.tsx"), "LibraryPage"),
  },
  {
    path: "/admin/library/new",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/NewItemPage.tsx"), "NewItemPage"),
  },
  {
    path: "/admin/library/new/$kind",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/ItemPage.tsx"), "ItemPage"),
  },
  {
    path: "/admin/library/$platformContentId",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/ItemPage.tsx"), "ItemPage"),
  },
  {
    path: "/admin/tax-certificates",
    within: "admin",
    component: lazyRouteComponent(
      () => import("./modules/platform/admin/TaxCertificatesPage.tsx"),
      "TaxCertificatesPage",
    ),
  },
  {
    path: "/admin/integrity",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/IntegrityPage.tsx"), "IntegrityPage"),
  },
  {
    path: "/admin/registries",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/RegistriesPage.tsx"), "RegistriesPage"),
  },
  {
    path: "/admin/registries/$registryId",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/RegistryPage.tsx"), "RegistryPage"),
  },
  {
    path: "/admin/email",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/EmailPage.tsx"), "EmailPage"),
  },
  {
    path: "/admin/errors",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/ErrorsPage.tsx"), "ErrorsPage"),
  },
  {
    path: "/admin/policies",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/PoliciesPage.tsx"), "PoliciesPage"),
  },
  {
    path: "/admin/policies/new",
    within: "admin",
    component: lazyRouteComponent(() => import("./modules/platform/admin/PublishPolicyPage.tsx"), "PublishPolicyPage"),
  },
];
