import { type DenialReason, type PermissionAction, permits, type Target, type Verdict } from "@touchline/rules";
import type { Call } from "./call.ts";
import { forbidden } from "./errors.ts";

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
};

/** How the actor is related to a person. */
export function relationTo(call: Call, profileId: string): { self: boolean; guardedChild: boolean } {
  if (call.actor.kind === "system") return { self: false, guardedChild: false };
  return { self: call.actor.profileId === profileId, guardedChild: call.actor.children.includes(profileId) };
}

/** What the permission table says of this actor. The system's own actors, which no request can become, may do all. */
export function verdictOn(call: Call, action: PermissionAction, target: Target): Verdict {
  if (call.actor.kind === "system") return { allowed: true };
  return permits(call.actor.grants, action, { ...target, managers: call.actor.managers });
}

/** The sentence for a refusal of the permission table. */
export const denialText = (reason: DenialReason) => denials[reason];

/** @throws Forbidden with the table's reason. */
export function authorize(call: Call, action: PermissionAction, target: Target): void {
  const verdict = verdictOn(call, action, target);
  if (!verdict.allowed) throw forbidden(denials[verdict.reason], verdict.reason);
}

/** The same at any level: whoever may do it nowhere needs no closer look. @throws Forbidden */
export function authorizeSomewhere(call: Call, action: PermissionAction): void {
  if (call.actor.kind === "system") return;
  const verdicts = call.actor.grants.map(({ pre }) => verdictOn(call, action, { levelPre: pre }));
  if (verdicts.some((one) => one.allowed)) return;
  const [reason = "role"] = verdicts.flatMap((one) => (one.allowed || one.reason === "role" ? [] : [one.reason]));
  throw forbidden(denials[reason], reason);
}
