import { words } from "./words.ts";

const minute = 60_000;
const [hour, day] = [60 * minute, 24 * 60 * minute];
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Formats a duration in its largest unit: "35 min", "4.5 h", "3 days". Null becomes a dash. */
export function tookText(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  if (milliseconds < minute) return words.underOneMinute;
  if (milliseconds < hour) return words.minutes({ minutes: number.format(Math.round(milliseconds / minute)) });
  if (milliseconds < 2 * day) return words.hours({ hours: number.format(milliseconds / hour) });
  return words.days({ days: number.format(milliseconds / day) });
}
