import type { RequirementType, Role } from "@touchline/contract";
import { type Grant, type PermissionAction, type PermissionTarget, permits } from "@touchline/rules";

/** Where the target of a call is, relative to the caller. */
export const relations = [
  "own",
  "child",
  "parent",
  "sibling",
  "other",
  "self",
  "guarded",
  "guardedAway",
  "onceGuarded",
] as const;
export type TestRelation = (typeof relations)[number];

/** The result of a call: permitted and passed on to the verb's own checks, refused (403), or not found (404). */
export type AccessOutcome = "through" | "refused" | "hidden";

export type TestSubject = {
  relation: TestRelation;
  levelPre: number;
  /** The level above it; null for the root. */
  abovePre: number | null;
  /** Another level of the organization, as a destination. */
  elsewherePre: number;
  /** The preorder number of the level of every membership of the person. */
  membershipPres: readonly number[];
  /** The role of each of these memberships, in the same order. */
  roles: readonly Role[];
};
export type TestActor = { grants: readonly Grant[]; operator: boolean };
export type Rule = (who: TestActor, about: TestSubject) => AccessOutcome;

const related = ({ relation }: TestSubject) => relation === "self" || relation.startsWith("guarded");
const verdict = (who: TestActor, about: TestSubject, action: PermissionAction, more: PermissionTarget = {}) =>
  permits(who.grants, action, {
    levelPre: about.levelPre,
    membershipPres: about.membershipPres,
    self: about.relation === "self",
    guardedChild: about.relation.startsWith("guarded"),
    onceGuarded: about.relation === "onceGuarded",
    requirementType: 0,
    managers: { review: true, content: true },
    ...more,
  }).allowed;

/** Checks the permission table at the target's level. */
export const may =
  (action: PermissionAction, more: PermissionTarget = {}): Rule =>
  (who, about) =>
    verdict(who, about, action, more) ? "through" : "refused";

/** Allows callers whose permission covers the whole organization, not only some of its levels. */
export const mayOrganizationWide = (action: PermissionAction, more: PermissionTarget = {}) =>
  may(action, { organizationWide: true, ...more });

/** Allows anyone with the permission at one of their own levels; the rows shown are checked one by one. */
export const maySomewhere =
  (action: PermissionAction, requirementType: RequirementType = 0): Rule =>
  ({ grants }) =>
    grants.some(({ pre }) => permits(grants, action, { levelPre: pre, requirementType, roles: ["Individual"] }).allowed)
      ? "through"
      : "refused";

/** Allows anyone who sees the person: themselves, their children, and members within their reach. */
export const sees: Rule = (who, about) =>
  verdict(who, about, related(about) ? "own" : "members.see") ? "through" : "refused";

/** Allows anyone who sees the person; to others the person doesn't exist (404). */
export const seesOrNothing: Rule = (who, about) => (sees(who, about) === "through" ? "through" : "hidden");

/** Allows editing oneself and one's children, and others by the table. Invisible people don't exist (404). */
export const edits: Rule = (who, about) => {
  if (seesOrNothing(who, about) === "hidden") return "hidden";
  return related(about) || verdict(who, about, "profiles.edit", { roles: about.roles }) ? "through" : "refused";
};

/** Allows changing a membership within reach. Changing one's own is a Conflict. */
export const changesMembership: Rule = (who, about) =>
  about.relation === "self" || verdict(who, about, "memberships.change", { roles: about.roles })
    ? "through"
    : "refused";

/** Moves or deletes a level: its parent must be within reach too. The root can't be moved, which is a Conflict. */
export const leavesItsPlace: Rule = (who, about) =>
  [about.levelPre, about.abovePre ?? about.levelPre].every((levelPre) =>
    verdict(who, about, "levels.edit", { levelPre }),
  )
    ? "through"
    : "refused";

/** Moves a level under another, which must be within reach too. */
export const movesElsewhere: Rule = (who, about) =>
  leavesItsPlace(who, about) === "through" &&
  (about.abovePre === null || verdict(who, about, "levels.edit", { levelPre: about.elsewherePre }))
    ? "through"
    : "refused";

/** Allows merging profiles if every membership is within reach and no role is above the caller's own. */
export const mergesPeople: Rule = (who, about) =>
  about.membershipPres.every((levelPre, index) =>
    (["memberships.change", "profiles.edit"] as const).every((action) =>
      verdict(who, about, action, { levelPre, roles: about.roles.slice(index, index + 1) }),
    ),
  )
    ? "through"
    : "refused";

/** Allows only oneself and guarded children; refused to others. */
export const onlyOwn: Rule = (who, about) => (verdict(who, about, "own") && related(about) ? "through" : "refused");
/** Allows only a guarded child; other children don't exist (404). */
export const onlyGuarded: Rule = (_, about) => (about.relation.startsWith("guarded") ? "through" : "hidden");

/** Allows everyone with a profile: the answer has only what the caller may see. */
export const everyMember: Rule = () => "through";
/** Allows platform operators, whom the installation's configuration names. */
export const onlyOperator: Rule = ({ operator }) => (operator ? "through" : "refused");

/** Allows if all rules allow. */
export const both =
  (...rules: Rule[]): Rule =>
  (who, about) =>
    rules.map((rule) => rule(who, about)).find((outcome) => outcome !== "through") ?? "through";

/** Allows if any rule allows. */
export const either =
  (...rules: Rule[]): Rule =>
  (who, about) =>
    rules.map((rule) => rule(who, about)).find((outcome) => outcome === "through") ??
    (rules.at(-1) as Rule)(who, about);
