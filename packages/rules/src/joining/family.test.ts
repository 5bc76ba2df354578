import { RequirementStatus } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addToDay, type Day, dayOf, startOfDay } from "../calendar.ts";
import { isMinor } from "../compliance/age.ts";
import { signingRefusal, whoSigns } from "../compliance/signing.ts";
import {
  bornToBe,
  byUrgency,
  childBirthProblem,
  guardianRefusal,
  handOver,
  handOverState,
  type Next,
  needsDoing,
  sameChild,
} from "./family.ts";

const zones = ["America/Los_Angeles", "Africa/Cairo", "Europe/Berlin", "Pacific/Kiritimati", "Asia/Kathmandu", "UTC"];
const days = fc.date({ min: new Date("1940-01-01"), max: new Date("2060-12-31"), noInvalidDate: true });
const aDay = days.map((date) => date.toISOString().slice(0, 10) as Day);
const leapDays = fc
  .integer({ min: 1940, max: 2056 })
  .filter((year) => year % 4 === 0)
  .map((year) => `${year}-02-29`);

describe("the hand-over", () => {
  test.each([
    ["2008-06-15", "UTC", "2026-06-15T00:00:00.000Z"],
    ["2008-02-29", "Europe/Berlin", "2026-02-28T23:00:00.000Z"],
    ["2008-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    ["2008-12-31", "Pacific/Kiritimati", "2026-12-30T10:00:00.000Z"],
  ])("of somebody born on %s is at local midnight in %s", (born, zone, instant) => {
    expect(new Date(handOver(born, zone).at).toISOString()).toBe(instant);
  });

  test("begins exactly when the person is a minor no longer, and is told of 30 days before", () => {
    fc.assert(
      fc.property(fc.oneof(aDay, leapDays), fc.constantFrom(...zones), (born, zone) => {
        const { at, noticeFrom, day } = handOver(born, zone);
        expect(isMinor(born, at - 1, zone)).toBe(true);
        expect(isMinor(born, at, zone)).toBe(false);
        expect(handOverState(born, at, zone)).toBe("due");
        expect(handOverState(born, at - 1, zone)).toBe("soon");
        expect(handOverState(born, noticeFrom, zone)).toBe("soon");
        expect(handOverState(born, noticeFrom - 1, zone)).toBe("guarded");
        expect(dayOf(noticeFrom, zone)).toBe(addToDay(day, { days: -30 }));
      }),
      { numRuns: 200 },
    );
  });

  test("whoever was born on or before a day is of age, and nobody else: the index and the rule agree", () => {
    fc.assert(
      fc.property(
        fc.oneof(aDay, leapDays),
        fc.oneof(aDay, leapDays),
        fc.constantFrom(...zones),
        (born, today, zone) => {
          const minor = isMinor(born, startOfDay(today, zone), zone);
          expect(born > bornToBe(18, today)).toBe(minor);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("never comes where the date of birth is not known", () => {
    expect(handOverState(null, Date.now(), "UTC")).toBe("guarded");
  });
});

describe("a guardian", () => {
  const child = { profileId: "child", dateOfBirth: "2015-05-05" };
  const adult = { profileId: "adult", dateOfBirth: "1985-05-05" };
  test.each([
    [null, adult, child, []],
    [null, { ...adult, dateOfBirth: null }, child, ["other"]],
    ["self", child, child, []],
    ["notAChild", adult, { profileId: "other", dateOfBirth: "2000-01-01" }, []],
    ["notAChild", adult, { profileId: "other", dateOfBirth: "2008-06-01" }, []],
    [null, adult, { profileId: "other", dateOfBirth: "2008-06-02" }, []],
    ["notAChild", adult, { profileId: "other", dateOfBirth: null }, []],
    ["guardianIsAChild", { profileId: "teen", dateOfBirth: "2010-01-01" }, child, []],
    ["alreadyGuardian", adult, child, ["adult"]],
    ["alreadyGuardian", adult, child, ["adult", "other"]],
    ["twoGuardians", adult, child, ["one", "other"]],
  ])("%s", (refusal, guardian, of, guardians) => {
    expect(guardianRefusal({ guardian, child: of, guardians, guarded: 19 }, "2026-06-01")).toBe(refusal);
  });
  test("guards 20 children and no more", () => {
    expect(guardianRefusal({ guardian: adult, child, guardians: [], guarded: 20 }, "2026-06-01")).toBe(
      "tooManyChildren",
    );
  });
});

test.each([
  ["2026-06-01", null],
  ["2026-06-02", "future"],
  ["2008-06-01", "adult"],
  ["2008-06-02", null],
])("a child born on %s added on 1 June 2026: %s", (born, problem) => {
  expect(childBirthProblem(born, "2026-06-01")).toBe(problem);
});

test.each([
  ["Zoë", "Núñez", "2015-05-05", true],
  ["ZOE ", "nuñez", "2015-05-05", true],
  ["Zoe", "Nunez", "2015-05-06", false],
  ["Zoe", "Nunes", "2015-05-05", false],
  ["Zoe Nunez", "", "2015-05-05", false],
])("%s %s, born on %s, is the same child: %s", (firstName, lastName, dateOfBirth, same) => {
  const one = { firstName: "Zoë", lastName: "Núñez", dateOfBirth: "2015-05-05" };
  expect(sameChild(one, { firstName, lastName, dateOfBirth })).toBe(same);
});

test.each([
  [true, "guardian", null],
  [true, "self", "guardianSigns"],
  [true, null, "notYours"],
  [false, "self", null],
  [false, "guardian", "adultSigns"],
  [false, null, "notYours"],
] as const)("of a minor (%s) signs, acting as %s: %s", (minor, as, refusal) => {
  expect(signingRefusal({ minor }, as)).toBe(refusal);
  expect(whoSigns({ minor })).toBe(minor ? "guardian" : "self");
});

describe("what is next", () => {
  const one: Next = {
    status: RequirementStatus.Incomplete,
    mandatory: true,
    waits: false,
    changesRequested: false,
    dueAt: null,
    expiresAt: null,
    name: "Agreement",
  };
  test("what must be done comes before what may be: first what was sent back, then the worst, of equals the sooner", () => {
    const all: Next[] = [
      { ...one, name: "may", mandatory: false, status: RequirementStatus.Overdue },
      { ...one, name: "later", dueAt: 2 },
      { ...one, name: "sooner", dueAt: 1 },
      { ...one, name: "overdue", status: RequirementStatus.Overdue },
      { ...one, name: "sent back", changesRequested: true },
      { ...one, name: "soon", status: RequirementStatus.ExpiringSoon, expiresAt: 5 },
    ];
    const order = all.toSorted(byUrgency).map(({ name }) => name);
    expect(order.slice(0, 2)).toEqual(["sent back", "overdue"]);
    expect(order.indexOf("sooner")).toBeLessThan(order.indexOf("later"));
    expect(order.at(-1)).toBe("may");
  });

  test.each([
    [RequirementStatus.Incomplete, false, true],
    [RequirementStatus.ExpiringSoon, true, false],
    [RequirementStatus.PendingReview, true, false],
    [RequirementStatus.Completed, false, false],
    [RequirementStatus.Rejected, false, false],
    [RequirementStatus.Expired, false, true],
  ])("status %i, in the hands of others %s: to be done %s", (status, waits, needed) => {
    expect(needsDoing({ status, waits })).toBe(needed);
  });
});
