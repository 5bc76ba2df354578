import { datesIn } from "./dates.ts";
import { type Field, type FoundReading, plain } from "./fields.ts";
import type { TextLine } from "./text-lines.ts";

/** Labels of other people's names and dates, and of other dates. */
const ofOthers = /mother|father|parent|madre|padre|witness|attendant|informant|spouse/i;
const otherDates = /filed|filing|issu|\bISS\b|4a|regist(?!rant)|record|printed|signed|amended|deliver/i;

const labels = {
  dateOfBirth:
    /(?<![A-Z])D\.?\s?[O0]\.?\s?B\.?(?![A-Z])|date\s*of\s*birth|birth\s*date|(?<![a-z])born(?:\s*on)?|fecha\s*de\s*nacimiento/i,
  expirationDate: /(?<![A-Z])EXP(?:IRES|IRATION|IRY)?(?![A-Z])|date\s*of\s*expir|expir(?:es|ation)/i,
  lastName: /^(?:1\s+|(?:LN|last\s*name|surname|family\s*name)\b[^A-Za-z]*)/i,
  firstName: /^(?:2\s+|(?:FN|first\s*name|given\s*names?|forenames?)\b[^A-Za-z]*)/i,
  wholeName:
    /^(?:(?:full\s*)?name(?:\s*of\s*(?:child|registrant|infant))?|(?:child|registrant|student|infant)['’]?s?\s*(?:full\s*)?name)\b[^A-Za-z]*/i,
} as const;

/** Headings of sections about a person. */
const headings = /^(?:mother|father|parents?|child|registrant|infant|student)\b[^0-9]{0,24}$/i;

const middle = ({ box }: TextLine) => box.y + box.height / 2;

/** Returns the lines that may hold the value of a label: the rest of its own line, to the right of it, and below it. */
function valuesBeside(lines: readonly TextLine[], label: TextLine): TextLine[] {
  const { box } = label;
  const right = lines
    .filter(
      (one) =>
        one !== label &&
        one.box.x > box.x + box.width * 0.6 &&
        Math.abs(middle(one) - middle(label)) < box.height * 0.6,
    )
    .sort((a, b) => a.box.x - b.box.x);
  const below = lines
    .filter((one) => {
      const down = one.box.y - (box.y + box.height);
      const shared = Math.min(one.box.x + one.box.width, box.x + box.width) - Math.max(one.box.x, box.x);
      return one !== label && down > -box.height * 0.5 && down < box.height * 2 && shared > 0;
    })
    .sort((a, b) => a.box.y - b.box.y);
  return [...right.slice(0, 1), ...below.slice(0, 1)];
}

/** Tests whether a line is in a section about a parent. */
function isAboutOthers(lines: readonly TextLine[], line: TextLine): boolean {
  if (ofOthers.test(line.text)) return true;
  const heading = lines
    .filter(
      (one) =>
        one !== line && headings.test(one.text) && one.box.y + one.box.height <= line.box.y + line.box.height * 0.5,
    )
    .sort((a, b) => b.box.y - a.box.y)[0];
  return heading !== undefined && ofOthers.test(heading.text);
}

function dateBy(lines: readonly TextLine[], label: RegExp): { line: TextLine; day: string } | null {
  for (const line of lines) {
    const found = label.exec(line.text);
    if (!found || isAboutOthers(lines, line)) continue;
    const before = line.text.slice(0, found.index);
    // "Date filed … date of birth" can be one line, so only the text right before the date counts.
    if (otherDates.test(before.slice(-12)) && datesIn(before).length === 0) continue;
    const rest = line.text.slice(found.index + found[0].length);
    const own = datesIn(rest)[0] ?? compactDate(rest);
    if (own && !otherDates.test(rest.slice(0, own.at))) return { line, day: own.day };
    for (const beside of valuesBeside(lines, line)) {
      const [date] = datesIn(beside.text);
      if (!date || isAboutOthers(lines, beside)) continue;
      const lead = beside.text.slice(0, date.at);
      if (otherDates.test(lead) || Object.values(labels).some((other) => other !== label && other.test(lead))) continue;
      return { line: beside, day: date.day };
    }
  }
  return null;
}

/** Text recognition sometimes loses the slashes of "01/31/2010". */
function compactDate(text: string): { day: string; at: number } | null {
  const [, month, day, year] = /^\D{0,3}(\d\d)[/1l|]?(\d\d)[/1l|]?((?:19|20)\d\d)(?!\d)/.exec(text) ?? [];
  const [date] = month ? datesIn(`${month}/${day}/${year}`) : [];
  return date ? { ...date, at: 0 } : null;
}

const isName = (text: string) => /^[\p{L}][\p{L} ,.'’-]{1,60}$/u.test(text) && !datesIn(text).length;
const isLabel = (text: string) =>
  Object.values(labels).some((label) => label.test(text)) ||
  /^(?:sex|date|place|address|city|county|state|class|eyes|hgt)\b/i.test(text);

function nameBy(lines: readonly TextLine[], label: RegExp): { line: TextLine; value: string } | null {
  for (const line of lines) {
    const found = label.exec(line.text);
    if (!found || isAboutOthers(lines, line)) continue;
    const rest = plain(line.text.slice(found[0].length));
    if (isName(rest)) return { line, value: rest };
    for (const beside of valuesBeside(lines, line)) {
      if (isName(plain(beside.text)) && !isLabel(beside.text)) return { line: beside, value: plain(beside.text) };
    }
  }
  return null;
}

const kinds: [RegExp, FoundReading["kind"]][] = [
  [/passport/i, "passport"],
  [/driver|licen[cs]e/i, "license"],
  [/certificat/i, "certificate"],
  [/identi(?:ty|fication)/i, "idCard"],
];

/** Reads a page by its printed labels; null if no date of birth and no name is labeled. */
export function readLabels(all: readonly TextLine[]): FoundReading | null {
  const lines = all.slice(0, 160).map(({ text, box }) => ({ text: text.slice(0, 200), box }));
  const fields: Field[] = [];
  const add = (field: Field["field"], value: string | undefined, line: TextLine) => {
    const text = plain(value ?? "");
    if (text) fields.push({ field, value: text, box: line.box });
  };
  const [first, last] = [nameBy(lines, labels.firstName), nameBy(lines, labels.lastName)];
  if (first) {
    const [firstName, ...others] = first.value.split(/[ ,]+/);
    add("firstName", firstName, first.line);
    add("middleName", others.join(" "), first.line);
  }
  if (last) add("lastName", last.value.replace(/,$/, ""), last.line);
  const whole = first && last ? null : nameBy(lines, labels.wholeName);
  if (whole)
    addWhole(whole.value, (field, value) => fields.some((one) => one.field === field) || add(field, value, whole.line));
  const born = dateBy(lines, labels.dateOfBirth);
  if (born) add("dateOfBirth", born.day, born.line);
  const expires = dateBy(lines, labels.expirationDate);
  if (expires) add("expirationDate", expires.day, expires.line);
  if (!born && !first && !last && !whole) return null;
  const text = lines.map((line) => line.text).join("\n");
  const kind = kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "other";
  return { way: "text", kind, checked: false, fields, box: null };
}

function addWhole(name: string, add: (field: Field["field"], value: string | undefined) => void): void {
  const [before, after] = name.split(/,\s*/);
  const words = (after ?? name).split(" ");
  const last = after === undefined ? words.pop() : before;
  add("firstName", words[0]);
  add("middleName", words.slice(1).join(" "));
  add("lastName", last);
}
