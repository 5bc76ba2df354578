/** Computes by when an incident must be reported to an authority. */
import { type ClockState, type IncidentKind, reportingHours } from "@touchline/contract/incidents/incidents";
import type { Instant } from "../calendar.ts";

const hour = 3_600_000;

/** Returns the instant by which an authority must be notified of an incident that was reported at an instant. */
export const reportDueAt = (reportedAt: Instant): Instant => reportedAt + reportingHours * hour;

type Deadline = { dueAt: Instant; toldAt: Instant | null; isClosed: boolean; kind: IncidentKind };

/**
 * Returns the state of the deadline. It ends when an authority was notified, in time or late, or when the incident was closed without
 * that. Suspected abuse that was closed without a report stays a warning from then on. The due instant itself is in time.
 */
export function clockOf({ dueAt, toldAt, isClosed, kind }: Deadline, now: Instant): ClockState {
  if (toldAt !== null) return toldAt <= dueAt ? "inTime" : "late";
  if (isClosed) return kind === "Abuse" && now > dueAt ? "unreported" : "closed";
  return now <= dueAt ? "running" : "overdue";
}
