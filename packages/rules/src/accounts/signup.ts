/** Decides the next step of a sign-up. Source: specification 1, section 2, sign-up. */
import type { InvitationProblem, Role, SignupStep, SignupUrlProblem } from "@touchline/contract";
import type { Instant } from "../calendar.ts";

/** A stored invitation, and whether its person is still in the organization. Null if the link leads nowhere. */
export type InvitationFacts = {
  acceptedAt: Instant | null;
  /** A newer invitation has replaced it. */
  supersededAt: Instant | null;
  expiresAt: Instant;
  /** The person left the organization. */
  left: boolean;
  /** The person is under 18 and acts through guardians. */
  minor?: boolean;
} | null;

/** Returns why an invitation can't be accepted, the most permanent reason first, or null if it can. */
export function invitationProblem(invitation: InvitationFacts, now: Instant): InvitationProblem | null {
  if (invitation === null) return "unknown";
  if (invitation.acceptedAt !== null) return "accepted";
  if (invitation.left) return "left";
  if (invitation.minor) return "minor";
  if (invitation.supersededAt !== null) return "superseded";
  return invitation.expiresAt <= now ? "expired" : null;
}

/** Problems that a new link solves. The new link goes to the original address, so holders of an old link gain nothing. */
export const isRenewable: Record<InvitationProblem, boolean> = {
  unknown: false,
  accepted: false,
  left: false,
  minor: false,
  superseded: true,
  expired: true,
};

/** A stored sign-up URL. Null if the link leads nowhere. */
export type SignupUrlFacts = {
  revokedAt: Instant | null;
  /** The first instant at which it doesn't work anymore. */
  endsAt: Instant | null;
  maxUses: number | null;
  uses: number;
  /** The label's current role. Null if the label isn't used anymore. */
  role: Role | null;
} | null;

/** Returns why this sign-up URL does not work, the most lasting reason first; null if it works. */
export function signupUrlProblem(url: SignupUrlFacts, now: Instant): SignupUrlProblem | null {
  if (url === null) return "unknown";
  // A label that has been given a role since isn't open for self sign-up.
  if (url.revokedAt !== null || url.role !== "Individual") return "revoked";
  if (url.endsAt !== null && url.endsAt <= now) return "ended";
  return url.maxUses !== null && url.uses >= url.maxUses ? "full" : null;
}

export type SignupFacts = {
  /** What is wrong with the link that the person opened. */
  problem: InvitationProblem | SignupUrlProblem | null;
  /** Whether the address is known: an invitation names it, and a sign-up URL doesn't. */
  emailKnown: boolean;
  /** The account with that address. */
  account: "none" | "unconfirmed" | "confirmed";
};

const stepOfAccount: Record<SignupFacts["account"], SignupStep> = {
  none: "full-signup-form",
  unconfirmed: "need-to-confirm-email",
  confirmed: "login",
};

/** Returns the next step for either kind of link. */
export function signupStep(facts: SignupFacts): SignupStep {
  if (facts.problem !== null) return "error";
  return facts.emailKnown ? stepOfAccount[facts.account] : "ask-for-email";
}
