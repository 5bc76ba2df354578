/** The texts about an ordered background check: its state in a sentence, what is wrong, and what to do. */
import type { OrderRefusal, ScreeningOrderState, ScreeningProblem } from "@touchline/contract/screening/orders";

/** The state in words for the applicant, without the provider's findings. */
export const orderTexts: Record<ScreeningOrderState, string> = {
  placing: "Your background check is being set up with the provider. This usually takes less than a minute.",
  invited: "Continue on the provider's page to complete your background check.",
  running: "You've done your part. The provider is working on your background check.",
  review: "Your organization is reviewing your background check.",
  clear: "Your background check is complete.",
  canceled: "This background check was canceled. Start a new one.",
  expired: "The invitation expired before you completed it. Start a new background check.",
  refused: "The provider didn't accept this background check.",
};

/** The state in words for the organization. */
export const orderTextsForReviewers: Record<ScreeningOrderState, string> = {
  placing: "The background check is being set up with the provider.",
  invited: "The provider is waiting for the applicant.",
  running: "The provider is working on the background check.",
  review: "The provider reported something that needs a review.",
  clear: "The provider reported a clear result.",
  canceled: "The background check was canceled without a result.",
  expired: "The invitation expired before the applicant completed it.",
  refused: "The provider didn't accept the order.",
};

/** The state of an order that the provider hasn't taken yet because of a problem. */
export const notPlacedText = "The provider hasn't confirmed the background check yet.";
export const notPlacedTextForApplicant = "The provider hasn't confirmed your background check yet.";

type ProblemWords = { text: string; whatToDo: string };

/** A problem in words for the applicant. */
export const problemTexts: Record<ScreeningProblem, ProblemWords> = {
  unreachable: {
    text: "The provider can't be reached right now.",
    whatToDo: "You don't have to do anything. We try again automatically.",
  },
  busy: {
    text: "The provider is unavailable right now.",
    whatToDo: "You don't have to do anything. We try again automatically.",
  },
  unauthorized: {
    text: "Your organization's account at the provider doesn't work right now.",
    whatToDo: "You don't have to do anything. Your organization has been notified, and we try again automatically.",
  },
  malformed: {
    text: "The provider's answer couldn't be read.",
    whatToDo: "You don't have to do anything. We're looking into it, and we try again automatically.",
  },
  refused: {
    text: "The provider didn't accept this background check.",
    whatToDo:
      "Check the name and the email address in your profile, then start it again. If that doesn't help, contact your organization.",
  },
  lost: {
    text: "The provider doesn't know this background check anymore.",
    whatToDo: "You don't have to do anything yet. We ask again, and let you know if you have to start a new one.",
  },
};

/** A problem in words for the organization. */
export const problemTextsForReviewers: Record<ScreeningProblem, ProblemWords> = {
  unreachable: {
    text: "The provider can't be reached.",
    whatToDo: "You don't have to do anything. Touchline tries again automatically.",
  },
  busy: {
    text: "The provider is busy or has a technical problem.",
    whatToDo: "You don't have to do anything. Touchline tries again automatically.",
  },
  unauthorized: {
    text: "The provider doesn't accept your organization's access.",
    whatToDo:
      "Check the account under Organization › Screening, or contact support. Touchline tries again automatically.",
  },
  malformed: {
    text: "The provider's answer couldn't be read.",
    whatToDo:
      "The platform's operators have been notified. Nothing has changed, and Touchline asks the provider again automatically.",
  },
  refused: {
    text: "The provider didn't accept the order.",
    whatToDo:
      "Check the person's name and email address, and the product chosen for this requirement. Then ask the person to start again.",
  },
  lost: {
    text: "The provider doesn't know this order.",
    whatToDo:
      "Touchline asks the provider again automatically. If the order stays unknown, the check is canceled and the person is asked to start again.",
  },
};

/** Explains why a background check can't be started. */
export const orderRefusalTexts: Record<OrderRefusal, string> = {
  consentMissing: "Read and sign the disclosure and the authorization first.",
  noProvider: "Your organization hasn't set up a provider for this background check. Contact your organization.",
  underWay: "This background check was started already.",
  individualPays: "You pay for this background check. Pay to start it.",
  paymentsNotSetUp: "Payments aren't set up yet, so this background check can't be started. Contact your organization.",
  emailMissing: "The provider needs an email address. Add one to the profile first.",
};

/** The notice next to every simulated result. */
export const simulatedNotice = "Simulated provider: no real check is made.";

/**
 * Describes a step of an order for reviewers: what prevents it from continuing, or its state with the provider's own
 * term.
 */
export function orderStepText(
  state: ScreeningOrderState,
  problem: ScreeningProblem | null,
  providerStatus: string | null,
): string {
  if (problem !== null) return problemTextsForReviewers[problem].text;
  const text = orderTextsForReviewers[state];
  return providerStatus === null ? text : `${text} Provider status: ${providerStatus}.`;
}
