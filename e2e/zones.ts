const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", hourCycle: "h23" }).format(new Date()));

/** The day there, as YYYY-MM-DD. */
export const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());

/**
 * A time zone in which no day ends in the middle of a journey, nor has one just begun: of these two, fourteen hours apart and
 * without daylight saving time, one always is.
 */
export function daytimeZone(): string {
  const hour = hourIn("Pacific/Honolulu");
  return hour >= 3 && hour <= 20 ? "Pacific/Honolulu" : "Asia/Dubai";
}

/** Where the day is the first to begin. */
export const firstToBegin = "Pacific/Kiritimati";

/**
 * Where it is the last, so that a day there is always over where it is the first to begin. In its last hour the zone beside it,
 * in which the next day has just begun, so that none ends in the middle of a journey.
 */
export const lastToBegin = () => (hourIn("Pacific/Pago_Pago") === 23 ? "Pacific/Honolulu" : "Pacific/Pago_Pago");
