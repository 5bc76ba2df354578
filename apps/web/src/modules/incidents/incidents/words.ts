import type { ClockState, IncidentKind } from "@touchline/contract/incidents/incidents";
import { IconAlertTriangle, IconCircleCheck, IconClock, IconClockExclamation, type Tone } from "@touchline/ui";

/** Every text of these pages, in complete sentences. */
export const words = {
  stillInProgress: "Still in progress.",
  doneItCanBeReopened: "Done. It can be reopened.",
  savedThePreviousVersionIs: "Saved. The previous version is kept.",
  incident: ({ personName }: { personName: string }) => `Incident: ${personName}`,
  save: "Save",
  notSaved: "Not saved",
  reportedToAuthority: "Reported to authority",
  leaveEmptyUntilItIs: "Leave empty until it is reported.",
  justNow: "Just now",
  state: "State",
  kindOfIncident: "Kind of incident",
  chooseTheClosestKind: "Choose the closest kind",
  whenItHappened: "When it happened",
  inYourLocalTime: "In your local time.",
  whatHappened: "What happened",
  factsAsYouSawOr: "Facts, as you saw or heard them. Stored encrypted.",
  documents: "Documents",
  statementsPhotosOrLettersUp: "Statements, photos or letters. Up to five at a time.",
  theIncidents: "The incidents",
  showOnly: "Show only",
  loadingTheIncidents: "Loading the incidents",
  incidents: "Incidents",
  noIncidents: "No incidents",
  person: "Person",
  what: "What",
  happened: "Happened",
  reported: "Reported",
  by: ({ moment, reporterName }: { moment: string; reporterName: string }) => `${moment} by ${reporterName}`,
  authority: "Authority",
  at: ({ state, levelName }: { state: string; levelName: string }) => `${state}, at ${levelName}`,
  none: "None.",
  noChangesSinceTheReport: "No changes since the report.",
  was: ({ value }: { value: string }) => `(was ${value})`,
  incident2: "Incident",
  thisIncident: "This incident",
  loadingTheIncident: "Loading the incident",
  update: "Update",
  reportingClock: "Reporting clock",
  reportToAuthorityBy: "Report to authority by",
  notYet: "Not yet",
  closed: "Closed",
  to: ({ personName }: { personName: string }) => `To ${personName}`,
  download: "Download",
  download2: ({ name }: { name: string }) => `Download ${name}`,
  document: "Document",
  history: "History",
  everyViewOfAnIncident: "Every view of an incident is logged.",
  incidentsAreReportedOnA:
    "Incidents are reported on a person’s page, under Incidents. Those you may see are listed here.",
  ifSomeoneIsInDanger: ({ reportingHours }: { reportingHours: number }) =>
    `If someone is in danger, call emergency services first. Reporting starts a deadline of ${reportingHours} hours, within which suspected abuse must be reported to an authority.`,
  enterWhenItHappenedAs: "Enter when it happened, as precisely as you can.",
  describeWhatHappened: "Describe what happened.",
  reportedItMustBeReported: ({ moment }: { moment: string }) =>
    `Reported. It must be reported to an authority by ${moment}.`,
  reportAnIncident: ({ name }: { name: string }) => `Report an incident: ${name}`,
  report: "Report",
  notReported: "Not reported",
  noValue: "none",
};

export const incidentKindLabels: Record<IncidentKind, string> = {
  Misconduct: "Misconduct",
  Abuse: "Suspected abuse",
  Harassment: "Harassment",
  Bullying: "Bullying",
  Injury: "Injury",
  SafetyConcern: "Safety concern",
  Other: "Something else",
};

export const clockLabels: Record<ClockState, string> = {
  running: "Report due",
  overdue: "Report overdue",
  inTime: "Reported in time",
  late: "Reported late",
};

export const clockTones: Record<ClockState, Tone> = { running: "needs", overdue: "stop", inTime: "done", late: "none" };

export const clockIcons: Record<ClockState, typeof IconClock> = {
  running: IconClock,
  overdue: IconAlertTriangle,
  inTime: IconCircleCheck,
  late: IconClockExclamation,
};
