import { type AnyRoute, createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router";
import { NotFoundScreen, UnhandledScreen } from "./ErrorScreens.tsx";
import { gallery, screens } from "./routes.tsx";
import { lazyRouteComponent, type Screen } from "./screen.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";
import { PoliciesGate } from "./session/PoliciesGate.tsx";
import { ForTab } from "./shell/ForTab.tsx";
import { ShellRoute } from "./shell/ShellRoute.tsx";

/** Every page, and what may stand before it. */
function Root() {
  return (
    <>
      <PoliciesGate />
      <Outlet />
    </>
  );
}

const rootRoute = createRootRoute({ component: Root });
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: ShellRoute,
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "admin",
  component: lazyRouteComponent(() => import("./modules/platform/admin/AdminFrame.tsx"), "AdminFrame"),
});
const parents = { shell: shellRoute, admin: adminRoute, bare: rootRoute };

function routesWithin(within: Screen["within"]): AnyRoute[] {
  return routesOf(
    [...screens, ...gallery].filter((screen) => screen.within === within && !screen.tab),
    parents[within],
  );
}

const routesOf = (chosen: Screen[], parent: AnyRoute): AnyRoute[] =>
  chosen.map(({ path, component }) => createRoute({ getParentRoute: () => parent, path, component }));

/** The pages of each tab below a route of their own, which asks for the tab. */
function routesByTab(): AnyRoute[] {
  return [...Map.groupBy(screens, ({ tab }) => tab)].flatMap(([tab, chosen]) => {
    if (!tab) return [];
    const parent = createRoute({
      getParentRoute: () => shellRoute,
      id: `tab-${tab}`,
      component: () => <ForTab tab={tab} />,
    });
    return parent.addChildren(routesOf(chosen, parent));
  });
}

export function createAppRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([
      shellRoute.addChildren([...routesWithin("shell"), ...routesByTab()]),
      adminRoute.addChildren(routesWithin("admin")),
      ...routesWithin("bare"),
    ]),
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
