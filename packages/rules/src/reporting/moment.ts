/** Past moments as people state them, and their instants in the organization's time zone. */
import { Temporal } from "temporal-polyfill";
import { endOfDay, type Instant } from "../calendar.ts";

/**
 * Returns the instant of a moment: for a day (`YYYY-MM-DD`) its last millisecond, for a minute (`YYYY-MM-DDTHH:MM`) its
 * beginning in the time zone, for an instant (with `Z`) itself. A minute skipped by a clock change is the one after the gap, a
 * repeated one is the first.
 */
export function instantOfMoment(moment: string, zone: string): Instant {
  if (moment.endsWith("Z")) return Date.parse(moment);
  if (!moment.includes("T")) return endOfDay(moment, zone) - 1;
  return Temporal.PlainDateTime.from(moment).toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
}
