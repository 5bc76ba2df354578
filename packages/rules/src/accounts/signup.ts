/** What a sign-up asks for next. Source: specification 1, section 2, sign-up. */
import type { InvitationProblem, Role, SignupStep, SignupUrlProblem } from "@touchline/contract";
import type { Instant } from "../calendar.ts";

/** An invitation as it is kept, with whether its person is still in the organization. Null where the link leads nowhere. */
export type InvitationFacts = {
  acceptedAt: Instant | null;
  /** A later one was sent in its place. */
  supersededAt: Instant | null;
  expiresAt: Instant;
  /** The person left the organization. */
  left: boolean;
  /** The person is under 18, and acts through guardians. */
  minor?: boolean;
} | null;

/** Why an invitation cannot be taken up, the most lasting reason first; null when it can. */
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

/** A sign-up URL as it is kept. Null where the link leads nowhere. */
export type SignupUrlFacts = {
  revokedAt: Instant | null;
  /** The first instant at which it does not work anymore. */
  endsAt: Instant | null;
  maxUses: number | null;
  uses: number;
  /** The role of the label, today; null where that is out of use. */
  role: Role | null;
} | null;

/** Returns why this sign-up URL does not work, the most lasting reason first; null if it works. */
export function signupUrlProblem(url: SignupUrlFacts, now: Instant): SignupUrlProblem | null {
  if (url === null) return "unknown";
  // A label that was given a role since is not open for self sign-up.
  if (url.revokedAt !== null || url.role !== "Individual") return "revoked";
  if (url.endsAt !== null && url.endsAt <= now) return "ended";
  return url.maxUses !== null && url.uses >= url.maxUses ? "full" : null;
}

export type SignupFacts = {
  /** What is wrong with the link by which the person came. */
  problem: InvitationProblem | SignupUrlProblem | null;
  /** Whether the address is known: an invitation names it, a sign-up URL does not. */
  emailKnown: boolean;
  /** The account of that address. */
  account: "none" | "unconfirmed" | "confirmed";
};

const stepOfAccount: Record<SignupFacts["account"], SignupStep> = {
  none: "full-signup-form",
  unconfirmed: "need-to-confirm-email",
  confirmed: "login",
};

/** The next step, whichever way the person came. */
export function signupStep(facts: SignupFacts): SignupStep {
  if (facts.problem !== null) return "error";
  return facts.emailKnown ? stepOfAccount[facts.account] : "ask-for-email";
}
