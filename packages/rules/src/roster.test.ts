import type { LabelGiver, Role } from "@touchline/contract/enums";
import type { RosterMapping } from "@touchline/contract/imports";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distance, nameKey, nearest, splitName, tidy, wordKey } from "./names.ts";
import { levelFinder } from "./places.ts";
import { fateOf, type KnownPerson, openRepetitions, type ReadRow, type RosterContext, rosterReader } from "./roster.ts";
import { isHeading, proposeColumns } from "./rosterColumns.ts";

function repetitions(rows: readonly ReadRow[]) {
  const found = openRepetitions();
  for (const row of rows) found.add(row);
  return found;
}

const levels = [
  { levelId: "state", parentId: null, name: "Cascade State", pre: 0 },
  { levelId: "north", parentId: "state", name: "North", pre: 1 },
  { levelId: "rovers", parentId: "north", name: "Rovers", pre: 2 },
  { levelId: "rovers-u12", parentId: "rovers", name: "U12 Girls", pre: 3 },
  { levelId: "rovers-u14", parentId: "rovers", name: "U14 Boys / Red", pre: 4 },
  { levelId: "south", parentId: "state", name: "Süd", pre: 5 },
  { levelId: "city", parentId: "south", name: "City", pre: 6 },
  { levelId: "city-u12", parentId: "city", name: "U12 Girls", pre: 7 },
];
const labels: { labelId: string; name: string; role: Role; givenBy?: LabelGiver }[] = [
  { labelId: "coach", name: "Head Coach", role: "Individual" },
  { labelId: "player", name: "Player", role: "Individual" },
  { labelId: "director", name: "Club Director", role: "Director" },
  { labelId: "referee", name: "Referee", role: "Individual", givenBy: "Director" },
];
const noColumns = {
  firstName: null,
  lastName: null,
  fullName: null,
  email: null,
  level: null,
  label: null,
  minor: null,
};
const usual: RosterMapping = {
  columns: { ...noColumns, firstName: 0, lastName: 1, email: 2, level: 3, label: 4, minor: 5 },
  levelId: null,
  labelId: null,
  levels: {},
  labels: {},
};
/** Reaches all levels as a Manager does: only labels of members. */
const manager: RosterContext["refusal"] = (_, role, givenBy) => {
  if (givenBy === "Director") return "Your organization leaves handing out this role to others.";
  return role === "Individual" ? null : "This role is above your own.";
};
const northOnly: RosterContext["refusal"] = (pre, role) =>
  pre >= 1 && pre <= 4 ? manager(pre, role) : "This lies outside the levels you look after.";

function read(cells: string[], mapping: Partial<RosterMapping> = {}, refusal = manager): ReadRow {
  return rosterReader({ mapping: { ...usual, ...mapping }, levels, labels, refusal })({
    number: 2,
    cells,
    fault: null,
  });
}
const ana = ["Ana", "Lima", "ana@example.org", "City", "Player", ""];
const but = (changes: Record<number, string>) => ana.map((cell, at) => changes[at] ?? cell);

describe("headings", () => {
  test.each([
    ["Name,Last Name,Email,Level/Team,Role,Requires Guardian", "firstName lastName email level label minor"],
    ["First Name;Surname;E-mail;Club;Position", "firstName lastName email level label"],
    ["NAME|Mail|Team", "fullName email level"],
    ["First / Last,E-mail (guardian email),Club/Team,Role (position),Kid?", "- email level label minor"],
    ["Shirt,First,Last,Shoe size", "- firstName lastName -"],
    ["Nombre,Apellidos,Correo electrónico,Equipo,Rol", "firstName lastName email level label"],
    ["Email,E-mail,Team,Club", "email - level -"],
  ])("%s", (header, expected) => {
    const cells = header.split(/[,;|]/);
    const columns = proposeColumns(cells);
    const named = cells.map((_, at) => Object.entries(columns).find(([, place]) => place === at)?.[0] ?? "-");
    expect(named.join(" ").replace(/( -)+$/, (end) => (expected.endsWith("-") ? end : ""))).toBe(expected);
    expect(isHeading(cells)).toBe(true);
  });
  test("are told from a first row that is a person", () => {
    expect(isHeading(["Ana", "Lima", "ana@example.org"])).toBe(false);
  });
});

