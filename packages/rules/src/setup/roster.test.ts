import type { LabelGiver, Role } from "@touchline/contract";
import { type DateOrder, type RosterMapping, rosterFields } from "@touchline/contract/setup/imports";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distance, nameKey, nearest, splitName, tidy, wordKey } from "../names.ts";
import { levelFinder } from "../people/places.ts";
import { openDateOrder, readDay } from "../written-dates.ts";
import { meantCells, type ReadRow, type RosterContext, rosterReader } from "./roster.ts";
import { isHeading, proposeColumns } from "./roster-columns.ts";
import { fateOf, type KnownPerson, openRepetitions } from "./roster-matching.ts";

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
const noColumns = Object.fromEntries(rosterFields.map((field) => [field, null])) as RosterMapping["columns"];
const usual: RosterMapping = {
  columns: { ...noColumns, firstName: 0, lastName: 1, email: 2, level: 3, label: 4, minor: 5 },
  dateOrder: null,
  levelId: null,
  labelId: null,
  levels: {},
  labels: {},
  newLevels: {},
};
const today = "2026-06-01";
const facts = { mayAddLevels: () => true, dateOrder: null, today } as const;
/** Returns a reader with a Manager's access to all levels: only members' labels. */
const manager: RosterContext["refusal"] = (_, role, givenBy) => {
  if (givenBy === "Director") return "Your role can't assign this role. Ask an Admin.";
  return role === "Individual" ? null : "This role has more permissions than yours. Ask someone with a higher role.";
};
const northOnly: RosterContext["refusal"] = (pre, role) =>
  pre >= 1 && pre <= 4 ? manager(pre, role) : "This is outside the levels you manage.";

