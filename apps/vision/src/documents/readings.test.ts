import { describe, expect, test } from "vitest";
import { holderOf } from "../../test/holders.ts";
import { aamvaOf, idCardLines, passportLines } from "../../test/samples.ts";
import { datesIn } from "./dates.ts";
import { readLabels } from "./labels.ts";
import { readMrz } from "./mrz.ts";
import { readAamva } from "./pdf417.ts";

const holder = holderOf(4);
const today = new Date("2026-06-01T00:00:00Z");
/** Stacks lines vertically, as text recognition finds them. */
const lines = (...texts: string[]) =>
  texts.map((text, at) => ({ text, box: { x: 10, y: 10 + at * 40, width: 20 * text.length, height: 30 } }));
const valuesOf = (reading: { fields: { field: string; value: string }[] } | null) =>
  Object.fromEntries((reading?.fields ?? []).map(({ field, value }) => [field, value]));

describe("the barcode of a license", () => {
  test("gives name, dates and number", () => {
    expect(valuesOf(readAamva(aamvaOf(holder)))).toEqual({
      firstName: holder.first.toUpperCase(),
      middleName: holder.middle.toUpperCase(),
      lastName: holder.last.toUpperCase(),
      dateOfBirth: holder.born,
      expirationDate: holder.expires,
      documentNumber: holder.number,
      issuer: holder.state,
    });
  });

  test("with markup in it gives plain text", () => {
    const hostile = { ...holder, last: `<script>alert("x")</script>O'Neil\u202e\u0000`, first: "<b>Jane</b>" };
    const { firstName, lastName } = valuesOf(readAamva(aamvaOf(hostile)));
    expect(firstName).toBe("JANE");
    expect(lastName).toBe(`ALERT("X") O'NEIL`);
  });

  test("that isn't a license's, or has no date of birth, gives nothing", () => {
    expect(readAamva("https://example.org/<script>")).toBeNull();
    expect(readAamva(aamvaOf({ ...holder, born: "2010-02-30" }))).toBeNull();
  });
});

describe("the machine-readable zone", () => {
  test.each([
    ["a passport", passportLines(holder)],
    ["an identity card", idCardLines(holder)],
  ])("of %s proves itself by its check digits", (_, zone) => {
    const reading = readMrz(lines("SOMETHING ABOVE", ...zone), today);
    expect(reading?.checked).toBe(true);
    expect(valuesOf(reading)).toMatchObject({
      firstName: holder.first.toUpperCase(),
      lastName: holder.last.toUpperCase(),
      dateOfBirth: holder.born,
      expirationDate: holder.expires,
      documentNumber: holder.number,
    });
  });

  test("is completed where the reader lost fillers", () => {
    const [upper = "", lower = ""] = passportLines(holder);
    const reading = readMrz(lines(upper.replace(/<+$/, "<<<"), lower.replace("<<<<<", "<<")), today);
    expect(reading?.checked).toBe(true);
    expect(valuesOf(reading).dateOfBirth).toBe(holder.born);
  });

  test("with a digit changed is not taken as proof", () => {
    const [upper = "", lower = ""] = passportLines(holder);
    const forged = lower.slice(0, 13) + (lower[13] === "7" ? "8" : "7") + lower.slice(14);
    expect(readMrz(lines(upper, forged), today)?.checked ?? false).toBe(false);
  });

  test("of 10,000 lines is read by its last lines", () => {
    const noise = Array.from({ length: 10_000 }, (_, at) => `P<USA${at}<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<`);
    const reading = readMrz(lines(...noise, ...passportLines(holder)), today);
    expect(reading?.checked).toBe(true);
  });
});

describe("labeled text", () => {
  test("has the date of birth that isn't a parent's, nor that of filing or issue", () => {
    const reading = readLabels(
      lines(
        "CERTIFICATE OF LIVE BIRTH",
        "Date filed: January 14, 2022",
        "Mother's date of birth: October 11, 1970",
        "Father's date of birth 03/04/1968",
        "Name of child: Jane Ann Walker",
        "Date of birth: March 5, 2012",
        "Issued: 01/14/2022",
      ),
    );
    expect(reading).toMatchObject({ kind: "certificate", checked: false });
    expect(valuesOf(reading)).toEqual({
      firstName: "Jane",
      middleName: "Ann",
      lastName: "Walker",
      dateOfBirth: "2012-03-05",
    });
  });

  test("under the heading of a parent is about that parent", () => {
    const reading = readLabels(lines("CERTIFICATE OF BIRTH", "Mother", "Date of birth: October 11, 1970"));
    expect(valuesOf(reading).dateOfBirth).toBeUndefined();
  });

  test.each([
    ["DOB 01/31/2010", "2010-01-31"],
    ["3DOB01/31/2010", "2010-01-31"],
    ["Date of birth 31 Jan 2010", "2010-01-31"],
    ["Born on January 31st, 2010", "2010-01-31"],
    ["Birthdate: 2010-01-31", "2010-01-31"],
    ["DOB 31.01.2010", "2010-01-31"],
  ])("%s is %s", (text, day) => {
    expect(valuesOf(readLabels(lines(text))).dateOfBirth).toBe(day);
  });

  test("knows no February 30, nor a date in a longer number", () => {
    expect(datesIn("DOB 02/30/2010")).toEqual([]);
    expect(datesIn("10/10/20101")).toEqual([]);
  });
});
