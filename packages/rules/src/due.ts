/** When a requirement is owed on one membership, and who pays for it. Days count in the organization's time zone. */
import type { Payer } from "@touchline/contract/enums";
import { addToDay, type Day, dayOf, endOfDay, type Instant } from "./calendar.ts";

export type DuePolicy =
  | { type: "None" }
  /** Through the whole of that day. */
  | { type: "Fixed"; day: Day }
  /** Through the whole of the Nth day after the day of joining. */
  | { type: "AfterJoining"; days: number };

/** The instant at which something owed becomes overdue: the end of its due day. Null: it never does. */
export function overdueAt(policy: DuePolicy, joinedAt: Instant, zone: string): Instant | null {
  switch (policy.type) {
    case "None":
      return null;
    case "Fixed":
      return endOfDay(policy.day, zone);
    case "AfterJoining":
      return endOfDay(addToDay(dayOf(joinedAt, zone), { days: policy.days }), zone);
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
  if (demands.length === 0) return null;
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
