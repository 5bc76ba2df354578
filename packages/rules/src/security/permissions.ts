/**
 * The permission table: action × role → scope and conditions. The server refuses and the page disables by this table,
 * with the same
 * reason. Tenancy isn't decided here: a target always belongs to the actor's organization, and one of another
 * organization is a 404
 * before this table is used.
 */
import { type LabelGiver, RequirementType, type Role } from "@touchline/contract";
import { type Ties, tieRefusal } from "./conflict-of-interest.ts";
import { givableRoles, mayHandOut, onlyAccountManager } from "./roles.ts";

/** The scope of a permission. `own`: the actor and the children they guard. */
export type Reach = "own" | "levelAndBelow" | "organization" | "platform";

type Condition =
  /** The result is shown as an outcome, without details and files. */
  | "outcomeOnly"
  /** Not for confidential types. */
  | "ordinaryTypes"
  /** The organization may turn off reviewing, or work on content, for its Managers. */
  | "unlessReviewSwitchedOff"
  | "unlessContentSwitchedOff"
  /** Every membership of the person must be in scope; otherwise an Admin is needed. */
  | "everyMembership";

type Cell = { reach: Reach; conditions: readonly Condition[] } | null;

const no: Cell = null;
const own: Cell = { reach: "own", conditions: [] };
const below: Cell = { reach: "levelAndBelow", conditions: [] };
const org: Cell = { reach: "organization", conditions: [] };
const all: Cell = { reach: "platform", conditions: [] };
const ifOn = (reach: Cell, condition: Condition): Cell =>
  reach && { ...reach, conditions: [...reach.conditions, condition] };
const ordinary = (reach: Cell): Cell => ifOn(reach, "ordinaryTypes");
const outcome = ifOn(below, "outcomeOnly");
const reviews = ifOn(ordinary(below), "unlessReviewSwitchedOff");
const content = ifOn(below, "unlessContentSwitchedOff");
const everywhere = ifOn(below, "everyMembership");

type Row = readonly [
  individual: Cell,
  manager: Cell,
  accountManager: Cell,
  director: Cell,
  admin: Cell,
  platform: Cell,
];

const permissionTable = {
  //                       Individual, Manager, Account Manager, Director, Admin, AnkoredAdmin
  /** View and complete one's own requirements, and edit one's own profile; also for a guarded child. */
  own: [own, own, own, own, own, own],
  /** View members, statuses and dashboards. */
  "members.see": [no, below, below, below, org, all],
  /** Add, invite, import with Individual labels; resend an activation; remind. */
  "members.add": [no, below, below, below, org, all],
  /** Assign a label with a role. */
  "labels.give": [no, no, below, below, org, all],
  /** Change a membership's role, delete a membership. */
  "memberships.change": [no, no, below, below, org, all],
  /** Correct another person's details: names, date of birth, contact, citizenship, answers, photo. */
  "profiles.edit": [no, no, below, below, org, all],
  /** View files of ordinary types. */
  "files.see": [no, ordinary(below), no, ordinary(below), ordinary(org), ordinary(all)],
  /** View results and files of confidential types. */
  "confidential.see": [own, outcome, outcome, below, org, all],
  /** Review, bulk review, complete without upload, mark incomplete, edit a completed date. */
  "requirements.review": [no, reviews, no, below, org, all],
  "requirements.disqualify": [no, no, no, everywhere, org, all],
  "requirements.reinstate": [no, no, no, no, org, all],
  /** Create and edit content of a level. */
  "content.edit": [no, content, no, below, org, all],
  "content.assign": [no, content, no, below, org, all],
  /** ReviewPolicies: decide whether submissions of a content are reviewed. */
  "content.reviewPolicies": [no, no, no, below, org, all],
  /** Copy from the platform's library into a level's library, and take its updates. */
  "content.fromPlatform": [no, no, no, below, org, all],
  /** Add, rename, move, delete levels. */
  "levels.edit": [no, no, below, below, org, all],
  "labels.edit": [no, no, no, no, org, all],
  /** Organization settings and integrations. */
  "organization.edit": [no, no, no, no, org, all],
  /** Billing, payment method, invoices, plan. */
  billing: [no, no, org, no, org, all],
  /** Background-screening onboarding. */
  onboarding: [no, no, org, no, org, all],
  /** View and add notes about a person. */
  notes: [no, below, below, below, org, all],
  "incidents.report": [no, below, below, below, org, all],
  /** View and work on incidents that others reported. */
  "incidents.manage": [no, no, no, below, org, all],
  /** Export a person's complete record as an archive. It contains everything, so every membership must be in scope. */
  "records.export": [no, no, no, everywhere, org, all],
  /** Audit log, retention, exports of the organization. */
  audit: [no, no, no, no, org, all],
  /** Create organizations; the administration area, plans, agencies, the platform's library. */
  platform: [no, no, no, no, no, all],
} as const satisfies Record<string, Row>;

