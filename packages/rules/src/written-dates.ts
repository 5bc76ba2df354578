/** Parses days as people write them in a spreadsheet. An ambiguous day is never guessed. */
import type { DateOrder } from "@touchline/contract/setup/imports";
import type { Day } from "./calendar.ts";
import { nameKey } from "./names.ts";

export type ReadDay = { day: Day } | { refused: "ambiguous" | "shortYear" | "unknown" };

/** Month names in the product's languages, by the letters that distinguish them. */
const monthNames: readonly (readonly string[])[] = [
  ["jan", "ene"],
  ["feb"],
  ["mar"],
  ["apr", "abr"],
  ["may"],
  ["jun"],
  ["jul"],
  ["aug", "ago"],
  ["sep", "set"],
  ["oct"],
  ["nov"],
  ["dec", "dic"],
];
const monthOf = new Map(monthNames.flatMap((names, at) => names.map((name) => [name, at + 1] as const)));
const longestMonth = "septiembre".length;

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/;
const dayAndMonth = /^(\d{1,2})(?:st|nd|rd|th)?[-\s.,/]+(?:de\s+)?([a-z]+)[-\s.,/]+(?:de\s+)?(\d{2}|\d{4})$/;
const monthAndDay = /^([a-z]+)[-\s.,/]+(\d{1,2})(?:st|nd|rd|th)?[-\s.,/]+(\d{2}|\d{4})$/;

/** @returns null if the day doesn't exist */
function dayFrom(year: number, month: number, day: number): Day | null {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  const real = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return real ? at.toISOString().slice(0, 10) : null;
}

/** The content of a cell: one day, two possible readings, or why it isn't a day. */
function readingsOf(text: string): { monthFirst: Day | null; dayFirst: Day | null } | "shortYear" | "unknown" {
  const cell = nameKey(text).replaceAll(/\s+/g, " ").trim();
  const sure = (day: Day | null) => (day === null ? "unknown" : { monthFirst: day, dayFirst: day });
  const whole = yearFirst.exec(cell);
  if (whole) return sure(dayFrom(Number(whole[1]), Number(whole[2]), Number(whole[3])));
  const named = dayAndMonth.exec(cell) ?? monthAndDay.exec(cell);
  if (named) {
    const [, first = "", second = "", year = ""] = named;
    const [day, word] = /^\d/.test(first) ? [first, second] : [second, first];
    const month = word.length <= longestMonth ? monthOf.get(word.slice(0, 3)) : undefined;
    if (month === undefined) return "unknown";
    return year.length < 4 ? "shortYear" : sure(dayFrom(Number(year), month, Number(day)));
  }
  const numbers = yearLast.exec(cell);
  if (!numbers) return "unknown";
  const [, first, second, year = ""] = numbers;
  if (year.length < 4) return "shortYear";
  return {
    monthFirst: dayFrom(Number(year), Number(first), Number(second)),
    dayFirst: dayFrom(Number(year), Number(second), Number(first)),
  };
}

/** Reads one cell. @param order the order of day and month for ambiguous dates; null if unknown. */
export function readDay(text: string, order: DateOrder | null): ReadDay {
  const readings = readingsOf(text);
  if (typeof readings === "string") return { refused: readings };
  const { monthFirst, dayFirst } = readings;
  if (monthFirst !== null && dayFirst !== null && monthFirst !== dayFirst) {
    return order === null ? { refused: "ambiguous" } : { day: readings[order] as Day };
  }
  const day = monthFirst ?? dayFirst;
  return day === null ? { refused: "unknown" } : { day };
}

/**
 * Finds the order of day and month in a column: one unambiguous day decides for all, unless another one contradicts it.
 */
export function openDateOrder() {
  const seen = { monthFirst: false, dayFirst: false };
  let example: string | null = null;
  return {
    add(text: string): void {
      const readings = readingsOf(text);
      if (typeof readings === "string") return;
      const { monthFirst, dayFirst } = readings;
      if (monthFirst === dayFirst) return;
      if (dayFirst === null) seen.monthFirst = true;
      else if (monthFirst === null) seen.dayFirst = true;
      else example ??= text.trim();
    },
    /** `example`: an ambiguous cell, if the column doesn't show its order. */
    found(): { order: DateOrder | null; example: string | null } {
      if (seen.monthFirst === seen.dayFirst) return { order: null, example };
      return { order: seen.monthFirst ? "monthFirst" : "dayFirst", example: null };
    },
  };
}
