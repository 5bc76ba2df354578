/** Decides who may never review a person, in any role. Source: `Roles and permissions` of the domain. */

/** The capacity in which an actor acts on a person: the person, a current guardian, staff, or the system. */
export const actingRoles = ["self", "guardian", "staff", "system"] as const;
export type ActingRole = (typeof actingRoles)[number];

/** The relations of an actor to a person and to a submission. Missing ones don't apply. */
export type Ties = {
  /** The person is the actor. */
  self?: boolean;
  /** The person is another profile of the actor's: of the same account, or one that was merged into the actor's. */
  otherEntry?: boolean;
  /** The actor guards the person now. */
  guardedChild?: boolean;
  /** The actor guarded the person at any time. */
  onceGuarded?: boolean;
  /** The actor started, submitted or signed an attempt of the requirement, as the person or as a guardian. */
  tookPart?: boolean;
};

/** The relation that prevents a decision. */
export type TieRefusal = "ownRequirement" | "guardedChild" | "onceGuarded" | "ownSubmission";

/**
 * Tests whether a relation forbids the actor to decide, in any way: a review, a completion without upload, a correction, a
 * decree, an exception, or an import. The actor's current role doesn't matter; staff who upload for a person have no such
 * relation.
 *
 * @returns null if nothing prevents it.
 */
export function tieRefusal(ties: Ties): TieRefusal | null {
  if (ties.self || ties.otherEntry) return "ownRequirement";
  if (ties.guardedChild) return "guardedChild";
  if (ties.onceGuarded) return "onceGuarded";
  return ties.tookPart ? "ownSubmission" : null;
}