export type PermissionAction = keyof typeof permissionTable;
export const permissionActions = Object.keys(permissionTable) as PermissionAction[];

const columnOf = {
  Individual: 0,
  Manager: 1,
  "Account Manager": 2,
  Director: 3,
  Admin: 4,
  AnkoredAdmin: 5,
} as const satisfies Record<Role, number>;

/** Types with confidential results: screenings, identity and age. */
export const isConfidential: Record<RequirementType, boolean> = {
  0: false,
  1: false,
  2: false,
  3: true,
  4: false,
  5: false,
  6: true,
  7: true,
  8: false,
  9: true,
  10: true,
  11: false,
};

/** The permission for viewing a requirement's files. Every view of a confidential one is logged. */
export function viewAction(type: RequirementType): "confidential.see" | "files.see" {
  return isConfidential[type] ? "confidential.see" : "files.see";
}

/**
 * One role of the actor at one level. A level is in scope if `pre <= its pre <= last` (preorder numbers, see tree.ts).
 */
export type Grant = { role: Role; levelId: string; pre: number; last: number };

/** The target of an action. Missing data is treated as the strictest case. */
export type PermissionTarget = Ties & {
  /** The organization as a whole, without a level: only permitted to roles with access to all of it. */
  organizationWide?: boolean;
  /** The preorder number of its level. */
  levelPre?: number;
  /** The preorder numbers of the levels of all the person's memberships. */
  membershipPres?: readonly number[];
  requirementType?: RequirementType;
  /** All roles that the action assigns or removes. */
  roles?: readonly Role[];
  /** The groups that may assign the labels in the action. */
  givers?: readonly LabelGiver[];
  /** The organization's settings for its Managers; both are on by default. */
  managers?: { review: boolean; content: boolean };
  /**
   * Whether an external reviewer decides on background checks, so that everyone but the person only sees the outcome.
   */
  reviewedExternally?: boolean;
};

/** Reasons for a refusal, from the least to the most specific. The most specific one is reported. */
export const denialReasons = [
  /** None of the actor's roles permits it anywhere. */
  "role",
  /** The actor is only an Account Manager: no files, no review. */
  "onlyAccountManager",
  "outOfReach",
  /** The organization has turned this off for Managers. */
  "switchedOff",
  "confidentialType",
  /** The person has memberships out of the actor's scope, so an Admin is needed. */
  "membershipOutOfReach",
  "aboveOwnRole",
  /** The label may only be assigned by others. */
  "notAGiver",
  /** No one decides on their own requirement. */
  "ownRequirement",
  /** No one decides on a requirement of a child that they guard. */
  "guardedChild",
  /** No one decides on a requirement of a child that they once guarded. */
  "onceGuarded",
  /** No one decides on what they submitted as the person or the guardian. */
  "ownSubmission",
  /** It is about the actor, or a child they guard, and reserved to others. */
  "aboutOneself",
] as const;
export type DenialReason = (typeof denialReasons)[number];

export type Verdict = { allowed: true; outcomeOnly?: true } | { allowed: false; reason: DenialReason };

/** Decisions, which a conflict of interest forbids (`tieRefusal`). */
const decisions: ReadonlySet<PermissionAction> = new Set([
  "requirements.review",
  "requirements.disqualify",
  "requirements.reinstate",
]);

/** What others wrote about a person, or about a child that they guard, is only visible to those others. */
const betweenOthers: ReadonlySet<PermissionAction> = new Set([
  "notes",
  "incidents.report",
  "incidents.manage",
  // It contains reviewers' notes. For oneself there is the download of one's own data.
  "records.export",
]);

/** What everyone may do for themselves and the children they guard. Their own requirements include the files. */
const alwaysOnOneself: ReadonlySet<PermissionAction> = new Set(["own", "files.see", "confidential.see"]);

/** What an Account Manager is always refused, whatever other roles they have. */
const notForOnlyAccountManager: ReadonlySet<PermissionAction> = new Set(["files.see", "requirements.review"]);

/** Tests whether an action is refused to these roles at every level. */
export const refusedAsAccountManager = (action: PermissionAction, held: readonly Role[]): boolean =>
  notForOnlyAccountManager.has(action) && onlyAccountManager(held);

