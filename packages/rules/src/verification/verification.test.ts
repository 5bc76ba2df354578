import { IdentityDocument } from "@touchline/contract/library/content-settings";
import type { ReadDocument } from "@touchline/contract/verification/documents";
import { describe, expect, test } from "vitest";
import { type AgeEvidence, ageDoubt } from "./age-decision.ts";
import { ageGroupOf } from "./age-groups.ts";
import { compareWithProfile } from "./comparison.ts";
import { isNameOn } from "./holder.ts";
import { isUnusualGrade, usualGrade } from "./school-years.ts";

const ana = { firstName: "Ana", lastName: "Núñez-Ortega", dateOfBirth: "2014-03-09" };

describe("a document's name and the profile's", () => {
  test.each([
    ["capitals without accents", { firstName: "ANA", lastName: "NUNEZ ORTEGA" }, true],
    ["a middle name that the profile doesn't have", { firstName: "ANA MARIA", lastName: "NUNEZ ORTEGA" }, true],
    ["another first name", { firstName: "ANNABEL", lastName: "NUNEZ ORTEGA" }, false],
    ["half of the last name", { firstName: "ANA", lastName: "NUNEZ" }, false],
    ["the names turned around", { firstName: "NUNEZ ORTEGA", lastName: "ANA" }, false],
    ["no name at all", { firstName: "", lastName: "" }, false],
  ])("%s", (_, document, isSame) => {
    expect(isNameOn(document, ana)).toBe(isSame);
  });

  test("are told to be alike with the reason, or to differ", () => {
    const compared = (firstName: string, lastName: string, dateOfBirth: string | null = ana.dateOfBirth) =>
      compareWithProfile({ firstName, lastName, dateOfBirth }, ana);
    expect(compared("ANA", "NUNEZ ORTEGA")).toEqual({ name: "same", nameDifferences: [], dateOfBirth: "same" });
    expect(compared("Anita", "Núñez-Ortega")).toMatchObject({ name: "alike", nameDifferences: ["nickname"] });
    expect(compared("Núñez-Ortega", "Ana")).toMatchObject({ name: "alike", nameDifferences: ["swappedNames"] });
    expect(compared("Ana", "Nuñez")).toMatchObject({ name: "alike", nameDifferences: ["partOfName"] });
    expect(compared("ANA MARIA", "NUÑEZ")).toMatchObject({ name: "alike", nameDifferences: ["partOfName"] });
    expect(compared("Diego", "Salas")).toMatchObject({ name: "differs", nameDifferences: [] });
  });

  test("a date with day and month swapped is alike, any other differs, a missing one is unknown", () => {
    const compared = (dateOfBirth: string | null) => compareWithProfile({ ...ana, dateOfBirth }, ana).dateOfBirth;
    expect([compared("2014-09-03"), compared("2014-05-21"), compared(null)]).toEqual(["alike", "differs", "unknown"]);
  });
});

describe("a machine accepts a proof of age only", () => {
  const read: ReadDocument = {
    by: "mrz",
    isChecked: true,
    firstName: "ANA",
    lastName: "NUNEZ ORTEGA",
    dateOfBirth: "2014-03-09",
    expiresOn: "2027-01-31",
    numberEnd: "4821",
  };
  const good: AgeEvidence = {
    verification: "Age",
    document: IdentityDocument.Passport,
    submitted: ana,
    read,
    isUnclear: false,
    profile: ana,
    isAnothers: false,
    today: "2026-11-28",
  };
  const reading = (change: Partial<ReadDocument>) => ({ ...good, read: { ...read, ...change } });

  test("where everything that was read is the profile's, through the document's last day", () => {
    expect(ageDoubt(good)).toBeNull();
    expect(ageDoubt(reading({ by: "pdf417" }))).toBeNull();
    expect(ageDoubt(reading({ expiresOn: good.today }))).toBeNull();
  });

  test.each<[AgeEvidence, string]>([
    [{ ...good, verification: "Age & Grade" }, "gradeAsked"],
    [{ ...good, verification: "Grade" }, "gradeAsked"],
    [{ ...good, document: IdentityDocument.BirthCertificate }, "birthCertificate"],
    [{ ...good, read: null }, "unreadable"],
    [{ ...good, read: null, isUnclear: true }, "unclear"],
    [reading({ by: "text" }), "notMachineReadable"],
    [reading({ isChecked: false }), "notMachineReadable"],
    [{ ...good, isAnothers: true }, "anothersDocument"],
    [{ ...good, profile: { ...ana, dateOfBirth: null } }, "birthDateUnknown"],
    [reading({ dateOfBirth: "2014-03-10" }), "birthDateDiffers"],
    [{ ...good, submitted: { ...ana, dateOfBirth: "2014-03-10" } }, "corrected"],
    [reading({ dateOfBirth: null }), "birthDateDiffers"],
    [reading({ firstName: "EVA" }), "nameDiffers"],
    [{ ...good, submitted: { ...ana, firstName: "Eva" } }, "corrected"],
    [reading({ expiresOn: null }), "endUnknown"],
    [reading({ expiresOn: "2026-11-27" }), "expired"],
  ])("case %#: a person decides because of %s", (evidence, doubt) => {
    expect(ageDoubt(evidence)).toBe(doubt);
  });
});

