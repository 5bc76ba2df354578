import { type RawSearch, textIn } from "../../../url-state.ts";

/** Parses `?asOf=`: a day, or a minute in the organization's time zone. Empty if it is invalid. */
export const momentIn = (search: RawSearch): string => momentOfText(textIn(search.asOf));

/** The earlier moment of the comparison, from `?since=`. */
export const sinceIn = (search: RawSearch): string => momentOfText(textIn(search.since));

function momentOfText(text: string): string {
  const isMoment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text);
  return isMoment && !Number.isNaN(Date.parse(text)) ? text : "";
}

/** The day and the time of a moment, as two fields have them; without a time it is the end of the day. */
export function partsOf(moment: string): { day: string; time: string } {
  const [day = "", time = ""] = moment.split("T");
  return { day, time };
}

/** A moment from a day and a time, as the address has it. */
export const momentOf = ({ day, time }: { day: string; time: string }) => (time === "" ? day : `${day}T${time}`);

/** The day 30 days before a moment: the default for comparisons. */
export const monthBefore = (moment: string): string =>
  new Date(Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) - 30 * 86_400_000).toISOString().slice(0, 10);
