import type { ClockState, IncidentKind } from "@touchline/contract/incidents/incidents";
import { IconAlertTriangle, IconCircleCheck, IconClock, IconClockExclamation, type Tone } from "@touchline/ui";

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
