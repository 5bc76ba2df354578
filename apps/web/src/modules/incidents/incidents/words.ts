import type { ClockState, IncidentKind, IncidentState } from "@touchline/contract/incidents/incidents";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconClockExclamation,
  type Tone,
} from "@touchline/ui";
import { plural } from "../../../plural.ts";

/** The texts of reporting incidents and of following their reporting deadline. */
export const words = {
  // Shared
  updateTitle: ({ name }: { name: string }) => `Incident: ${name}`,
  reportedToAuthority: "Reported to authority",
  state: "Status",
  whenItHappened: "When it happened",
  whatHappened: "What happened",
  documents: "Documents",
  incidents: "Incidents",
  happened: "Happened",
  reported: "Reported",
  reportedBy: ({ moment, reporter }: { moment: string; reporter: string }) => `${moment} by ${reporter}`,
  kindMissing: "Choose the closest type.",

  // ChangeIncidentDialog
  openHelp: "Nobody is working on it yet.",
  inReviewHelp: "Someone is working on it.",
  closedHelp: "Done. It can be reopened.",
  saved: "Saved. The previous version is kept.",
  save: "Save",
  notSaved: "Not saved",
  reportedToAuthorityHelp: "Leave empty until it's reported.",
  justNow: "Just now",

  // IncidentFields
  kind: "Type of incident",
  chooseKind: "Choose the closest type",
  localTime: "In your local time.",
  whatHappenedHelp: "The facts, as you saw or heard them. Stored encrypted.",
  documentsHelp: "Statements, photos, or letters. Up to 5 at a time. Stored encrypted.",

  // IncidentList
  incidentsNotLoaded: "The incidents couldn't be loaded",
  showOnly: "Show only",
  loadingTheIncidents: "Loading the incidents",
  noIncidents: "No incidents",
  person: "Person",
  what: "What",
  authority: "Authority",

  // IncidentPage
  stateAtLevel: ({ state, levelName }: { state: string; levelName: string }) => `${state}, at ${levelName}`,
  noFiles: "None.",
  noChanges: "No changes since the report.",
  change: ({ field, after }: { field: string; after: string }) => `${field}: ${after}`,
  emptyValue: "None",
  previousValue: ({ previous }: { previous: string }) => `(was ${previous})`,
  incident: "Incident",
  incidentNotLoaded: "This incident couldn't be loaded",
  loadingTheIncident: "Loading the incident",
  update: "Update",
  reportingDeadline: "Reporting deadline",
  reportToAuthorityBy: "Report to authority by",
  notYet: "Not yet",
  neverReported: "No. It was closed without a report.",
  closed: "Closed",
  aboutPerson: ({ name }: { name: string }) => `Person: ${name}`,
  download: "Download",
  downloadFile: ({ name }: { name: string }) => `Download ${name}`,
  document: "Document",
  history: "History",

  exportPdf: "Export for an authority",
  // HandlingPanel
  handling: "Handling",
  assignee: "Assigned to",
  assigneeHelp:
    "Directors and administrators who can manage this incident. If you choose someone else, they get a notification and an email.",
  nobody: "Nobody",
  hold: "Legal hold",
  holdHelp:
    "While it's on, incidents, consents, signed documents, results, copies of reports, and letters about this person are kept past their retention period. Photos of identity documents are still deleted on time.",
  heldSince: ({ moment }: { moment: string }) => `On since ${moment}.`,
  stepDone: "Step done",
  stepUndone: "Step no longer done",
  handlingSaved: "Saved",

  // DutiesPanel
  duties: "Steps for suspected abuse",
  dutiesIfAbuse: "These steps apply if what happened may be abuse of a minor.",
  dutiesOfState: ({ state, asOf }: { state: string; asOf: string }) =>
    `Federal law and the law of ${state}, as of ${asOf}. Laws change: follow the source.`,
  dutiesFederal: ({ asOf }: { asOf: string }) =>
    `Federal law as of ${asOf}. Your state's law isn't listed here and may ask for more: check it. The state is the one in your organization's settings.`,

  // IncidentsPage
  historyHelp: "Every view of an incident is logged.",
  noIncidentsHelp: "Report incidents on a person's page, under Incidents. The ones you can see are listed here.",

  // ReportIncidentDialog
  reportHelp: ({ hours }: { hours: number }) =>
    `If someone is in danger, call emergency services first. ${plural(hours, { one: "Suspected abuse must be reported to an authority within # hour. Reporting it here starts this deadline.", other: "Suspected abuse must be reported to an authority within # hours. Reporting it here starts this deadline." })}`,
  happenedMissing: "Enter when it happened, as precisely as you can.",
  whatHappenedMissing: "Describe what happened.",
  reportedNotice: ({ moment }: { moment: string }) => `Reported. It must be reported to an authority by ${moment}.`,
  reportTitle: ({ name }: { name: string }) => `Report an incident: ${name}`,
  submitReport: "Report incident",
  notReported: "Not reported",
};

export const incidentKindLabels: Record<IncidentKind, string> = {
  Misconduct: "Misconduct",
  Abuse: "Suspected abuse",
  Harassment: "Harassment",
  Bullying: "Bullying",
  Injury: "Injury",
  SafetyConcern: "Safety concern",
  Other: "Other",
};

export const incidentStateLabels: Record<IncidentState, string> = {
  Open: "Open",
  InReview: "In review",
  Closed: "Closed",
};

export const clockLabels: Record<ClockState, string> = {
  running: "Report due",
  overdue: "Report overdue",
  inTime: "Reported in time",
  late: "Reported late",
  closed: "Closed, not reported",
  unreported: "Closed, not reported",
};

export const clockTones: Record<ClockState, Tone> = {
  running: "needs",
  overdue: "stop",
  inTime: "done",
  late: "none",
  closed: "none",
  unreported: "stop",
};

export const clockIcons: Record<ClockState, typeof IconClock> = {
  running: IconClock,
  overdue: IconAlertTriangle,
  inTime: IconCircleCheck,
  late: IconClockExclamation,
  closed: IconCircleX,
  unreported: IconAlertTriangle,
};
