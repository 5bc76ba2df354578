/** Computes by when an incident must be reported to an authority. */
import { type ClockState, reportingHours } from "@touchline/contract/incidents/incidents";
import type { Instant } from "../calendar.ts";

const hour = 3_600_000;

/** Returns the instant by which an authority must be notified of an incident that was reported at an instant. */
export const reportDueAt = (reportedAt: Instant): Instant => reportedAt + reportingHours * hour;

/**
 * Returns the state of the deadline. It ends when an authority was notified, in time or late. The due instant itself is in
 * time.
 */
export function clockOf({ dueAt, toldAt }: { dueAt: Instant; toldAt: Instant | null }, now: Instant): ClockState {
  if (toldAt !== null) return toldAt <= dueAt ? "inTime" : "late";
  return now <= dueAt ? "running" : "overdue";
}
