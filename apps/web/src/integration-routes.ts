import { lazyRouteComponent, type Screen } from "./screen.ts";

/** The screens about other software that an organization is connected with. */
export const integrationScreens: Screen[] = [
  {
    path: "/account/integrations",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/integrations/partners/PartnersPage.tsx"), "PartnersPage"),
  },
  {
    path: "/account/integrations/keys",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/integrations/api-keys/ApiKeysPage.tsx"), "ApiKeysPage"),
  },
  {
    path: "/account/integrations/sso",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/integrations/single-sign-on/SsoPage.tsx"), "SsoPage"),
  },
  {
    path: "/account/integrations/webhooks",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/integrations/webhooks/WebhooksPage.tsx"), "WebhooksPage"),
  },
  {
    path: "/account/integrations/webhooks/$id",
    within: "shell",
    tab: "Dashboard",
    component: lazyRouteComponent(() => import("./modules/integrations/webhooks/WebhookPage.tsx"), "WebhookPage"),
  },
];
