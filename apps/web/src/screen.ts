import { lazyRouteComponent as lazyComponent, type RouteComponent } from "@tanstack/react-router";
import { loaded } from "./not-loaded.ts";

/** As the rules name them, which are too large for the first load. */
type Tab = "Dashboard" | "Review" | "Library" | "Levels";

export interface Screen {
  path: string;
  /**
   * Shell: for people who are logged in, with header and navigation. Bare: for everyone. Admin: for platform operators, with or
   * without a profile.
   */
  within: "shell" | "bare" | "admin";
  /** In the shell: the tab whose holders the page is for; anybody else is sent home. */
  tab?: Tab;
  component: RouteComponent;
}

/** A page that is loaded when it is first opened. Without a network its place is taken by the offline screen. */
export const lazyRouteComponent: typeof lazyComponent = (importing, name) =>
  lazyComponent(() => loaded(importing), name);
