/** When a requirement is owed on one membership, and who pays for it. Days count in the organization's time zone. */
import type { Payer } from "@touchline/contract";
import { addToDay, type Day, dayOf, endOfDay, type Instant, nextMonthDay, startOfDay } from "../calendar.ts";
import type { MonthDay } from "../season.ts";

export type DuePolicy =
  | { type: "None" }
  /** Through the whole of that day. */
  | { type: "Fixed"; day: Day }
  /** Through the whole of the Nth day after the day of joining. */
  | { type: "AfterJoining"; days: number }
  /**
   * Before the first season that begins after the day of assigning; whoever comes later, or so shortly before, has the
   * whole of that many days after theirs.
   */
  | { type: "Season"; start: MonthDay; assigned: Day; graceDays: number };

/**
 * The instant at which something owed becomes overdue: the end of its due day. Null: it never does.
 *
 * @param since the joining or, where it was asked only later, that.
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

/** What one assignment asks of one membership. */
export type Demand = {
  mandatory: boolean;
  /** From when on it is overdue; null: no due date. */
  dueAt: Instant | null;
  payer: Payer;
};

/**
 * Several assignments that ask the same of one membership, as one: mandatory wins over optional, the earliest date
 * counts (of the mandatory ones if there are any, since an optional demand is never overdue), and the organization pays
 * if any assignment says so. Null when nothing is demanded.
 */
export function mergeDemands(demands: readonly Demand[]): Demand | null {
  const [only] = demands;
  if (!only) return null;
  // Nearly always, and of many people a million times.
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
