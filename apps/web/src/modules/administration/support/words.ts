import type { SupportViewState } from "@touchline/contract/administration/support";

/** The texts of answering requests of support. */
export const words = {
  title: "Requests from support",
  intro: ({ minutes }: { minutes: number }) =>
    `Support can see Touchline as you see it for ${minutes} minutes, if you allow it. They can't change anything or open files. What they look at is in your organization's audit log.`,
  notLoaded: "The requests couldn't be loaded",
  loading: "Loading the requests",
  none: "No requests",
  noneHint: "Requests from support appear here.",
  askedOn: ({ moment }: { moment: string }) => `Asked ${moment}`,
  allow: "Allow",
  decline: "Decline",
  stop: "Stop",
  allowed: ({ moment }: { moment: string }) => `Allowed until ${moment}.`,
  allowedUntil: ({ moment }: { moment: string }) => `Allowed until ${moment}`,
  declined: "Declined.",
  stopped: "Support can't view your account anymore.",
};

export const stateLabels: Record<SupportViewState, string> = {
  asked: "Waiting for you",
  allowed: "Allowed",
  declined: "Declined",
  ended: "Ended",
};