describe("a full name", () => {
  test.each([
    ["Ana Lima", "Ana", "Lima"],
    ["Lima, Ana Maria", "Ana Maria", "Lima"],
    ["Vincent van der Berg", "Vincent", "van der Berg"],
    ["María José de la Cruz", "María José", "de la Cruz"],
    ["Robert Smith Jr.", "Robert", "Smith Jr."],
    ["Test, Jr", "", "Test, Jr"],
    ["van der Berg", "", "van der Berg"],
    ["Sukarno", "", "Sukarno"],
    ["李 小龍", "小龍", "李"],
    ["김 민준", "민준", "김"],
    ["  Anne   Marie  Smith ", "Anne Marie", "Smith"],
    ["", "", ""],
  ])("%j", (full, firstName, lastName) => {
    expect(splitName(full)).toEqual({ firstName, lastName });
  });
  test("loses no word of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (full) => {
        const { firstName, lastName } = splitName(full);
        const words = (text: string) =>
          tidy(text)
            .split(/[\s,]+/)
            .filter(Boolean)
            .sort();
        expect(words(`${firstName} ${lastName}`)).toEqual(words(full));
        expect(lastName === "").toBe(tidy(full) === "");
      }),
    );
  });
});

describe("names are compared", () => {
  test("without case and Latin accents, but with the vowels of other scripts", () => {
    expect(nameKey("JOSÉ")).toBe(nameKey("jose\u0301"));
    expect(nameKey("José D’Angelo")).toBe(nameKey("jose d'angelo"));
    expect(nameKey("ராமன்")).not.toBe(nameKey("ராமின்"));
    expect(wordKey("U-12 (Girls)")).toBe(wordKey("u 12 girls"));
  });
  test("and a typing slip is near", () => {
    expect(distance("grils", "girls")).toBe(1);
    expect(nearest("U12 Grils", levels).map((one) => one.levelId)).toContain("rovers-u12");
    expect(nearest("Volleyball", levels)).toEqual([]);
  });
});

describe("a level", () => {
  const find = levelFinder(levels, () => true);
  test.each([
    ["city", "city"],
    ["SUD", "south"],
    ["Rovers / U12 Girls", "rovers-u12"],
    ["South > City > U12 Girls", null],
    ["Süd › U12 girls", "city-u12"],
    ["U14 Boys / Red", "rovers-u14"],
    ["U12 Girls", "ambiguous"],
    ["North / City", null],
    ["", null],
  ])("%j is found by its name or as much of its path as tells it apart", (word, expected) => {
    const found = find(word);
    if ("refused" in found) expect(found.refused).toBe(expected ?? "unknown");
    else expect(found.levelId).toBe(expected);
  });
  test("that several share is the only one within reach", () => {
    expect(levelFinder(levels, (pre) => pre <= 4)("U12 Girls")).toMatchObject({ levelId: "rovers-u12" });
  });
  test("is suggested by a name that is near, as a path where names repeat, never beyond reach", () => {
    const found = find("U12 Grils");
    expect("refused" in found && found.suggestions.map((one) => one.name)).toEqual([
      "North / Rovers / U12 Girls",
      "Süd / City / U12 Girls",
    ]);
    const mine = levelFinder(levels, (pre) => pre >= 5)("U12 Grils");
    expect("refused" in mine && mine.suggestions.map((one) => one.id)).toEqual(["city-u12"]);
  });
  test("is suggested for the first words that nobody knows, not for a file full of them", () => {
    const asked = levelFinder(levels, () => true);
    const suggestions = Array.from({ length: 200 }, (_, at) => {
      const found = asked(`Rovers ${at}`);
      return "refused" in found ? found.suggestions.length : -1;
    });
    expect(suggestions).toEqual([...Array(50).fill(1), ...Array(150).fill(0)]);
    const again = asked("Rovers  7");
    expect("refused" in again && again.suggestions).toMatchObject([{ id: "rovers" }]);
  });
});

