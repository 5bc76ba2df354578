const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", hourCycle: "h23" }).format(new Date()));

/** Returns the day in a time zone as YYYY-MM-DD. */
export const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());

/**
 * A time zone in which no day ends or begins during a journey. Of these two, fourteen hours apart and without daylight saving
 * time, one always qualifies.
 */
export function daytimeZone(): string {
  const hour = hourIn("Pacific/Honolulu");
  return hour >= 3 && hour <= 20 ? "Pacific/Honolulu" : "Asia/Dubai";
}

/** The time zone in which days begin first. */
export const firstToBegin = "Pacific/Kiritimati";

/**
 * The time zone in which days begin last, so that a day there is always over in the first one. In its last hour the neighboring
 * zone is used, in which the next day has just begun, so that none ends during a journey.
 */
export const lastToBegin = () => (hourIn("Pacific/Pago_Pago") === 23 ? "Pacific/Honolulu" : "Pacific/Pago_Pago");
