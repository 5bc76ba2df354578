import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import { NotFoundScreen, UnhandledScreen } from "./errorScreens.tsx";

interface RouterContext {
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./front/FrontPage.tsx"), "FrontPage"),
});

/** Every component in every state, to look at while working on them; no part of what is built. */
const gallery = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: "/ui",
        component: lazyRouteComponent(() => import("./gallery/GalleryPage.tsx"), "GalleryPage"),
      }),
    ]
  : [];

const screens: AnyRoute[] = [home, ...gallery];

/** Every screen of the application, each loaded when it is first opened. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren(screens),
    context: { queryClient },
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
