import type { NoticeOutcome, NoticeReason } from "@touchline/contract/screening/live-scan";

/** The texts of the page about telling the state that a Live Scan isn't needed anymore. */
export const words = {
  title: "Live Scan notifications",
  review: "Review",
  about:
    "California keeps fingerprints and reports later arrests. When someone leaves, tell the Department of Justice that you are no longer interested.",
  howTitle: "How to send it",
  how: "Fill in the Department of Justice's form “No Longer Interested Notification” (BCIA 8302) with the details below, and send it as the form says. Touchline doesn't send it. Then record it here.",
  notNeededHelp:
    "If your organization has no contract for subsequent arrest notifications, record that none is needed.",
  source: "What the Department of Justice asks of agencies",
  lists: "Lists of notifications",
  due: "To send",
  recorded: "Recorded",
  nothingDue: "Nothing to send",
  nothingDueHelp: "People appear here when they no longer need a Live Scan.",
  nothingRecorded: "Nothing recorded yet",
  nothingRecordedHelp: "Notifications that you record appear here.",
  failed: "The list couldn't be loaded",
  loading: "Loading the list",
  showMore: "Show more",
  dateOfBirth: "Date of birth",
  atiNumber: "ATI number",
  submitted: "Submitted",
  ori: "ORI",
  agency: "Agency",
  requirement: "Requirement",
  level: "Level",
  why: "Reason",
  reason: {
    left: ({ day }: { day: string }) => `Left the organization on ${day}`,
    notRequired: ({ day }: { day: string }) => `Live Scan not required since ${day}`,
  } satisfies Record<NoticeReason, (of: { day: string }) => string>,
  record: "Record notification",
  recordFor: ({ name }: { name: string }) => `Record notification for ${name}`,
  whatHappened: "What happened?",
  outcome: {
    sent: { label: "Sent", note: "The notification was sent to the Department of Justice." },
    notNeeded: { label: "Not needed", note: "The state doesn't report this person's later arrests." },
  } satisfies Record<NoticeOutcome, { label: string; note: string }>,
  date: { sent: "Date sent", notNeeded: "Date" } satisfies Record<NoticeOutcome, string>,
  chooseOutcome: "Choose what happened.",
  dateMissing: "Enter a date.",
  dateInFuture: "This date is in the future.",
  save: "Record",
  notSaved: "Not recorded",
  saved: ({ name }: { name: string }) => `The notification for ${name} was recorded.`,
  recordedAs: {
    sent: ({ day, name }: { day: string; name: string }) => `Sent on ${day}. Recorded by ${name}.`,
    notNeeded: ({ day, name }: { day: string; name: string }) => `Not needed, as of ${day}. Recorded by ${name}.`,
  } satisfies Record<NoticeOutcome, (of: { day: string; name: string }) => string>,
};
