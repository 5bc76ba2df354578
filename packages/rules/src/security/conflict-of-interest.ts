/** Decides who may never review a person, in any role. Source: `Roles and permissions` of the domain. */

/** As whom somebody acts on a person: the person, whoever guards them at that moment, staff, or a part of the system. */
export const actingRoles = ["self", "guardian", "staff", "system"] as const;
export type ActingRole = (typeof actingRoles)[number];

/** What ties an actor to a person and to what was submitted. What is left out does not hold. */
export type Ties = {
  /** The person is the actor. */
  self?: boolean;
  /** The person is another entry of the actor's: of the same account, or one that went into the actor's. */
  otherEntry?: boolean;
  /** The actor guards the person now … */
  guardedChild?: boolean;
  /** … or did at any time. */
  onceGuarded?: boolean;
  /** The actor began, submitted or signed an attempt of the requirement, as the person or as a guardian. */
  tookPart?: boolean;
};

/** Why a tie stands in the way of a decision. */
export type TieRefusal = "ownRequirement" | "guardedChild" | "onceGuarded" | "ownSubmission";

/**
 * Says whether a tie forbids the actor to decide, by whichever route: a review, a completion without upload, a correction, a
 * decree, an exception, an import. It does not ask what they are now; staff who upload for somebody have no such tie.
 *
 * @returns null when nothing stands in the way.
 */
export function tieRefusal(ties: Ties): TieRefusal | null {
  if (ties.self || ties.otherEntry) return "ownRequirement";
  if (ties.guardedChild) return "guardedChild";
  if (ties.onceGuarded) return "onceGuarded";
  return ties.tookPart ? "ownSubmission" : null;
}
