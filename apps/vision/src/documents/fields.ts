import type { DocumentReading, ImageBox } from "@touchline/contract/vision";

export type FoundReading = DocumentReading["readings"][number];
export type Field = FoundReading["fields"][number];

const longestValue = 100;

/** Cleans recognized text: one line of at most 100 characters, without control characters or markup. */
export const plain = (text: string) =>
  text
    .normalize("NFC")
    .replace(/<[^<>]{0,200}>/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestValue)
    .trim();

/** Returns the rectangle around several others; null for none. */
export function union(boxes: readonly ImageBox[]): ImageBox | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Formats a calendar day as YYYY-MM-DD; null for one that doesn't exist, such as February 30. */
export function calendarDay(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
