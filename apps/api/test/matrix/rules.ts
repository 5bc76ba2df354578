import type { Role } from "@touchline/contract";
import { type Grant, type PermissionAction, type PermissionTarget, permits } from "@touchline/rules";

/** Where what a call is about lies, as seen by who calls. */
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

/** What a call gets: let through to the verb's own judgment of the state, refused (403), or told that there is no such thing (404). */
export type AccessOutcome = "through" | "refused" | "hidden";

export type TestSubject = {
  relation: TestRelation;
  levelPre: number;
  /** The level above it; null for the root. */
  abovePre: number | null;
  /** Another level of the organization, to which something may go. */
  elsewherePre: number;
  /** The preorder number of the level of every membership of the person. */
  membershipPres: readonly number[];
  /** The role of each of them, in the same order. */
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

/** By the permission table, at the level of what it is about. */
export const may =
  (action: PermissionAction, more: PermissionTarget = {}): Rule =>
  (who, about) =>
    verdict(who, about, action, more) ? "through" : "refused";

/** By the permission table, for what belongs to the organization and to no level. */
export const mayAnywhere = (action: PermissionAction, more: PermissionTarget = {}) =>
  may(action, { organizationWide: true, ...more });

/** For whoever may do it at one of their own levels: what they are shown is judged row by row. */
export const maySomewhere =
  (action: PermissionAction): Rule =>
  ({ grants }) =>
    grants.some(
      ({ pre }) => permits(grants, action, { levelPre: pre, requirementType: 0, roles: ["Individual"] }).allowed,
    )
      ? "through"
      : "refused";

/** For whoever sees the person: oneself, a child that one guards, a member within reach. */
export const sees: Rule = (who, about) =>
  verdict(who, about, related(about) ? "own" : "members.see") ? "through" : "refused";

/** For whoever sees the person, where a person out of sight does not exist. */
export const seesOrNothing: Rule = (who, about) => (sees(who, about) === "through" ? "through" : "hidden");

/** Corrects what is known of a person: one's own and a guarded child's, else by the table; unseen people do not exist. */
export const edits: Rule = (who, about) => {
  if (seesOrNothing(who, about) === "hidden") return "hidden";
  return related(about) || verdict(who, about, "profiles.edit", { roles: about.roles }) ? "through" : "refused";
};

/** Changes a membership: never one's own, which the call says as a state. */
export const changesMembership: Rule = (who, about) =>
  about.relation === "self" || verdict(who, about, "memberships.change", { roles: about.roles })
    ? "through"
    : "refused";

/** Takes a level out of its place: the one above it must be within reach too. The root stays, which the call says as a state. */
export const leavesItsPlace: Rule = (who, about) =>
  [about.levelPre, about.abovePre ?? about.levelPre].every((levelPre) =>
    verdict(who, about, "levels.edit", { levelPre }),
  )
    ? "through"
    : "refused";

/** Hangs a level under another: that one must be within reach as well. */
export const movesElsewhere: Rule = (who, about) =>
  leavesItsPlace(who, about) === "through" &&
  (about.abovePre === null || verdict(who, about, "levels.edit", { levelPre: about.elsewherePre }))
    ? "through"
    : "refused";

/** Merges entries of people: every membership must be within reach, and no role above one's own. */
export const mergesPeople: Rule = (who, about) =>
  about.membershipPres.every((levelPre, index) =>
    (["memberships.change", "profiles.edit"] as const).every((action) =>
      verdict(who, about, action, { levelPre, roles: about.roles.slice(index, index + 1) }),
    ),
  )
    ? "through"
    : "refused";

/** Only for oneself and the children one guards; to others it is refused. */
export const onlyOwn: Rule = (who, about) => (verdict(who, about, "own") && related(about) ? "through" : "refused");
/** Only for a child that one guards; of others' families one learns nothing. */
export const onlyGuarded: Rule = (_, about) => (about.relation.startsWith("guarded") ? "through" : "hidden");

/** For everybody with a profile: the answer holds nothing but what the caller may see. */
export const everyMember: Rule = () => "through";
/** Whoever runs the platform, named by the installation. */
export const onlyOperator: Rule = ({ operator }) => (operator ? "through" : "refused");

/** All must let through. */
export const both =
  (...rules: Rule[]): Rule =>
  (who, about) =>
    rules.map((rule) => rule(who, about)).find((outcome) => outcome !== "through") ?? "through";

/** The first that lets through decides. */
export const either =
  (...rules: Rule[]): Rule =>
  (who, about) =>
    rules.map((rule) => rule(who, about)).find((outcome) => outcome === "through") ??
    (rules.at(-1) as Rule)(who, about);
