/** Dates are written in the reader's language, always with the month's name: 3/5 means two days in the world. */
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day, `YYYY-MM-DD`, on which an instant in milliseconds falls. By the browser: the rules bring a calendar of 19 kB. */
function dayOf(instant: number, zone: string): string {
  let format = dayFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
    dayFormats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}`;
}

/** A calendar day, `YYYY-MM-DD`, in words. */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** A day of every year in words, such as "September 1". */
export function monthDayText(month: number, day: number): string {
  return new Intl.DateTimeFormat(undefined, { month: "long", day: "numeric", timeZone: "UTC" }).format(
    Date.UTC(2001, month - 1, day),
  );
}

/** The day on which an instant (ISO 8601) falls in the organization's time zone, in words. */
export function dayOfInstant(instant: string, zone: string): string {
  return dayText(dayIn(instant, zone));
}

/** The day as `YYYY-MM-DD`, for date fields. */
export function dayIn(instant: string, zone: string): string {
  return dayOf(Date.parse(instant), zone);
}

/** Day and time of an instant in the organization's time zone, in words. */
export function momentText(instant: string, zone: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(
    new Date(instant),
  );
}

/** The last day that an expiry (the first instant that no longer counts) still lets count. */
export function lastDayIn(expiresAt: string, zone: string): string {
  return dayOf(Date.parse(expiresAt) - 1, zone);
}

/** The last day that an expiry still lets count, in words. */
export function lastDayText(expiresAt: string, zone: string): string {
  return dayText(lastDayIn(expiresAt, zone));
}

/** More days than these say less than the date. */
const mostDaysAgo = 30;

/** Returns how long ago an instant was: "3 hours ago", "yesterday", "12 days ago", then the date. `now` is in milliseconds. */
export function agoText(instant: string, now: number, zone: string): string {
  const then = Date.parse(instant);
  const days = (Date.parse(dayOf(now, zone)) - Date.parse(dayOf(then, zone))) / 86_400_000;
  if (days > mostDaysAgo) return dayOfInstant(instant, zone);
  if (days >= 1) return relative.format(-days, "day");
  const hours = Math.floor((now - then) / 3_600_000);
  if (hours >= 1) return relative.format(-hours, "hour");
  return relative.format(-Math.max(0, Math.floor((now - then) / 60_000)), "minute");
}
