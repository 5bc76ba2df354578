/** When a requirement is due on one membership, and who pays for it. Days count in the organization's time zone. */
import type { Payer } from "@touchline/contract";
import { addToDay, type Day, dayOf, endOfDay, type Instant, nextMonthDay, startOfDay } from "../calendar.ts";
import type { MonthDay } from "../season.ts";

export type DuePolicy =
  | { type: "None" }
  /** Through the end of that day. */
  | { type: "Fixed"; day: Day }
  /** Through the end of the Nth day after joining. */
  | { type: "AfterJoining"; days: number }
  /**
   * Before the first season that begins after the day of assigning; people who join later, or shortly before, have that many
   * full days from then.
   */
  | { type: "Season"; start: MonthDay; assigned: Day; graceDays: number };

/**
 * Returns the instant at which a requirement becomes overdue: the end of its due day. Null: never.
 *
 * @param since when the person joined or, if it was asked later, when it was.
 */
export function overdueAt(policy: DuePolicy, since: Instant, zone: string): Instant | null {
  switch (policy.type) {
    case "None":
      return null;
    case "Fixed":
      return endOfDay(policy.day, zone);
    case "AfterJoining":
      return endOfDay(addToDay(dayOf(since, zone), { days: policy.days }), zone);
    case "Season": {
      const { start, assigned, graceDays } = policy;
      const begins = startOfDay(nextMonthDay(assigned, start.month, start.day), zone);
      return Math.max(begins, endOfDay(addToDay(dayOf(since, zone), { days: graceDays }), zone));
    }
  }
}

/** The terms of one assignment for one membership. */
export type Demand = {
  mandatory: boolean;
  /** When it becomes overdue; null: no due date. */
  dueAt: Instant | null;
  payer: Payer;
};

/**
 * Merges several assignments of one content on one membership: mandatory wins over optional, the earliest date counts (of the
 * mandatory ones if there are any, since an optional demand is never overdue), and the organization pays if any assignment says
 * so. Null when nothing is demanded.
 */
export function mergeDemands(demands: readonly Demand[]): Demand | null {
  const [only] = demands;
  if (!only) return null;
  // The usual case, and for many people it runs a million times.
  if (demands.length === 1) return { mandatory: only.mandatory, dueAt: only.dueAt, payer: only.payer };
  const mandatory = demands.some((demand) => demand.mandatory);
  const dates = demands
    .filter((demand) => demand.mandatory === mandatory)
    .map((demand) => demand.dueAt)
    .filter((date) => date !== null);
  return {
    mandatory,
    dueAt: dates.length === 0 ? null : Math.min(...dates),
    payer: demands.some((demand) => demand.payer === "Organization") ? "Organization" : "Individual",
  };
}
