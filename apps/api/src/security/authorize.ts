import type { RequirementType } from "@touchline/contract";
import {
  type ActingRole,
  type DenialReason,
  type PermissionAction,
  type PermissionTarget,
  permits,
  type Ties,
  type Verdict,
} from "@touchline/rules";
import type { Call } from "../call.ts";
import { forbidden } from "../errors.ts";

/** Why not, as people read it. */
const denials: Record<DenialReason, string> = {
  role: "Your role does not allow this. Ask an administrator of your organization.",
  onlyAccountManager: "An Account Manager looks after people, levels and money; files and reviews are for others.",
  outOfReach: "This lies outside the levels you look after.",
  switchedOff: "Your organization does not leave this to Managers. Ask a Director.",
  confidentialType: "The result of this requirement is confidential. Ask a Director.",
  membershipOutOfReach: "This person has memberships beyond your levels, so an Admin decides.",
  aboveOwnRole: "This role is above your own.",
  notAGiver: "Your organization leaves handing out this role to others. Ask an Admin.",
  ownRequirement: "Nobody decides on a requirement of their own. Ask a colleague.",
  aboutOneself: "This is about yourself or a child you guard, so others look after it.",
  guardedChild: "Nobody decides on a requirement of a child they guard. Ask a colleague.",
  onceGuarded: "You were this person's guardian, so somebody else decides. Ask a colleague.",
  ownSubmission: "You submitted this as the person or their guardian, so somebody else decides. Ask a colleague.",
};

/** What ties the actor to a person, whatever was submitted. */
export type Relation = Required<Pick<Ties, "self" | "otherEntry" | "guardedChild" | "onceGuarded">>;

/** How the actor is related to a person. */
export function relationTo(call: Call, profileId: string): Relation {
  const { actor } = call;
  if (actor.kind === "system") return { self: false, otherEntry: false, guardedChild: false, onceGuarded: false };
  const self = actor.profileId === profileId;
  return {
    self,
    otherEntry: !self && actor.entries.includes(profileId),
    guardedChild: actor.children.includes(profileId),
    onceGuarded: actor.onceGuarded.includes(profileId),
  };
}

/** As whom the actor does something that belongs to a person. */
export function actingRole(call: Call, profileId: string): ActingRole {
  if (call.actor.kind === "system") return "system";
  const { self, otherEntry, guardedChild } = relationTo(call, profileId);
  if (self || otherEntry) return "self";
  return guardedChild ? "guardian" : "staff";
}

/** Whether the actor is one of those who made something as the person or a guardian. */
export const tookPart = (call: Call, parties: readonly string[]): boolean =>
  call.actor.kind === "person" && call.actor.entries.some((entry) => parties.includes(entry));

/** What the permission table says of this actor. The system's own actors, which no request can become, may do all. */
export function verdictOn(call: Call, action: PermissionAction, target: PermissionTarget): Verdict {
  if (call.actor.kind === "system") return { allowed: true };
  return permits(call.actor.grants, action, { ...target, managers: call.actor.managers });
}

/** The sentence for a refusal of the permission table. */
export const denialText = (reason: DenialReason) => denials[reason];

/** @throws Forbidden with the table's reason. */
export function authorize(call: Call, action: PermissionAction, target: PermissionTarget): void {
  const verdict = verdictOn(call, action, target);
  if (!verdict.allowed) throw forbidden(denials[verdict.reason], verdict.reason);
}

/** Asks for an action at any level, on somebody whose only membership is there. @throws Forbidden to who may do it nowhere */
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
