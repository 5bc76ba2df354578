import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparedIdentity, matchRegistry, type NamedPerson, nearBirths, registryNameKeys } from "./registry-match.ts";
import { registrySample, variants } from "./registry-sample.ts";

const named = (full: string): NamedPerson => {
  const [firstName = "", lastName = ""] = full.split("/");
  return { firstName, lastName };
};
const identity = (dateOfBirth: string | null, ...names: string[]) =>
  comparedIdentity({ names: names.map(named), dateOfBirth });
const match = (one: [string | null, ...string[]], other: [string | null, ...string[]]) =>
  matchRegistry(identity(...one), identity(...other));

const born = "1971-03-04";
const at = <Item>(list: readonly Item[], place: number) => list[place] as Item;

test.each([
  ["the same name, without accents", "José/Núñez", "JOSE/NUNEZ", ["sameName", "sameBirth"]],
  ["a nickname", "Bill/Harper", "William/Harper", ["nickname", "sameBirth"]],
  ["two letters swapped", "Brain/Harper", "Brian/Harper", ["spelledAlike", "sameBirth"]],
  ["a name that sounds alike", "Geoffrey/Stephens", "Jeffry/Stephens", ["soundsAlike", "sameBirth"]],
  ["one of two last names", "Ana/García López", "Ana/Garcia", ["partOfName", "sameBirth"]],
  ["a middle name in use", "Robert Allen/Harper", "Allen/Harper", ["partOfName", "sameBirth"]],
  ["an initial", "J/Harper", "John/Harper", ["initial", "sameBirth"]],
  ["first and last name the other way round", "Kim/Min-jun", "Minjun/Kim", ["swappedNames", "sameName", "sameBirth"]],
  ["a letter without a plain form", "Søren/Østergård", "Soren/Ostergard", ["sameName", "sameBirth"]],
])("%s matches where the date of birth is the same", (_, one, other, reasons) => {
  expect(match([born, one], [born, other])?.reasons).toEqual(reasons);
});

test("an alias matches, and is named as one", () => {
  expect(match([born, "Dana/Reed"], [born, "Kyle/Voss", "Dana/Reed"])?.reasons).toEqual([
    "sameName",
    "alias",
    "sameBirth",
  ]);
});

test("a date with day and month the other way round, or one wrong digit, matches with less", () => {
  const scores = ["1971-03-04", "1971-04-03", "1971-03-14"].map(
    (date) => match([born, "Ann/Lee"], [date, "Ann/Lee"])?.score,
  );
  expect(scores).toEqual([100, 90, 85]);
});

test("without a date of birth only the whole name, or a nickname of it, matches", () => {
  expect(match([born, "William/Harper"], [null, "Bill/Harper"])?.reasons).toEqual(["nickname", "noBirth"]);
  expect(match([born, "William/Harper"], [null, "Wiliam/Harper"])).toBeNull();
});

test.each([
  ["the same name born on another day", ["1971-03-04", "Ann/Lee"], ["1984-10-22", "Ann/Lee"]],
  ["the same day under another name", [born, "Ann/Lee"], [born, "Ruth/Okafor"]],
  ["the same last name and day under another first name", [born, "Ann/Lee"], [born, "Ruth/Lee"]],
  ["no name at all", [born, "/"], [born, "/"]],
] as [string, [string, string], [string, string]][])("%s is no match", (_, one, other) => {
  expect(match(one, other)).toBeNull();
});

test("whoever matches is found: by a near date of birth, or by a key of the name where there is no date", () => {
  const word = fc.constantFrom(
    "Ann",
    "Anna",
    "Bill",
    "William",
    "Wiliam",
    "Lee",
    "Leigh",
    "García",
    "Garcia López",
    "J",
    "",
    "李",
  );
  const name = fc.record({ firstName: word, lastName: word });
  const date = fc.constantFrom(born, "1971-04-03", "1971-03-14", "1984-10-22");
  const person = fc.record({ names: fc.array(name, { minLength: 1, maxLength: 3 }), dateOfBirth: date });
  const entry = fc.record({ names: fc.array(name, { minLength: 1, maxLength: 3 }), dateOfBirth: fc.option(date) });
  fc.assert(
    fc.property(person, entry, (one, other) => {
      if (matchRegistry(comparedIdentity(one), comparedIdentity(other)) === null) return;
      const found =
        other.dateOfBirth === null
          ? registryNameKeys(one.names).some((key) => registryNameKeys(other.names).includes(key))
          : nearBirths(one.dateOfBirth).includes(other.dateOfBirth);
      expect(found).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test("near dates of birth are dates, and about fifty", () => {
  expect(nearBirths("2000-02-29")).not.toContain("2001-02-29");
  expect(nearBirths(born).length).toBeLessThan(60);
});

describe("among 5,000 entries and 2,000 people, of whom 360 are in the registry under another spelling", () => {
  const sample = registrySample(1, { entries: 5_000, people: 2_000, planted: 360 });
  const entries = sample.entries.map(comparedIdentity);
  const people = sample.people.map(comparedIdentity);

  test.each(variants)("everybody is found whose entry differs so: %s", (variant) => {
    const missed = sample.planted
      .filter((one) => one.variant === variant)
      .filter(({ person, entry }) => !matchRegistry(at(people, person), at(entries, entry)))
      .map(({ person, entry }) => [sample.people[person], sample.entries[entry]]);
    expect(missed).toEqual([]);
  });

  test("hardly anybody else is shown to a reviewer, and nearly all of them for an entry without a date of birth", () => {
    const same = new Set(sample.planted.map(({ person, entry }) => `${person} ${entry}`));
    const found = new Map<string, number[]>();
    for (const [entry, { names, dateOfBirth }] of sample.entries.entries()) {
      for (const key of dateOfBirth === null ? registryNameKeys(names) : [dateOfBirth])
        found.set(key, [...(found.get(key) ?? []), entry]);
    }
    const matches = [...sample.people.entries()].flatMap(([person, { names, dateOfBirth }]) =>
      [...registryNameKeys(names), ...nearBirths(dateOfBirth ?? "")]
        .flatMap((key) => found.get(key) ?? [])
        .filter((entry) => !same.has(`${person} ${entry}`) && matchRegistry(at(people, person), at(entries, entry)))
        .map((entry) => ({ person, dated: at(entries, entry).dateOfBirth !== null })),
    );
    expect(new Set(matches.map(({ person }) => person)).size / people.length).toBeLessThan(0.03);
    expect(matches.filter((match) => match.dated).length / people.length).toBeLessThan(0.001);
  });
});

test("dates near the one of somebody born in 2000 are days that a calendar has: there is no year 0", () => {
  const dates = nearBirths("2000-02-05");
  expect(dates).toContain("2001-02-05");
  expect(dates.filter((date) => date.startsWith("0000"))).toEqual([]);
});
