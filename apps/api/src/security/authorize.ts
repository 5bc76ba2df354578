import type { RequirementType } from "@touchline/contract";
import {
  type ActingRole,
  type DenialReason,
  type PermissionAction,
  type PermissionTarget,
  permits,
  scopesPermit,
  type Ties,
  type Verdict,
} from "@touchline/rules";
import type { Call } from "../call.ts";
import { forbidden } from "../errors.ts";

/** The sentences that tell people why an action is refused. */
const denials: Record<DenialReason, string> = {
  role: "Your role doesn't allow this. Ask an administrator of your organization.",
  onlyAccountManager:
    "Account Managers manage people, levels, and billing. They don't have access to files and reviews.",
  outOfReach: "This is outside the levels you manage.",
  switchedOff: "Your organization doesn't let Managers do this. Ask a Director.",
  confidentialType: "The result of this requirement is confidential. Ask a Director.",
  membershipOutOfReach: "This person also has memberships outside your levels. Ask an Admin.",
  aboveOwnRole: "This role has more permissions than yours. Ask someone with a higher role.",
  notAGiver: "Your role can't assign this role. Ask an Admin.",
  ownRequirement: "You can't decide on your own requirement. Ask a colleague.",
  aboutOneself: "This is about you or a child you're a guardian of. Ask a colleague.",
  guardedChild: "You can't decide on a requirement of a child you're a guardian of. Ask a colleague.",
  onceGuarded: "You were this person's guardian, so you can't decide on this. Ask a colleague.",
  ownSubmission: "You submitted this as the person or their guardian, so you can't decide on it. Ask a colleague.",
};

/** The actor's ties to a person, independent of submissions. */
export type Relation = Required<Pick<Ties, "self" | "otherEntry" | "guardedChild" | "onceGuarded">>;

/** Returns the actor's relation to a person. */
export function relationTo(call: Call, profileId: string): Relation {
  const { actor } = call;
  if (actor.kind !== "person") return { self: false, otherEntry: false, guardedChild: false, onceGuarded: false };
  const self = actor.profileId === profileId;
  return {
    self,
    otherEntry: !self && actor.entries.includes(profileId),
    guardedChild: actor.children.includes(profileId),
    onceGuarded: actor.onceGuarded.includes(profileId),
  };
}

/** Returns the role in which the actor acts on behalf of a person. */
export function actingRole(call: Call, profileId: string): ActingRole {
  if (call.actor.kind === "system") return "system";
  const { self, otherEntry, guardedChild } = relationTo(call, profileId);
  if (self || otherEntry) return "self";
  return guardedChild ? "guardian" : "staff";
}

/** Returns whether the actor is one of those who acted as the person or a guardian. */
export const tookPart = (call: Call, parties: readonly string[]): boolean =>
  call.actor.kind === "person" && call.actor.entries.some((entry) => parties.includes(entry));

/**
 * Returns the permission table's verdict on this actor. The system's own actors, which no request can become, may do
 * everything.
 */
export function verdictOn(call: Call, action: PermissionAction, target: PermissionTarget): Verdict {
  if (call.actor.kind === "system") return { allowed: true };
  if (call.actor.kind === "apiKey") {
    return scopesPermit(call.actor.scopes, action) ? { allowed: true } : { allowed: false, reason: "role" };
  }
  const { grants, managers, externalReviewer } = call.actor;
  return permits(grants, action, { ...target, managers, reviewedExternally: externalReviewer !== null });
}

/** Returns the sentence for a refusal by the permission table. */
export const denialText = (reason: DenialReason) => denials[reason];

/** @throws Forbidden with the table's reason. */
export function authorize(call: Call, action: PermissionAction, target: PermissionTarget): void {
  const verdict = verdictOn(call, action, target);
  if (!verdict.allowed) throw forbidden(denials[verdict.reason], verdict.reason);
}

/**
 * Authorizes an action at any level, for people whose only membership is there.
 *
 * @throws Forbidden for callers who may do it nowhere
 */
export function authorizeSomewhere(call: Call, action: PermissionAction, requirementType?: RequirementType): void {
  if (call.actor.kind === "system") return;
  const verdicts = call.actor.grants.map(({ pre }) =>
    verdictOn(call, action, {
      levelPre: pre,
      membershipPres: [pre],
      ...(requirementType === undefined ? {} : { requirementType }),
    }),
  );
  if (verdicts.some((one) => one.allowed)) return;
  const [reason = "role"] = verdicts.flatMap((one) => (one.allowed || one.reason === "role" ? [] : [one.reason]));
  throw forbidden(denials[reason], reason);
}
