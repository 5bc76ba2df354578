import { describe, expect, test } from "vitest";
import { startOfDay } from "../calendar.ts";
import { signingRefusal, whoSigns } from "../compliance/signing.ts";
import { earlierEnd } from "../compliance/validity.ts";
import { endsAtEighteen, isNameOf, signatureEnds, signaturesEndByCorrection } from "./waivers.ts";

const zone = "America/Los_Angeles";

describe("who signs", () => {
  test("a guardian for a minor, an adult alone, nobody else", () => {
    expect(whoSigns({ minor: true })).toBe("guardian");
    expect(signingRefusal({ minor: true }, "guardian")).toBeNull();
    expect(signingRefusal({ minor: true }, "self")).toBe("guardianSigns");
    expect(signingRefusal({ minor: false }, "self")).toBeNull();
    expect(signingRefusal({ minor: false }, "guardian")).toBe("adultSigns");
    expect(signingRefusal({ minor: false }, null)).toBe("notYours");
  });
});

describe("the typed name", () => {
  const garcia = { firstName: "José María", lastName: "García López" };
  test.each([
    "José María García López",
    "jose garcia lopez",
    "JOSE MARIA GARCÍA LÓPEZ",
    "José Antonio García López",
    "García López, José",
    "José García-López Jr.",
    "  José   García   López ",
  ])("%s is José María García López", (typed) => {
    expect(isNameOf(typed, garcia)).toBe(true);
  });
  test.each(["José García", "J. García López", "María García López", "García López", "José", "José López García", ""])(
    "%s is not",
    (typed) => {
      expect(isNameOf(typed, garcia)).toBe(false);
    },
  );
  test.each([
    ["Sean O'Brien", { firstName: "Seán", lastName: "O’Brien" }],
    ["Sean OBrien", { firstName: "Seán", lastName: "O’Brien" }],
    ["Jean Luc Picard", { firstName: "Jean-Luc", lastName: "Picard" }],
    ["JeanLuc Picard", { firstName: "Jean-Luc", lastName: "Picard" }],
    ["Łukasz Wójcik", { firstName: "Lukasz", lastName: "Wojcik" }],
    ["Ludwig van der Berg", { firstName: "Ludwig", lastName: "Van der Berg" }],
    ["山田太郎", { firstName: "太郎", lastName: "山田" }],
    ["山田 太郎", { firstName: "太郎", lastName: "山田" }],
    ["Иван Петров", { firstName: "Иван", lastName: "Петров" }],
    ["Pelé", { firstName: "", lastName: "Pele" }],
    ["Martin Luther King", { firstName: "Martin", lastName: "King Jr." }],
  ])("%s is the name of %o", (typed, person) => {
    expect(isNameOf(typed, person)).toBe(true);
  });
  test("one word does not stand for first and last name at once", () => {
    expect(isNameOf("James", { firstName: "James", lastName: "James" })).toBe(false);
    expect(isNameOf("James James", { firstName: "James", lastName: "James" })).toBe(true);
  });
  test("letters that run from one name into another make no name", () => {
    expect(isNameOf("Anna B Cruz", { firstName: "Ann", lastName: "Cruz" })).toBe(false);
  });
});

describe("how long a signature binds", () => {
  const child = { as: "guardian", signAgainAtEighteen: true, dateOfBirth: "2010-03-01" } as const;
  test("a guardian's ends at the local midnight of the 18th birthday, where it is asked for again", () => {
    expect(signatureEnds(child, zone)).toBe(startOfDay("2028-03-01", zone));
    expect(signatureEnds({ ...child, signAgainAtEighteen: false }, zone)).toBeNull();
    expect(signatureEnds({ ...child, as: "self" }, zone)).toBeNull();
    expect(signatureEnds({ ...child, dateOfBirth: null }, zone)).toBeNull();
  });
  test("the earlier end counts, and none is no end", () => {
    expect(earlierEnd(5, 3)).toBe(3);
    expect(earlierEnd(null, 3)).toBe(3);
    expect(earlierEnd(5, null)).toBe(5);
    expect(earlierEnd(null, null)).toBeNull();
  });
});

describe("what guardians signed for somebody who is an adult by a corrected date of birth", () => {
  const zone = "America/New_York";
  const now = Date.UTC(2026, 5, 1, 16);
  const ends = Date.UTC(2026, 6, 1, 4);
  test.each([
    ["ends 30 days later", "2015-05-05", "1995-05-05", null, ends],
    ["ends 30 days later, if no date was known", null, "1995-05-05", null, ends],
    ["ends when it did, corrected once more", "1995-05-05", "1996-05-05", 5, 5],
    ["stays, where it was an adult's before", "1995-05-05", "1996-05-05", null, null],
    ["stays, for a minor", "2015-05-05", "2014-05-05", null, null],
    ["stays, once they are a minor again", "1995-05-05", "2014-05-05", 5, null],
    ["stays, if no date is known anymore", "1995-05-05", null, 5, null],
  ] as const)("%s", (_, before, after, present, expected) => {
    expect(signaturesEndByCorrection({ before, after, present }, now, zone)).toBe(expected);
  });

  test("ends so whatever the content says, and only what a guardian signed", () => {
    const corrected = { signAgainAtEighteen: false, dateOfBirth: "1995-05-05", endsByCorrection: 5 };
    expect(signatureEnds({ as: "guardian", ...corrected }, zone)).toBe(5);
    expect(signatureEnds({ as: "self", ...corrected }, zone)).toBeNull();
  });
});

test("what counts until the midnight of the 18th birthday ends at eighteen, and nothing else", () => {
  const midnight = Date.UTC(2028, 2, 1, 5);
  expect(endsAtEighteen(midnight, "2010-03-01", "America/New_York")).toBe(true);
  expect(endsAtEighteen(midnight - 1, "2010-03-01", "America/New_York")).toBe(false);
  expect(endsAtEighteen(null, "2010-03-01", "America/New_York")).toBe(false);
  expect(endsAtEighteen(midnight, null, "America/New_York")).toBe(false);
});
