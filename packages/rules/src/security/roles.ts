/** Roles: groups, checks, who may assign which, and earlier names of roles. Source: specification 1, section 6. */
import { type LabelGiver, labelGivers, type Role, roles } from "@touchline/contract";

/** From least to most, for display and for the highest of several. Assigning is decided by `givableRoles`. */
export const roleRank = {
  Individual: 0,
  Manager: 1,
  "Account Manager": 2,
  Director: 3,
  Admin: 4,
  AnkoredAdmin: 5,
} as const satisfies Record<Role, number>;

/** Returns the highest of several roles, or null for none. */
export function highestRole(held: readonly Role[]): Role | null {
  return held.reduce<Role | null>(
    (best, next) => (best === null || roleRank[next] > roleRank[best] ? next : best),
    null,
  );
}

/**
 * The roles that each role may assign or remove, never above its own. Account Manager and Director are in one group, but
 * neither contains the other (money or files and reviews), so neither assigns the other.
 */
export const givableRoles: Record<Role, readonly Role[]> = {
  Individual: [],
  Manager: ["Individual"],
  "Account Manager": ["Individual", "Manager", "Account Manager"],
  Director: ["Individual", "Manager", "Director"],
  Admin: ["Individual", "Manager", "Account Manager", "Director", "Admin"],
  AnkoredAdmin: ["Individual", "Manager", "Account Manager", "Director", "Admin", "AnkoredAdmin"],
};

/** The specification's role groups. Each contains the previous one. */
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

/** Tests whether a role may assign a label that is left to a group. The label's own role is checked separately. */
export function mayHandOut(role: Role, givenBy: LabelGiver): boolean {
  return isInGroup([role], groupOfGiver[givenBy]);
}

/** The roles that a group adds with its lowest one; higher roles are in it anyway. */
const leastRoles: Record<LabelGiver, readonly Role[]> = {
  Manager: ["Manager"],
  Director: ["Account Manager", "Director"],
  Admin: ["Admin"],
};

/**
 * Returns the widest group that a label with this role may be left to: its lowest roles must be able to assign the
 * role.
 */
export function widestGiver(role: Role): LabelGiver {
  const widest = labelGivers.find((giver) => leastRoles[giver].some((least) => givableRoles[least].includes(role)));
  return widest ?? "Admin";
}

/** The groups that a label may be left to, widest first. */
export function possibleGivers(role: Role): readonly LabelGiver[] {
  return labelGivers.slice(labelGivers.indexOf(widestGiver(role)));
}

/** The role of a platform operator's account, in its token, in addition to labels. */
export const platformRole: Role = "AnkoredAdmin";

/** Tests whether any of the roles belongs to the group. */
export function isInGroup(held: readonly Role[], group: RoleGroup): boolean {
  const members: readonly Role[] = roleGroups[group];
  return held.some((role) => members.includes(role));
}

/**
 * Tests for an Account Manager who isn't Admin, Director or AnkoredAdmin anywhere. Such a person manages people, levels
 * and money, but
 * no files and no reviews, not even as a Manager.
 */
export function onlyAccountManager(held: readonly Role[]): boolean {
  const more: readonly Role[] = ["AnkoredAdmin", "Admin", "Director"];
  return held.includes("Account Manager") && !held.some((role) => more.includes(role));
}

/** Reviewer check: AnkoredAdmin, Admin, Director, Manager. The permission table decides what each may review. */
export function isReviewer(held: readonly Role[]): boolean {
  const reviewers: readonly Role[] = ["AnkoredAdmin", "Admin", "Director", "Manager"];
  return !onlyAccountManager(held) && held.some((role) => reviewers.includes(role));
}

/** Onboarding check (background screening): AnkoredAdmin, Admin, Account Manager. */
export function mayOnboard(held: readonly Role[]): boolean {
  const onboarders: readonly Role[] = ["AnkoredAdmin", "Admin", "Account Manager"];
  return held.some((role) => onboarders.includes(role));
}

/** Earlier names of roles, which are migrated at login. */
export const legacyRoleNames = { President: "Admin", Operator: "Manager" } as const satisfies Record<string, Role>;

/** Returns the current role for a stored role name, old or new; null if it is neither. */
export function currentRole(name: string): Role | null {
  if (name === "President" || name === "Operator") return legacyRoleNames[name];
  return roles.find((role) => role === name) ?? null;
}
