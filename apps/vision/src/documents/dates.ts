import { calendarDay } from "./fields.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/**
 * Date formats, each with a function that gets year, month and day from its parts. In the United States the month comes
 * first.
 */
const patterns: [RegExp, (parts: string[]) => string | null][] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g, ([y, m, d]) => calendarDay(Number(y), Number(m), Number(d))],
  [
    /(?<!\d)(\d{1,2})\s?[-/.\s]\s?(\d{1,2})\s?[-/.\s]\s?(\d{4})(?!\d)/g,
    ([m, d, y]) => calendarDay(Number(y), Number(m), Number(d)) ?? calendarDay(Number(y), Number(d), Number(m)),
  ],
  [
    /([A-Za-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?\s*[,.]?\s*(\d{4})(?!\d)/g,
    ([m, d, y]) => calendarDay(Number(y), monthOf(m ?? ""), Number(d)),
  ],
  [
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\s*(?:of|day of)?\s*([A-Za-z]{3,9})\.?\s*,?\s*(\d{4})(?!\d)/g,
    ([d, m, y]) => calendarDay(Number(y), monthOf(m ?? ""), Number(d)),
  ],
];

/** Finds the dates in a line of text, in order, with their positions. */
export function datesIn(text: string): { day: string; at: number }[] {
  const found = new Map<number, string>();
  for (const [pattern, read] of patterns) {
    for (const match of text.slice(0, 200).matchAll(pattern)) {
      const day = read(match.slice(1));
      if (day && ![...found.keys()].some((at) => Math.abs(at - match.index) < 4)) found.set(match.index, day);
    }
  }
  return [...found].map(([at, day]) => ({ day, at })).sort((a, b) => a.at - b.at);
}
