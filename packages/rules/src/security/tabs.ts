import type { Role } from "@touchline/contract";
import { type PermissionAction, permissionOf } from "./permissions.ts";
import { isReviewer } from "./roles.ts";

/** The entries of the navigation, each shown to people who can use it somewhere. */
export const tabs = ["Requirements", "Family", "Dashboard", "Review", "Library", "Levels"] as const;
export type Tab = (typeof tabs)[number];

const needs: Record<Tab, PermissionAction> = {
  Requirements: "own",
  Family: "own",
  Dashboard: "members.see",
  Review: "requirements.review",
  Library: "content.edit",
  Levels: "levels.edit",
};

/**
 * Returns the navigation for these roles. Scope and settings are checked when a page is opened.
 *
 * @param more.guards whether the person guards a child.
 */
export function tabsFor(held: readonly Role[], { guards = false }: { guards?: boolean } = {}): Tab[] {
  return tabs.filter((tab) => {
    if (tab === "Requirements") return true;
    if (tab === "Family") return guards;
    if (tab === "Review" && !isReviewer(held)) return false;
    return held.some((role) => permissionOf(needs[tab], role) !== null);
  });
}
