import { startOfDay } from "@touchline/rules/calendar";

/** The first instant of a calendar day in the organization's time zone, ISO 8601. Apart from dates.ts: its rules weigh much. */
export function startOfDayIn(day: string, zone: string): string {
  return new Date(startOfDay(day, zone)).toISOString();
}
