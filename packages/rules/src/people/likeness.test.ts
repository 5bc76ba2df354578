import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Described, likely, likeness, likenessKeys, looksLike } from "./likeness.ts";
import { areNicknames } from "./nicknames.ts";

const person = (name: string, more: Partial<Described> = {}): Described => {
  const [firstName = "", lastName = ""] = name.split("|");
  return { firstName, lastName, email: null, dateOfBirth: null, ...more };
};

describe("who looks like one person", () => {
  const cases: [one: Described, other: Described, reasons: string[] | null][] = [
    [person("Ana|García"), person("ANA|Garcia"), ["sameName"]],
    [person("Bill|Smith"), person("William|Smith"), ["nickname"]],
    [person("Paco|Ruiz"), person("Francisco|Ruiz"), ["nickname"]],
    [person("Mary|Smith-Jones"), person("Mary|Smith Jones"), ["sameName"]],
    [person("Søren|Ægir"), person("Soren|Aegir"), ["sameName"]],
    [person("Sean|O’Brien"), person("Sean|O'brien"), ["sameName"]],
    [person("Jean Luc|Roy"), person("Jean-Luc|Roy"), ["sameName"]],
    [person("Smith|Anna"), person("Anna|Smith"), ["swappedNames"]],
    [person("Smith|Bill"), person("William|Smith"), ["swappedNames", "nickname"]],
    [person("|Pelé"), person("|Pele"), ["sameName"]],
    [
      person("José|García López", { dateOfBirth: "2011-03-04" }),
      person("Pepe|García", { dateOfBirth: "2011-04-03" }),
      ["nickname", "partOfName", "nearBirth"],
    ],
    [
      person("Mary Ann|Lee", { dateOfBirth: "1980-01-01" }),
      person("Mary|Lee", { dateOfBirth: "1980-01-07" }),
      ["partOfName", "nearBirth"],
    ],
    [
      person("Jon|Petersen", { email: "j@x.org" }),
      person("Jon|Peterson", { email: "J@x.org" }),
      ["oneLetter", "sameEmail"],
    ],
    // Two different people.
    [person("Ana|García"), person("Eva|García"), null],
    [person("Ana|Ruiz", { email: "ruiz@x.org" }), person("Eva|Ruiz", { email: "ruiz@x.org" }), null],
    [person("Ana|Ruiz", { email: "a@x.org" }), person("Ana|Ruiz", { email: "b@x.org" }), null],
    [person("Ana|Ruiz", { dateOfBirth: "1980-01-01" }), person("Ana|Ruiz", { dateOfBirth: "2012-05-09" }), null],
    [
      person("Juan|Paz", { email: "paz@x.org", dateOfBirth: "1980-01-01" }),
      person("Juan|Paz", { email: "paz@x.org", dateOfBirth: "2012-05-09" }),
      null,
    ],
    [person("Bill|Smith", { email: "a@x.org" }), person("William|Smith", { email: "b@x.org" }), null],
    [person("Alexander|Roy"), person("Alexandra|Roy"), null],
    [person("Mary Ann|Lee"), person("Mary|Lee"), null],
  ];

  test.each(cases)("%o and %o: %o", (one, other, reasons) => {
    expect(looksLike(one, other)?.reasons ?? null).toEqual(reasons);
    expect(looksLike(other, one)?.reasons ?? null).toEqual(reasons);
  });

  test("short forms of two names are no short forms of each other", () => {
    expect(areNicknames("alex", "alexandra")).toBe(true);
    expect(areNicknames("alexander", "alexandra")).toBe(false);
  });
});

const letters = fc.constantFrom(..."abcdefghijklmnoprstuvz");
const word = fc.array(letters, { minLength: 3, maxLength: 9 }).map((all) => all.join(""));
const firstName = fc.oneof(
  word,
  fc.constantFrom("bill", "william", "pepe", "jose", "anna", "nancy", "beto", "alberto"),
);
const name = (of: fc.Arbitrary<string>) => fc.array(of, { minLength: 1, maxLength: 2 }).map((all) => all.join(" "));
const anybody = fc.record({
  firstName: name(firstName),
  lastName: name(fc.oneof(word, firstName)),
  email: fc.option(fc.constantFrom("a@x.org", "b@x.org")),
  dateOfBirth: fc.option(fc.constantFrom("2010-01-02", "2010-02-01", "2010-01-03", "1999-12-31")),
});

/** Returns a name as another keyboard, another form, or a typing mistake would write it. */
const accents: Record<string, string> = { a: "á", e: "é", i: "í", o: "ö", u: "ü", n: "ñ", c: "ç" };
const rewritten = (text: string, how: number) =>
  [...text]
    .map((letter, at) => ((how >> (at % 8)) & 1 ? (accents[letter] ?? letter.toUpperCase()) : letter))
    .join("")
    .replaceAll(" ", how % 3 === 0 ? "-" : how % 3 === 1 ? "  " : " ");

describe("for any two people", () => {
  test("it does not matter who is asked about first", () => {
    fc.assert(
      fc.property(anybody, anybody, (one, other) => {
        expect(likeness(one, other)?.score).toBe(likeness(other, one)?.score);
      }),
      { numRuns: 2_000 },
    );
  });

  test("accents, case, hyphens, blanks and the order of first and last name hide nobody", () => {
    fc.assert(
      fc.property(anybody, fc.nat(255), fc.boolean(), (one, how, swapped) => {
        const [firstName, lastName] = [rewritten(one.firstName, how), rewritten(one.lastName, how)];
        const other = { ...one, firstName: swapped ? lastName : firstName, lastName: swapped ? firstName : lastName };
        expect(looksLike(one, other)?.score ?? 0).toBeGreaterThanOrEqual(likely);
      }),
      { numRuns: 2_000 },
    );
  });

  test("whoever looks like somebody shares a key with them, unless a letter of the name differs", () => {
    let seen = 0;
    const near = fc.tuple(anybody, anybody, fc.nat(7)).map(([one, other, mix]) => [
      one,
      {
        firstName: mix & 1 ? one.firstName : other.firstName,
        lastName: mix & 2 ? one.lastName : other.lastName,
        email: mix & 4 ? one.email : other.email,
        dateOfBirth: other.dateOfBirth,
      },
    ]);
    fc.assert(
      fc.property(near, ([one, other]) => {
        const like = looksLike(one as Described, other as Described);
        if (!like || like.reasons.includes("oneLetter")) return;
        seen += 1;
        const keys = new Set(likenessKeys(one as Described));
        expect(likenessKeys(other as Described).some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: 4_000 },
    );
    expect(seen).toBeGreaterThan(100);
  });

  test("the keys of one person are few", () => {
    fc.assert(
      fc.property(anybody, (one) => {
        expect(likenessKeys(one).length).toBeLessThan(48);
      }),
    );
  });
});