describe("a row", () => {
  test("that says everything is read as it was typed", () => {
    const row = read(["  María  José ", "d’Ávila", "Maria <MJ@Example.org>", "rovers / u12 girls", "head coach", "no"]);
    expect(row).toMatchObject({ firstName: "María José", lastName: "d’Ávila", email: "MJ@Example.org", wrong: null });
    expect(row).toMatchObject({ levelId: "rovers-u12", labelId: "coach", notes: [] });
  });
  test.each<[string, Record<number, string>, string | null, RegExp]>([
    ["no name", { 0: " ", 1: "" }, "lastName", /name is missing/],
    ["a malformed address", { 2: "ana@@example" }, "email", /not an e-mail address/],
    ["two addresses", { 2: "a@example.org; b@example.org" }, "email", /not an e-mail address/],
    ["no level", { 3: "" }, "level", /No level/],
    ["an unknown level", { 3: "Rovrs" }, "level", /Did you mean “Rovers”/],
    ["an ambiguous level", { 3: "U12 Girls" }, "level", /Several levels.*“North \/ Rovers \/ U12 Girls”/],
    ["no role", { 4: "" }, "label", /No role/],
    ["an unknown role", { 4: "Headcoach" }, "label", /Did you mean “Head Coach”/],
    ["a role above one's own", { 4: "Club Director" }, "label", /above your own/],
    ["a role that others hand out", { 4: "Referee" }, "label", /leaves handing out this role to others/],
    ["neither level nor role known", { 3: "Rovrs", 4: "Coach?" }, "level", /“Rovers”.*no role called “Coach\?”/],
    ["neither yes nor no", { 5: "maybe" }, "minor", /neither yes nor no/],
    ["a word that every object knows", { 5: "constructor" }, "minor", /neither yes nor no/],
    ["a level that every object knows", { 3: "constructor" }, "level", /no level called/],
    ["a name beyond all measure", { 1: "x".repeat(101) }, "lastName", /at most 100/],
    ["text that turns around", { 0: "A\u202ena" }, "firstName", /hidden or broken/],
    ["a NUL", { 2: "a\0@example.org" }, "email", /hidden or broken/],
    ["half a character", { 1: "L\ud800ma" }, "lastName", /hidden or broken/],
  ])("with %s says so", (_, changes, field, message) => {
    expect(read(but(changes)).wrong).toMatchObject({ field, message: expect.stringMatching(message) });
  });
  test("at a level out of reach says so", () => {
    expect(read(ana, {}, northOnly).wrong).toMatchObject({ field: "level", message: expect.stringMatching(/outside/) });
  });
  test.each(["yes", "Y", "TRUE", "1", "x", "Sí", "✓"])(
    "whose guardian is required (%s) is a child's: the address is not theirs",
    (yes) => {
      const row = read(but({ 5: yes }));
      expect(row).toMatchObject({ minor: true, email: null, address: "ana@example.org", wrong: null });
      expect(row.notes.join()).toMatch(/guardian is to be added/);
    },
  );
  test("with a single name keeps it as the last name and says so", () => {
    expect(read(but({ 0: "Sukarno", 1: "" }))).toMatchObject({ firstName: "", lastName: "Sukarno", wrong: null });
    expect(read(but({ 0: "Sukarno", 1: "" })).notes.join()).toMatch(/single name/);
  });
  test("takes what was chosen for rows that name no level or role, and for words that mean one", () => {
    expect(read(but({ 3: "", 4: "" }), { levelId: "rovers", labelId: "coach" })).toMatchObject({
      levelId: "rovers",
      labelId: "coach",
    });
    const meant = { levels: { [wordKey("U12 girls")]: "city-u12" }, labels: { trainer: "coach" } };
    expect(read(but({ 3: "U12  GIRLS", 4: "Trainer" }), meant)).toMatchObject({
      levelId: "city-u12",
      labelId: "coach",
    });
  });
});

