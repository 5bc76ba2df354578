/** A past moment as people name it, and the instant that it means by the organization's clocks. */
import { Temporal } from "temporal-polyfill";
import { endOfDay, type Instant } from "../calendar.ts";

/**
 * The instant of a moment: of a day (`YYYY-MM-DD`) its last millisecond, of a minute (`YYYY-MM-DDTHH:MM`) its beginning by the clocks
 * of the zone, of an instant (with `Z`) itself. A minute that clocks skip is the one after them, one that comes twice the first.
 */
export function instantOfMoment(moment: string, zone: string): Instant {
  if (moment.endsWith("Z")) return Date.parse(moment);
  if (!moment.includes("T")) return endOfDay(moment, zone) - 1;
  return Temporal.PlainDateTime.from(moment).toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
}
