import type {
  DeliveryState,
  WebhookEventType,
  WebhookPausedBy,
  WebhookProblem,
} from "@touchline/contract/integrations/webhooks";
import { plural } from "../../../plural.ts";

const numbers = new Intl.NumberFormat("en-US");
const counted = (count: number, most = 1_000) =>
  count > most ? `More than ${numbers.format(most)}` : numbers.format(count);

/** The texts of the pages about webhooks. */
export const words = {
  organization: "Organization",
  webhooks: "Webhooks",
  webhooksAbout: ({ organizationName }: { organizationName: string }) =>
    `Notify your own systems of events in ${organizationName}, such as when someone is cleared. Events hold IDs and statuses, no names.`,
  notLoaded: "The webhooks couldn't be loaded",
  endpointNotLoaded: "The endpoint couldn't be loaded",
  loading: "Loading the endpoint",
  addEndpoint: "Add endpoint",
  noEndpoints: "No endpoints yet",
  noEndpointsAbout: "Add the address of a system that should be notified of events.",

  // The table of endpoints.
  endpoint: "Endpoint",
  status: "Status",
  events: "Events",
  lastSuccess: "Last success",
  never: "Never",
  deadLetters: "Dead letters",
  count: ({ count }: { count: number }) => counted(count),
  eventCount: ({ count }: { count: number }) => plural(count, { one: "# event", other: "# events" }),

  // Adding and changing.
  editEndpoint: "Edit endpoint",
  save: "Save",
  url: "Address",
  urlHint: "Begins with https:// and can be reached from the internet.",
  name: "Name",
  nameHint: "Optional. Which system this is, such as “Club website”.",
  eventsHint: "Choose only what the system needs.",
  notAdded: "Endpoint not added",
  notSaved: "Endpoint not saved",
  saved: "Endpoint saved.",

  // The secret, shown once.
  copySecretNow: "Copy the signing secret now",
  secretShownOnce:
    "You won't be able to see it again. Your system needs it to check that deliveries come from Touchline. Keep it where other secrets are kept.",
  secret: "Signing secret",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "Couldn't copy. Select the text and copy it.",
  done: "Done",
  formerUntil: ({ date }: { date: string }) =>
    `Deliveries are also signed with the previous secret until ${date}. Switch to the new one before then.`,

  // Acts on one endpoint.
  sendTest: "Send test event",
  testSent: "Test event queued. The delivery appears below in a few seconds.",
  pause: "Pause",
  resume: "Resume",
  paused: "Endpoint paused. New events wait.",
  resumed: "Endpoint resumed.",
  rotate: "Create new secret",
  rotateTitle: "Create a new signing secret?",
  rotateAbout:
    "For 24 hours, deliveries are signed with both secrets, so your system can switch at any time. After that only the new one works.",
  rotateTwice: "The secret before the current one stops working at once.",
  notRotated: "Secret not created",
  remove: "Delete",
  removeTitle: ({ name }: { name: string }) => `Delete ${name}?`,
  removeAbout: "Nothing more is sent to it. Events on their way and dead letters are deleted as well.",
  removeEndpoint: "Delete endpoint",
  keep: "Keep endpoint",
  removed: "Endpoint deleted.",
  notRemoved: "Endpoint not deleted",
  cancel: "Cancel",

  // Health.
  health: "Health",
  address: "Address",
  lastFailure: "Last failure",
  failuresInRow: "Failures in a row",
  waiting: "Waiting",
  previousSecret: "Previous secret works until",
  pausedBecause: ({ why }: { why: WebhookPausedBy }) =>
    ({
      person: "New events wait for up to 30 days. Resume the endpoint to send them.",
      failures:
        "Every delivery failed for three days, so the endpoint was paused. Fix it, then resume it. New events wait for up to 30 days.",
      gone: "The endpoint answered that it no longer exists (410), so it was paused. Fix the address and resume it, or delete the endpoint.",
    })[why],
  pausedTitle: "This endpoint is paused",
  failingTitle: "Deliveries are failing",
  failingAbout: ({ date }: { date: string }) =>
    `Every delivery has failed since ${date}. Touchline keeps trying. If nothing arrives for three days, the endpoint is paused.`,

  // Deliveries.
  deliveries: "Deliveries",
  deliveriesAbout: "Deliveries of the last 30 days, newest first.",
  show: "Show",
  all: "All",
  noDeliveries: "No deliveries",
  noDeliveriesAbout: "Events appear here when they happen. Send a test event to check the connection.",
  deliveriesNotLoaded: "The deliveries couldn't be loaded",
  event: "Event",
  attempts: "Attempts",
  answer: "Last answer",
  noAnswer: "None yet",
  milliseconds: ({ count }: { count: number }) => `${numbers.format(count)} ms`,
  statusCode: ({ status }: { status: number }) => `HTTP ${status}`,
  nextTry: ({ date }: { date: string }) => `Next try ${date}`,
  nextTryNow: "Next try in a moment",
  earlier: "Show earlier",
  details: "View",
  detailsOf: ({ event, date }: { event: string; date: string }) => `View ${event}, ${date}`,
  replayAll: "Send dead letters again",
  replayedAll: ({ count, left }: { count: number; left: boolean }) =>
    left
      ? plural(count, {
          one: "# dead letter is being sent again. Some are left. Send again to continue.",
          other: "# dead letters are being sent again. Some are left. Send again to continue.",
        })
      : plural(count, { one: "# dead letter is being sent again.", other: "# dead letters are being sent again." }),
  notReplayed: "Not sent again",

  // One delivery.
  body: "Body",
  tries: "Attempts",
  noTries: "Not tried yet.",
  replay: "Send again",
  replayed: "The event is being sent again.",
  close: "Close",
  deliveryNotLoaded: "The delivery couldn't be loaded",
  loadingDelivery: "Loading the delivery",
};

export const eventWords: Record<WebhookEventType, string> = {
  "member.joined": "Someone gets a membership",
  "member.left": "A membership ends",
  "member.status_changed": "A member's overall status changes",
  "requirement.completed": "A requirement is completed or renewed",
  "requirement.status_changed": "A requirement's status changes in any other way",
  "review.decided": "A submission is approved, sent back, or disqualified",
  "incident.created": "An incident is reported",
  "incident.changed": "An incident is changed or closed",
};

export const stateWords: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  dead: "Dead letter",
};

export const problemWords: Record<WebhookProblem, string> = {
  status: "Refused",
  redirect: "Redirect, not followed",
  private: "Private address, not contacted",
  unresolved: "Address not found",
  timeout: "No answer within 10 seconds",
  tls: "No secure connection",
  unreachable: "No connection",
};

export const healthWords = { active: "Active", failing: "Failing", paused: "Paused" };
