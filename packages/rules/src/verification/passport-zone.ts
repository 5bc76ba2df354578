/**
 * Reads the machine-readable zone of a passport (ICAO 9303, part 4): two lines of 44 characters, whose check digits show that
 * they were read right.
 */
import { type Day, isAfter } from "../calendar.ts";

export type PassportZone = {
  firstName: string;
  middleName: string;
  lastName: string;
  dateOfBirth: Day | null;
  expirationDate: Day | null;
  documentNumber: string;
  issuer: string;
  /** Whether the check digits of the number, both dates and the whole line are right. */
  checked: boolean;
};

const lineLength = 44;
const weights = [7, 3, 1];

const worthOf = (letter: string) =>
  letter === "<" ? 0 : /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - "A".charCodeAt(0) + 10;

/** Returns the check digit of a part of the zone. */
function checkDigit(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += worthOf(text.charAt(at)) * (weights[at % 3] as number);
  return String(sum % 10);
}

const named = (text: string) => text.replaceAll("<", " ").trim();

/** Completes the two digits of a year. Births lie in the past; passports are valid for at most ten years, so an end is near today. */
function dayIn(text: string, kind: "birth" | "end", today: Day): Day | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (!year || !month || !day) return null;
  const century = Math.floor(Number(today.slice(0, 4)) / 100);
  const inCentury = (which: number) => `${which}${year}-${month}-${day}`;
  const date = new Date(`${inCentury(century)}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return null;
  const near = inCentury(century) as Day;
  if (kind === "end") return near;
  return isAfter(near, today) ? (inCentury(century - 1) as Day) : near;
}

/** @returns null for what isn't the zone of a passport. */
export function readPassportZone(text: string, today: Day): PassportZone | null {
  const zone = text.toUpperCase().replaceAll(/\s/g, "");
  if (zone.length !== 2 * lineLength || !/^P[A-Z<][A-Z0-9<]+$/.test(zone)) return null;
  const [first, second] = [zone.slice(0, lineLength), zone.slice(lineLength)];
  const part = (from: number, to: number) => second.slice(from, to);
  const isRight = (of: string, digit: string) => checkDigit(of) === digit;
  const [lastName = "", given = ""] = first.slice(5).split(/<<(.*)/s);
  const [firstName = "", ...middle] = named(given).split(" ");
  return {
    ...{ firstName, middleName: middle.join(" ").trim(), lastName: named(lastName), issuer: named(first.slice(2, 5)) },
    documentNumber: named(part(0, 9)),
    dateOfBirth: dayIn(part(13, 19), "birth", today),
    expirationDate: dayIn(part(21, 27), "end", today),
    checked:
      isRight(part(0, 9), part(9, 10)) &&
      isRight(part(13, 19), part(19, 20)) &&
      isRight(part(21, 27), part(27, 28)) &&
      isRight(part(0, 10) + part(13, 20) + part(21, 43), part(43, 44)),
  };
}