function read(cells: string[], mapping: Partial<RosterMapping> = {}, refusal = manager): ReadRow {
  return rosterReader({ mapping: { ...usual, ...mapping }, levels, labels, refusal, ...facts })({
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
    [
      "First,Last,DOB,Cell phone,Parent 1 First Name,Parent 1 Last Name,Parent 1 Email,Parent 2 name,Parent 2 email",
      "firstName lastName dateOfBirth phone guardianFirstName guardianLastName guardianEmail guardian2LastName guardian2Email",
    ],
    ["Name,Birthdate,Guardian Name,Guardian Email", "fullName dateOfBirth guardianLastName guardianEmail"],
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
    const finder = levelFinder(levels, () => true);
    const suggestions = Array.from({ length: 200 }, (_, at) => {
      const found = finder(`Rovers ${at}`);
      return "refused" in found ? found.suggestions.length : -1;
    });
    expect(suggestions).toEqual([...Array(50).fill(1), ...Array(150).fill(0)]);
    const again = finder("Rovers  7");
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
    ["a malformed address", { 2: "ana@@example" }, "email", /isn't a valid email address/],
    ["two addresses", { 2: "a@example.org; b@example.org" }, "email", /isn't a valid email address/],
    ["no level", { 3: "" }, "level", /level is missing/],
    ["an unknown level", { 3: "Rovrs" }, "level", /Did you mean “Rovers”/],
    ["an ambiguous level", { 3: "U12 Girls" }, "level", /Several levels.*“North \/ Rovers \/ U12 Girls”/],
    ["no role", { 4: "" }, "label", /role is missing/],
    ["an unknown role", { 4: "Headcoach" }, "label", /Did you mean “Head Coach”/],
    ["a role above one's own", { 4: "Club Director" }, "label", /more permissions than yours/],
    ["a role that others hand out", { 4: "Referee" }, "label", /can't assign this role/],
    ["neither level nor role known", { 3: "Rovrs", 4: "Coach?" }, "level", /“Rovers”.*no role named “Coach\?”/],
    ["neither yes nor no", { 5: "maybe" }, "minor", /neither yes nor no/],
    ["a word that every object knows", { 5: "constructor" }, "minor", /neither yes nor no/],
    ["a level that every object knows", { 3: "constructor" }, "level", /no level named/],
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
      expect(row.notes.join()).toMatch(/Add a guardian later/);
    },
  );
  test("with a single name keeps it as the last name and says so", () => {
    expect(read(but({ 0: "Sukarno", 1: "" }))).toMatchObject({ firstName: "", lastName: "Sukarno", wrong: null });
    expect(read(but({ 0: "Sukarno", 1: "" })).notes.join()).toMatch(/only one name/);
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

describe("a date", () => {
  test.each<[string, DateOrder | null, string]>([
    ["2012-04-03", null, "2012-04-03"],
    ["2012/4/3", null, "2012-04-03"],
    ["2012-04-03 00:00", null, "2012-04-03"],
    ["3 April 2012", null, "2012-04-03"],
    ["Apr 3, 2012", null, "2012-04-03"],
    ["3rd-apr-2012", null, "2012-04-03"],
    ["3 de abril de 2012", null, "2012-04-03"],
    ["13/04/2012", null, "2012-04-13"],
    ["04/13/2012", null, "2012-04-13"],
    ["04/04/2012", null, "2012-04-04"],
    ["03/04/2012", "monthFirst", "2012-03-04"],
    ["03.04.2012", "dayFirst", "2012-04-03"],
    ["13/04/2012", "monthFirst", "2012-04-13"],
    ["03/04/2012", null, "ambiguous"],
    ["3-4-12", "dayFirst", "shortYear"],
    ["3 Apr 12", null, "shortYear"],
    ["2012-02-30", null, "unknown"],
    ["31/04/2012", null, "unknown"],
    ["41002", null, "unknown"],
    ["3 Avocado 2012", null, "unknown"],
    ["soon", null, "unknown"],
  ])("%s, %s: %s", (text, order, expected) => {
    const read = readDay(text, order);
    expect("day" in read ? read.day : read.refused).toBe(expected);
  });
  test.each<[string[], DateOrder | null, string | null]>([
    [["03/04/2012", "13/04/2012"], "dayFirst", null],
    [["03/04/2012", "04/13/2012", "2012-01-01"], "monthFirst", null],
    [["2012-01-02", " 03/04/2012 ", "05/06/2012"], null, "03/04/2012"],
    [["13/04/2012", "04/13/2012", "03/04/2012"], null, "03/04/2012"],
    [["2012-01-02", "04/04/2012", "", "?"], null, null],
  ])("in a column of %j is told by the others, or asked about", (cells, order, example) => {
    const dates = openDateOrder();
    for (const cell of cells) dates.add(cell);
    expect(dates.found()).toEqual({ order, example });
  });
  test("is never read in two ways without being told to", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 31 }), (a, b) => {
        const read = (order: DateOrder | null) => readDay(`${a}/${b}/2012`, order);
        const alone = read(null);
        if ("day" in alone) expect([read("monthFirst"), read("dayFirst")]).toEqual([alone, alone]);
      }),
    );
  });
});

describe("a row with a date of birth and guardians", () => {
  const wide: RosterMapping = {
    ...usual,
    columns: {
      ...usual.columns,
      ...{ dateOfBirth: 6, phone: 7, guardianFirstName: 8, guardianLastName: 9, guardianEmail: 10 },
      ...{ guardian2LastName: 11, guardian2Email: 12 },
    },
  };
  const noa = [
    "Noa",
    "Lima",
    "noa@example.org",
    "City",
    "Player",
    "",
    "2014-05-05",
    "",
    "Ana",
    "Lima",
    "ana@example.org",
  ];
  const readWide = (changes: Record<number, string>, mapping: Partial<RosterMapping> = {}) =>
    read(
      Array.from({ length: 13 }, (_, at) => changes[at] ?? noa[at] ?? ""),
      { ...wide, ...mapping },
    );
  const ana = { firstName: "Ana", lastName: "Lima", email: "ana@example.org" };

  test("under 18 is a child: nobody is invited by the child's own address", () => {
    expect(readWide({})).toMatchObject({
      minor: true,
      email: null,
      dateOfBirth: "2014-05-05",
      guardians: [ana],
      wrong: null,
    });
    expect(readWide({ 5: "no" })).toMatchObject({ minor: true, email: null });
    const alone = readWide({ 8: "", 9: "", 10: "" });
    expect(alone).toMatchObject({ minor: true, email: null, guardians: [], wrong: null });
    expect(alone.notes.join()).toMatch(/Add a guardian later/);
  });
  test("is a child until the day before the 18th birthday", () => {
    expect(readWide({ 6: "2008-06-02" }).minor).toBe(true);
    const adult = readWide({ 6: "2008-06-01" });
    expect(adult).toMatchObject({ minor: false, email: "noa@example.org", guardians: [], wrong: null });
    expect(adult.notes.join()).toMatch(/18 or older, so the guardian is left out/);
  });
  test("may name two, the second by a full name", () => {
    expect(readWide({ 11: "Maria de la Cruz", 12: "Maria <maria@example.org>" }).guardians).toEqual([
      ana,
      { firstName: "Maria", lastName: "de la Cruz", email: "maria@example.org" },
    ]);
  });
  test.each<[string, Record<number, string>, string, RegExp]>([
    ["a day that can be read two ways", { 6: "03/04/2014" }, "dateOfBirth", /two ways/],
    ["a day to come", { 6: "2027-01-01" }, "dateOfBirth", /in the future/],
    ["a day of another age", { 6: "1850-01-01" }, "dateOfBirth", /too long ago/],
    ["a year of two digits", { 6: "5/5/14" }, "dateOfBirth", /all four digits/],
    ["no date of birth but a guardian", { 6: "" }, "dateOfBirth", /date of birth is missing/],
    ["an adult whose guardian is required", { 5: "yes", 6: "1990-01-01" }, "minor", /18 or older/],
    ["a guardian without an email", { 10: "" }, "guardianEmail", /email is missing/],
    ["a guardian with a broken email", { 10: "ana@" }, "guardianEmail", /isn't a valid email address/],
    ["a guardian without a name", { 8: "", 9: "" }, "guardianLastName", /name is missing/],
    ["one address for both", { 11: "Bo Lima", 12: "ANA@example.org" }, "guardian2Email", /same email/],
    ["no phone number", { 7: "call me" }, "phone", /isn't a phone number/],
  ])("with %s says so", (_, changes, field, message) => {
    expect(readWide(changes).wrong).toMatchObject({ field, message: expect.stringMatching(message) });
  });
  test("keeps the phone number as it is written", () => {
    expect(readWide({ 7: " +1 (206) 555-0142 x3 " })).toMatchObject({ phone: "+1 (206) 555-0142 x3", wrong: null });
  });
  test("is read by the order that was chosen", () => {
    expect(readWide({ 6: "03/04/2014" }, { dateOrder: "dayFirst" }).dateOfBirth).toBe("2014-04-03");
  });
  test("that was fixed is judged by what was corrected, and its fault was seen", () => {
    const row = { number: 2, cells: noa, fault: "Broken.", fixed: { dateOfBirth: "2013-01-01", email: "" } };
    const context = { mapping: wide, levels, labels, refusal: manager, ...facts };
    expect(rosterReader(context)(row)).toMatchObject({ dateOfBirth: "2013-01-01", address: "", wrong: null });
    expect(meantCells(row, wide)).toMatchObject({ firstName: "Noa", dateOfBirth: "2013-01-01" });
  });
  test("of the same name and date of birth is the same child, if the importer sees it", () => {
    const row = readWide({ 3: "Rovers" });
    const there = { ...person(readWide({}), "noa") };
    expect(fateOf(row, [there])).toEqual({ fate: "join", profileId: "noa" });
    expect(fateOf(row, [{ ...there, seen: false }]).fate).toBe("create");
    expect(fateOf(readWide({ 6: "2013-05-05" }), [there]).fate).toBe("create");
    expect(fateOf(readWide({}), [there]).fate).toBe("present");
  });
});

describe("a word for a level that is created", () => {
  const key = wordKey("U9 Girls");
  const newLevels = { [key]: { parentId: "rovers", name: "U9 Girls", kind: "Team" } };
  const at = (changes: Record<number, string>, more: Partial<RosterContext> = {}, refusal = manager) =>
    rosterReader({ mapping: { ...usual, newLevels }, levels, labels, refusal, ...facts, ...more })({
      number: 2,
      cells: but(changes),
      fault: null,
    });
  test("is where its rows belong, by the rights below the level above", () => {
    expect(at({ 3: "u9  girls" })).toMatchObject({ levelId: null, newLevel: key, wrong: null });
    expect(at({ 3: "U9 Girls" }, {}, northOnly)).toMatchObject({ newLevel: key, wrong: null });
    expect(at({ 3: "U9 Girls" }, { mayAddLevels: () => false }).wrong?.message).toMatch(/can't add levels to “Rovers”/);
    expect(at({ 3: "constructor" }).wrong?.message).toMatch(/no level named/);
  });
  test("is the level itself once there is one", () => {
    const there = [...levels, { levelId: "rovers-u9", parentId: "rovers", name: "U9 girls", pre: 5 }];
    expect(at({ 3: "U9 Girls" }, { levels: there })).toMatchObject({ levelId: "rovers-u9", newLevel: null });
  });
});

const person = (row: ReadRow, id = "p"): KnownPerson => ({
  ...row,
  seen: true,
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
    fc.constantFrom("", "", "2001-01-01", "2012-01-01", "2012-01-02"),
  );
  const mapping = { ...usual, columns: { ...usual.columns, dateOfBirth: 6 } };
  const readAll = (files: readonly (readonly string[])[]) =>
    files.map((cells, at) =>
      rosterReader({ mapping, levels, labels, refusal: manager, ...facts })({
        number: at + 2,
        cells,
        fault: null,
      }),
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
        /** Imports row by row, and returns how many rows were written. */
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
