/** Roles: groups, checks, who may give which, and the names that older accounts still carry. Source: specification 1, section 6. */
import { type LabelGiver, labelGivers, type Role, roles } from "@touchline/contract";

/** From least to most, for display and for "the highest of several". Not a license to give: see `givableRoles`. */
export const roleRank = {
  Individual: 0,
  Manager: 1,
  "Account Manager": 2,
  Director: 3,
  Admin: 4,
  AnkoredAdmin: 5,
} as const satisfies Record<Role, number>;

/** The highest of several roles, or null for none. */
export function highestRole(held: readonly Role[]): Role | null {
  return held.reduce<Role | null>(
    (best, next) => (best === null || roleRank[next] > roleRank[best] ? next : best),
    null,
  );
}

/**
 * Which roles each role may give or take away: never above its own. Account Manager and Director are of one group but
 * neither contains the other (money here, files and reviews there), so neither gives the other.
 */
export const givableRoles: Record<Role, readonly Role[]> = {
  Individual: [],
  Manager: ["Individual"],
  "Account Manager": ["Individual", "Manager", "Account Manager"],
  Director: ["Individual", "Manager", "Director"],
  Admin: ["Individual", "Manager", "Account Manager", "Director", "Admin"],
  AnkoredAdmin: ["Individual", "Manager", "Account Manager", "Director", "Admin", "AnkoredAdmin"],
};

/** The specification's role groups; each contains the one before it. */
export const roleGroups = {
  platformAdmin: ["AnkoredAdmin"],
  adminLevel: ["AnkoredAdmin", "Admin"],
  adminOrDirector: ["AnkoredAdmin", "Admin", "Account Manager", "Director"],
  adminDirectorOrManager: ["AnkoredAdmin", "Admin", "Account Manager", "Director", "Manager"],
} as const satisfies Record<string, readonly Role[]>;
export type RoleGroup = keyof typeof roleGroups;

const groupOfGiver = {
  Manager: "adminDirectorOrManager",
  Director: "adminOrDirector",
  Admin: "adminLevel",
} as const satisfies Record<LabelGiver, RoleGroup>;

/** Whether somebody with a role may hand out a label that is left to a group. What the label carries is another question. */
export function mayHandOut(role: Role, givenBy: LabelGiver): boolean {
  return isInGroup([role], groupOfGiver[givenBy]);
}

/** The roles that come into a group with its least one; those above are in it anyway. */
const leastRoles: Record<LabelGiver, readonly Role[]> = {
  Manager: ["Manager"],
  Director: ["Account Manager", "Director"],
  Admin: ["Admin"],
};

/** The widest group that a label with this role may be left to: its least roles could give the role itself. */
export function widestGiver(role: Role): LabelGiver {
  const widest = labelGivers.find((giver) => leastRoles[giver].some((least) => givableRoles[least].includes(role)));
  return widest ?? "Admin";
}

/** Who a label may be left to, the widest group first. */
export function possibleGivers(role: Role): readonly LabelGiver[] {
  return labelGivers.slice(labelGivers.indexOf(widestGiver(role)));
}

/** What an account that runs the platform carries in its token, beside what its labels grant. */
export const platformRole: Role = "AnkoredAdmin";

/** Whether any of the roles held belongs to the group. */
export function isInGroup(held: readonly Role[], group: RoleGroup): boolean {
  const members: readonly Role[] = roleGroups[group];
  return held.some((role) => members.includes(role));
}

/**
 * Treated separately: an Account Manager who is not Admin, Director or AnkoredAdmin anywhere. Such a person has people,
 * levels and money, but no files and no review, not even as a Manager.
 */
export function onlyAccountManager(held: readonly Role[]): boolean {
  const more: readonly Role[] = ["AnkoredAdmin", "Admin", "Director"];
  return held.includes("Account Manager") && !held.some((role) => more.includes(role));
}

/** Reviewer check: AnkoredAdmin, Admin, Director, Manager. What each may review is for the permission table to say. */
export function isReviewer(held: readonly Role[]): boolean {
  const reviewers: readonly Role[] = ["AnkoredAdmin", "Admin", "Director", "Manager"];
  return !onlyAccountManager(held) && held.some((role) => reviewers.includes(role));
}

/** Onboarding check (background screening): AnkoredAdmin, Admin, Account Manager. */
export function mayOnboard(held: readonly Role[]): boolean {
  const onboarders: readonly Role[] = ["AnkoredAdmin", "Admin", "Account Manager"];
  return held.some((role) => onboarders.includes(role));
}

/** Names of roles that were renamed; migrated at login. */
export const legacyRoleNames = { President: "Admin", Operator: "Manager" } as const satisfies Record<string, Role>;

/** Today's role for a stored role name, old or new; null when it is neither. */
export function currentRole(name: string): Role | null {
  if (name === "President" || name === "Operator") return legacyRoleNames[name];
  return roles.find((role) => role === name) ?? null;
}