describe("the usual grade", () => {
  test.each([
    // Twelve in March, so in seventh grade since August.
    ["2014-03-09", "2026-11-28", "WA", 7, "08-31", false],
    // Turns five on the state's date, and the day after.
    ["2021-08-31", "2026-11-28", "WA", 0, "08-31", false],
    ["2021-09-01", "2026-11-28", "WA", -1, "08-31", false],
    // An unlisted state, one that lets districts choose, and none.
    ["2021-09-01", "2026-11-28", "TX", 0, "09-01", false],
    ["2021-09-01", "2026-11-28", "PA", 0, "09-01", true],
    ["2021-09-01", "2026-11-28", null, 0, "09-01", true],
    // Before summer it is still the previous school year.
    ["2014-03-09", "2026-06-30", "WA", 6, "08-31", false],
    ["2014-03-09", "2026-07-01", "WA", 7, "08-31", false],
    // Too young and too old for any grade.
    ["2024-01-01", "2026-11-28", "WA", null, "08-31", false],
    ["2000-01-01", "2026-11-28", "WA", null, "08-31", false],
  ] as const)("of somebody born on %s, on %s in %s, is %s", (born, today, state, grade, cutoff, isAssumed) => {
    expect(usualGrade(born, today, state)).toMatchObject({ grade, cutoff, isAssumed });
  });

  test("goes by the organization's date for the state, then its date for everyone, then the state's", () => {
    const byState = [{ stateId: "US-OR", date: { month: 7, day: 1 } }];
    const cutoffIn = (state: string, always: { month: number; day: number } | null) =>
      usualGrade("2014-03-09", "2026-11-28", state, { always, byState }).cutoff;
    const always = { month: 12, day: 31 };
    expect([cutoffIn("OR", always), cutoffIn("WA", always), cutoffIn("WA", null)]).toEqual(["07-01", "12-31", "08-31"]);
  });

  test("is named with its school year, and one grade more or less is nothing unusual", () => {
    const usual = usualGrade("2014-03-09", "2026-11-28", "WA");
    expect(usual.schoolYear).toBe("2026-27");
    expect(([-2, 5, 6, 7, 8, 9] as const).map((grade) => isUnusualGrade(grade, usual))).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe("age groups", () => {
  const byYear = { seasonStart: { month: 8, day: 1 }, cutoff: { month: 1, day: 1 } };
  const bySchoolYear = { seasonStart: { month: 8, day: 1 }, cutoff: { month: 8, day: 1 } };

  test("U12 of the season 2026-27: born on or after January 1, 2015", () => {
    expect(ageGroupOf("2015-01-01", "2026-11-28", byYear)).toEqual({ under: 12, bornFrom: "2015-01-01" });
    expect(ageGroupOf("2014-12-31", "2026-11-28", byYear)).toMatchObject({ under: 13 });
    // The same season, half a year later.
    expect(ageGroupOf("2015-01-01", "2027-05-01", byYear)).toMatchObject({ under: 12 });
    expect(ageGroupOf("2015-01-01", "2027-08-01", byYear)).toMatchObject({ under: 13 });
  });

  test("with a cut-off on the first day of the season, that very day is the cut-off", () => {
    expect(ageGroupOf("2014-08-01", "2026-08-01", bySchoolYear)).toEqual({ under: 12, bornFrom: "2014-08-01" });
    expect(ageGroupOf("2014-07-31", "2026-08-01", bySchoolYear)).toMatchObject({ under: 13 });
  });

  test("little ones are in the youngest, adults in none", () => {
    expect(ageGroupOf("2025-01-01", "2026-11-28", byYear)).toMatchObject({ under: 4 });
    expect(ageGroupOf("2007-12-31", "2026-11-28", byYear)).toBeNull();
  });
});
