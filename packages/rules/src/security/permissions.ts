/**
 * Who may do what, where: one table, action × role → reach, with the conditions named in it. The server refuses and the
 * page disables by this table and with the same reason. Tenancy is not decided here: a target is always of the actor's
 * organization, and a miss across organizations is a 404 before this file is asked.
 */
import { type LabelGiver, RequirementType, type Role } from "@touchline/contract";
import { type Ties, tieRefusal } from "./conflict-of-interest.ts";
import { givableRoles, mayHandOut, onlyAccountManager } from "./roles.ts";

/** How far a permission carries. `own`: oneself and the children one guards. */
export type Reach = "own" | "levelAndBelow" | "organization" | "platform";

type Condition =
  /** The outcome is shown, the result and its files are not. */
  | "outcomeOnly"
  /** Not for confidential types. */
  | "ordinaryTypes"
  /** The organization may switch its Managers' reviewing, or their work on content, off. */
  | "unlessReviewSwitchedOff"
  | "unlessContentSwitchedOff"
  /** Every membership of the person lies within reach; else it goes to an Admin. */
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
const wholly = ifOn(below, "everyMembership");

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
  /** See and do one's own requirements, edit one's own profile; the same for a child that one guards. */
  own: [own, own, own, own, own, own],
  /** See members, statuses, dashboards. */
  "members.see": [no, below, below, below, org, all],
  /** Add, invite, import with Individual labels; resend an activation; remind. */
  "members.add": [no, below, below, below, org, all],
  /** Give a label that carries a role. */
  "labels.give": [no, no, below, below, org, all],
  /** Change a membership's role, delete a membership. */
  "memberships.change": [no, no, below, below, org, all],
  /** Correct what is known of somebody else: names, date of birth, contact, citizenship, answers, photo. */
  "profiles.edit": [no, no, below, below, org, all],
  /** See files of ordinary types. */
  "files.see": [no, ordinary(below), no, ordinary(below), ordinary(org), ordinary(all)],
  /** See results and files of confidential types. */
  "confidential.see": [own, outcome, outcome, below, org, all],
  /** Review, bulk review, complete without upload, mark incomplete, edit a completed date. */
  "requirements.review": [no, reviews, no, below, org, all],
  "requirements.disqualify": [no, no, no, wholly, org, all],
  "requirements.reinstate": [no, no, no, no, org, all],
  /** Create and edit content of a level. */
  "content.edit": [no, content, no, below, org, all],
  "content.assign": [no, content, no, below, org, all],
  /** ReviewPolicies: say whether submissions of a content are reviewed at all. */
  "content.reviewPolicies": [no, no, no, below, org, all],
  /** Copy what the platform's library keeps into that of a level, and take its updates. */
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
  /** Read and add notes about a person. */
  notes: [no, below, below, below, org, all],
  "incidents.report": [no, below, below, below, org, all],
  /** See and work on incidents that others reported. */
  "incidents.manage": [no, no, no, below, org, all],
  /** Take a person's complete record along, as an archive: all of it, so only who looks after every membership. */
  "records.export": [no, no, no, wholly, org, all],
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

/** Types whose results are confidential: screenings, identity and age. */
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

/** The permission that a look at a requirement's files needs. Every view of a confidential one is logged. */
export function viewAction(type: RequirementType): "confidential.see" | "files.see" {
  return isConfidential[type] ? "confidential.see" : "files.see";
}

/** One role of the actor at one level. A level lies within when `pre <= its pre <= last` (preorder numbers, see tree.ts). */
export type Grant = { role: Role; levelId: string; pre: number; last: number };

/** What the action is about. A question that leaves something out is answered as for the strictest case. */
export type PermissionTarget = Ties & {
  /** The organization as a whole, at no level: permitted only to who reaches all of it. */
  organizationWide?: boolean;
  /** The preorder number of the level it lies at. */
  levelPre?: number;
  /** The preorder numbers of the levels of every membership of the person. */
  membershipPres?: readonly number[];
  requirementType?: RequirementType;
  /** Every role that the act gives or takes away. */
  roles?: readonly Role[];
  /** Whom the organization lets hand out the labels that the act gives. */
  givers?: readonly LabelGiver[];
  /** What the organization leaves to its Managers; both are on unless switched off. */
  managers?: { review: boolean; content: boolean };
  /** Somebody outside reviews background checks: of these everybody but the person sees the outcome alone. */
  reviewedExternally?: boolean;
};

/** Why not, from the least to the most specific; of several the most specific is told. */
export const denialReasons = [
  /** None of the actor's roles permits it anywhere. */
  "role",
  /** An Account Manager only: no files, no review. */
  "onlyAccountManager",
  "outOfReach",
  /** The organization does not leave this to Managers. */
  "switchedOff",
  "confidentialType",
  /** The person has memberships beyond the actor's reach: an Admin decides. */
  "membershipOutOfReach",
  "aboveOwnRole",
  /** The organization leaves handing out this label to others. */
  "notAGiver",
  /** Nobody decides on a requirement of their own … */
  "ownRequirement",
  /** … or of a child that they guard … */
  "guardedChild",
  /** … or once guarded … */
  "onceGuarded",
  /** … or on what they made as the person or the guardian. */
  "ownSubmission",
  /** It is about oneself, or a child that one guards, and for others. */
  "aboutOneself",
] as const;
export type DenialReason = (typeof denialReasons)[number];

export type Verdict = { allowed: true; outcomeOnly?: true } | { allowed: false; reason: DenialReason };

/** Decisions: what nobody does where a tie forbids it (`tieRefusal`). */
const decisions: ReadonlySet<PermissionAction> = new Set([
  "requirements.review",
  "requirements.disqualify",
  "requirements.reinstate",
]);

/** What others wrote about somebody, or about a child that they guard, stays between those others. */
const betweenOthers: ReadonlySet<PermissionAction> = new Set([
  "notes",
  "incidents.report",
  "incidents.manage",
  // It holds what reviewers wrote for each other. Of oneself there is the download of one's own data.
  "records.export",
]);

/** What everyone may do for themselves and the children they guard: their own requirements include the files. */
const alwaysOnOneself: ReadonlySet<PermissionAction> = new Set(["own", "files.see", "confidential.see"]);

/** What an Account Manager only is refused, whatever else they are. */
const notForOnlyAccountManager: ReadonlySet<PermissionAction> = new Set(["files.see", "requirements.review"]);

/** Whether an action is refused to whoever holds these roles, wherever they do. */
export const refusedAsAccountManager = (action: PermissionAction, held: readonly Role[]): boolean =>
  notForOnlyAccountManager.has(action) && onlyAccountManager(held);

/**
 * Actions that give or take roles away, and so must not do more than the actor's own role. Whoever changes the address of
 * somebody who has not come yet decides who comes, so that counts as giving their roles.
 */
const givesRoles: ReadonlySet<PermissionAction> = new Set([
  "members.add",
  "labels.give",
  "memberships.change",
  "profiles.edit",
  // What a label carries is given to everybody who holds it.
  "labels.edit",
]);

/** What the table says for an action and a role: the reach and its conditions, or null. */
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

/** Why a condition of the table does not hold for a target; null when it does. */
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
 * Whether an actor may do something to a target. `grants` are all roles that the actor has in the organization; one that
 * permits it is enough. A platform administrator's grant may carry any level.
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