/**
 * Actions that assign or remove roles, and so must not exceed the actor's own role. Changing the address of a person who
 * hasn't activated yet decides who will, so it counts as assigning their roles.
 */
const givesRoles: ReadonlySet<PermissionAction> = new Set([
  "members.add",
  "labels.give",
  "memberships.change",
  "profiles.edit",
  // A label's permissions go to everyone who has it.
  "labels.edit",
]);

/** Returns the table's entry for an action and a role: the scope and its conditions, or null. */
export function permissionOf(action: PermissionAction, role: Role): Cell {
  return permissionTable[action][columnOf[role]];
}

function within(grant: Grant, pre: number): boolean {
  return grant.pre <= pre && pre <= grant.last;
}

function reaches(reach: Reach, grant: Grant, target: PermissionTarget): boolean {
  switch (reach) {
    case "own":
      return false;
    case "levelAndBelow":
      return target.organizationWide !== true && target.levelPre !== undefined && within(grant, target.levelPre);
    case "organization":
    case "platform":
      return true;
  }
}

/** Returns which condition of the table a target doesn't meet; null if it meets all. */
function unmet(condition: Condition, target: PermissionTarget, reachedBy: readonly Grant[]): DenialReason | null {
  switch (condition) {
    case "outcomeOnly":
      return null;
    case "ordinaryTypes":
      return target.requirementType === undefined || isConfidential[target.requirementType] ? "confidentialType" : null;
    case "unlessReviewSwitchedOff":
      return target.managers?.review === false ? "switchedOff" : null;
    case "unlessContentSwitchedOff":
      return target.managers?.content === false ? "switchedOff" : null;
    case "everyMembership": {
      const pres = target.membershipPres ?? [];
      const covered = pres.length > 0 && pres.every((pre) => reachedBy.some((grant) => within(grant, pre)));
      return covered ? null : "membershipOutOfReach";
    }
  }
}

function judge(grants: readonly Grant[], grant: Grant, action: PermissionAction, target: PermissionTarget): Verdict {
  const cell = permissionOf(action, grant.role);
  if (cell === null) return { allowed: false, reason: "role" };
  if (!reaches(cell.reach, grant, target)) return { allowed: false, reason: "outOfReach" };
  const sameRole = grants.filter((other) => other.role === grant.role);
  for (const condition of cell.conditions) {
    const reason = unmet(condition, target, sameRole);
    if (reason !== null) return { allowed: false, reason };
  }
  const beyond = target.roles?.some((role) => !givableRoles[grant.role].includes(role)) ?? false;
  if (givesRoles.has(action) && beyond) return { allowed: false, reason: "aboveOwnRole" };
  const reserved = target.givers?.some((giver) => !mayHandOut(grant.role, giver)) ?? false;
  if (reserved) return { allowed: false, reason: "notAGiver" };
  return cell.conditions.includes("outcomeOnly") ? { allowed: true, outcomeOnly: true } : { allowed: true };
}

function better(a: Verdict, b: Verdict): Verdict {
  if (a.allowed && b.allowed) return a.outcomeOnly ? b : a;
  if (a.allowed || b.allowed) return a.allowed ? a : b;
  return denialReasons.indexOf(b.reason) > denialReasons.indexOf(a.reason) ? b : a;
}

/**
 * Decides whether an actor may do something to a target. `grants` are all of the actor's roles in the organization; one
 * that permits it
 * is enough. A platform administrator's grant may have any level.
 */
export function permits(grants: readonly Grant[], action: PermissionAction, target: PermissionTarget): Verdict {
  const related = target.self === true || target.guardedChild === true;
  if (related && alwaysOnOneself.has(action)) return { allowed: true };
  const tie = decisions.has(action) ? tieRefusal(target) : null;
  if (tie !== null) return { allowed: false, reason: tie };
  if (related && betweenOthers.has(action)) return { allowed: false, reason: "aboutOneself" };
  const held = grants.map((grant) => grant.role);
  if (refusedAsAccountManager(action, held)) {
    return { allowed: false, reason: "onlyAccountManager" };
  }
  const verdict = grants
    .map((grant) => judge(grants, grant, action, target))
    .reduce(better, { allowed: false, reason: "role" } satisfies Verdict);
  const isOutside = target.reviewedExternally === true && target.requirementType === RequirementType.BackgroundCheck;
  return isOutside && action === "confidential.see" && verdict.allowed ? { allowed: true, outcomeOnly: true } : verdict;
}