const person = (row: ReadRow, id = "p"): KnownPerson => ({
  ...row,
  profileId: id,
  memberships: [{ levelId: row.levelId ?? "", labelId: row.labelId ?? "" }],
});

describe("beside the people who are there, a row", () => {
  const there = person(read(ana), "ana");
  test.each<[string, Record<number, string>, string]>([
    ["of the same name and address, there already", {}, "present"],
    ["written in other letters", { 0: "ANA", 1: "Líma", 2: "ANA@EXAMPLE.ORG" }, "present"],
    ["without an address, at the same place", { 2: "" }, "present"],
    ["of the same name and address elsewhere", { 3: "Rovers" }, "join"],
    ["of the same name and address in another role", { 4: "Head Coach" }, "join"],
    ["of a sister with the family's address", { 0: "Bea" }, "create"],
    ["of the same name with another address", { 2: "other@example.org" }, "create"],
    ["of the same name without an address elsewhere", { 2: "", 3: "Rovers" }, "create"],
  ])("%s", (_, changes, fate) => {
    expect(fateOf(read(but(changes)), [there]).fate).toBe(fate);
  });
});

describe("in one file, a row", () => {
  const rows = (...all: Record<number, string>[]) =>
    all.map((changes, at) => ({ ...read(but(changes)), number: at + 2 }));
  test("that says the same again is a duplicate, one elsewhere is the same person", () => {
    const found = repetitions(rows({}, { 0: "ana" }, { 3: "Rovers" }, { 2: "b@example.org" }, { 0: "Bea" }, { 2: "" }));
    expect([...found.duplicateOf]).toEqual([
      [3, 2],
      [7, 2],
    ]);
    expect([...found.samePersonAs]).toEqual([[4, 2]]);
  });
  test("after a faulty one like it is no duplicate", () => {
    const [first, second] = rows({ 3: "nowhere" }, {});
    expect(repetitions([first, second] as ReadRow[]).duplicateOf.size).toBe(0);
  });
});

describe("whatever a file holds", () => {
  const cell = fc.oneof(
    fc.constantFrom(
      "Ana",
      "ANA",
      "Bea",
      "Lima",
      "",
      "a@example.org",
      "b@example.org",
      "City",
      "Rovers",
      "Player",
      "Head Coach",
      "yes",
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const row = fc.tuple(
    fc.constantFrom("Ana", "ána", "Bea", ""),
    fc.constantFrom("Lima", "Sousa", ""),
    fc.constantFrom("a@example.org", "A@example.org", "b@example.org", "", "x"),
    fc.constantFrom("City", "Rovers", "U12 Girls", ""),
    fc.constantFrom("Player", "Head Coach", "Club Director"),
    fc.constantFrom("", "yes", "no"),
  );
  const readAll = (files: readonly (readonly string[])[]) =>
    files.map((cells, at) =>
      rosterReader({ mapping: usual, levels, labels, refusal: manager })({ number: at + 2, cells, fault: null }),
    );

  test("every row gets a fate, and none makes the reading fail", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 20 }), (files) => {
        for (const one of readAll(files)) {
          if (one.wrong) expect(one.wrong.message).toMatch(/[.?]$/);
          else expect([one.lastName, one.levelId, one.labelId].every(Boolean)).toBe(true);
        }
      }),
    );
  });

  test("once it is imported, the same file adds nobody", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 25 }), (files) => {
        const people: KnownPerson[] = [];
        /** Writes as an import does, row by row, and tells how many it wrote. */
        const importAll = () => {
          const read = readAll(files);
          const { duplicateOf } = repetitions(read);
          let written = 0;
          for (const one of read.filter((each) => !each.wrong && !duplicateOf.has(each.number))) {
            const { fate, profileId } = fateOf(one, people);
            if (fate === "present") continue;
            written += 1;
            const found = people.findIndex((each) => each.profileId === profileId);
            const before = people[found];
            if (before) people[found] = { ...before, memberships: [...before.memberships, ...person(one).memberships] };
            else people.push(person(one, `p${people.length}`));
          }
          return written;
        };
        importAll();
        expect(importAll()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});
