import type { DocumentReading } from "@touchline/contract/vision";
import { load } from "../packages.ts";
import { type Field, plain, union } from "./fields.ts";
import type { TextLine } from "./text-lines.ts";

type Parsed = {
  format: string;
  valid: boolean;
  fields: Record<string, string | null | undefined>;
  details: { field: string | null; valid: boolean }[];
};
type Mrz = { parse(lines: string[], options?: { autocorrect?: boolean }): Parsed };

/** The number of lines in each format, and their length. */
const formats = [
  { lines: 2, length: 44 },
  { lines: 3, length: 30 },
  { lines: 2, length: 36 },
];
/** The maximum number of lines to try, from the bottom up. */
const mostLines = 12;
/** The maximum number of ways to complete a line. */
const mostCompletions = 24;

/** Normalizes a line for a machine-readable zone: capital letters, digits and fillers. */
const cleaned = (text: string) =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[«≪《〈‹く]/g, "<")
    .replace(/[\s.,:;_'"`-]/g, "")
    .replace(/[^A-Z0-9<]/g, "");

const looksMachineReadable = (text: string) =>
  text.length <= 48 && (/<</.test(text) ? text.length >= 12 : text.length >= 24 && /</.test(text));

/** A line may lack a few letters, or any number of fillers at its end, which text recognition drops. */
const couldBe = (text: string, length: number) =>
  text.length <= length + 6 && (text.length >= length - 6 || text.endsWith("<"));

/** Pads a line to its length: text recognition merges repeated fillers, so they are added where there are several. */
function completions(text: string, length: number): string[] {
  if (text.length === length) return [text];
  if (text.length > length) {
    const excess = text.length - length;
    const shorter = [...text.matchAll(/<{3,}/g)].map(({ index }) => text.slice(0, index) + text.slice(index + excess));
    return [...shorter, text.slice(0, length), text.slice(excess)].filter((one) => one.length === length);
  }
  const missing = "<".repeat(length - text.length);
  const places = [...text.matchAll(/<+/g)].map(({ index }) => text.slice(0, index) + missing + text.slice(index));
  // A single "I" before a filler is the edge of the card.
  const begun = text.startsWith("<") ? [`I${text}${missing.slice(1)}`] : [];
  return [text + missing, ...begun, ...places.reverse()];
}

/** The parser, or null if its package isn't installed. */
const parser = () => load<Mrz>("mrz");

const shiftDate = (text: string, future: boolean, today: Date): string | null => {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (!year || !month || !day) return null;
  const current = today.getUTCFullYear();
  const century = Math.floor(current / 100) * 100;
  let full = century + Number(year);
  if (future ? full < current - 50 : full > current) full += future ? 100 : -100;
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  const iso = `${full}-${month}-${day}`;
  return date.toISOString().startsWith(iso) ? iso : null;
};

/** Reads the machine-readable zone from the lines of a page; null if there is none. */
export function readMrz(lines: readonly TextLine[], today: Date): DocumentReading["readings"][number] | null {
  const candidates = lines
    .map((line) => ({ ...line, text: cleaned(line.text) }))
    .filter(({ text }) => looksMachineReadable(text))
    .sort((a, b) => a.box.y - b.box.y)
    .slice(-mostLines);
  let best: { parsed: Parsed; used: TextLine[]; right: number } | null = null;
  for (const { lines: count, length } of formats) {
    for (let start = candidates.length - count; start >= 0; start -= 1) {
      const used = candidates.slice(start, start + count);
      if (!used.every(({ text }) => couldBe(text, length))) continue;
      const found = bestParse(used.map(({ text }) => completions(text, length)));
      if (found && (!best || found.right > best.right)) best = { ...found, used };
      if (best?.parsed.valid) break;
    }
    if (best?.parsed.valid) break;
  }
  if (!best) return null;
  const { parsed, used } = best;
  const checks = parsed.details.filter(({ field }) => field?.endsWith("CheckDigit"));
  // A passport's personal number may lack its check digit. All others must be present and correct.
  const checked = checks.length >= 3 && checks.every(({ valid }) => valid);
  const box = (at: number) => used[at]?.box ?? null;
  const { format, fields } = parsed;
  const [names, dates] = format === "TD1" ? [2, 1] : [0, 1];
  const read: Field[] = [];
  const add = (field: Field["field"], value: string | null | undefined, line: number) => {
    const text = value ? plain(value) : "";
    if (text) read.push({ field, value: text, box: box(line) });
  };
  const givenNames = (fields.firstName ?? "").split(" ");
  add("firstName", givenNames[0], names);
  add("middleName", givenNames.slice(1).join(" "), names);
  add("lastName", fields.lastName, names);
  add("dateOfBirth", shiftDate(fields.birthDate ?? "", false, today), dates);
  add("expirationDate", shiftDate(fields.expirationDate ?? "", true, today), dates);
  add("documentNumber", fields.documentNumber, format === "TD1" ? 0 : 1);
  add("issuer", fields.issuingState, 0);
  if (!read.some(({ field }) => field === "dateOfBirth") && !checked) return null;
  return {
    way: "mrz",
    kind: format === "TD3" ? "passport" : "idCard",
    checked,
    fields: read,
    box: union(used.map((one) => one.box)),
  };
}

function bestParse(choices: string[][]): { parsed: Parsed; right: number } | null {
  let best: { parsed: Parsed; right: number } | null = null;
  const combinations = choices.reduce<string[][]>(
    (all, some) => all.flatMap((lines) => some.map((line) => [...lines, line])).slice(0, mostCompletions),
    [[]],
  );
  for (const lines of combinations) {
    try {
      const parsed = parser().parse(lines, { autocorrect: true });
      const right = parsed.details.filter(({ valid }) => valid).length + (parsed.valid ? 100 : 0);
      if (!best || right > best.right) best = { parsed, right };
    } catch {
      // The line has another format.
    }
  }
  return best;
}
