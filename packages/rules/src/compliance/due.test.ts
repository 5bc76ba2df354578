import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startOfDay } from "../calendar.ts";
import { type Demand, mergeDemands, overdueAt } from "./due.ts";

const newYork = "America/New_York";

describe("the moment something becomes overdue", () => {
  test("is the end of a fixed day in the organization's zone", () => {
    expect(overdueAt({ type: "Fixed", day: "2026-07-31" }, 0, newYork)).toBe(Date.UTC(2026, 7, 1, 4));
    expect(overdueAt({ type: "Fixed", day: "2026-07-31" }, 0, "UTC")).toBe(Date.UTC(2026, 7, 1));
  });

  test("is the end of the Nth day after the local day of joining, across a clock change", () => {
    const joinedLate = Date.UTC(2026, 2, 6, 4, 30); // 23:30 on March 5
    expect(overdueAt({ type: "AfterJoining", days: 7 }, joinedLate, newYork)).toBe(Date.UTC(2026, 2, 13, 4));
    expect(overdueAt({ type: "AfterJoining", days: 0 }, joinedLate, newYork)).toBe(Date.UTC(2026, 2, 6, 5));
  });

  test.each([
    ["who was there before the season", "2026-03-01", Date.UTC(2026, 7, 1, 4)],
    ["who comes too shortly before it for the days of grace", "2026-07-25", Date.UTC(2026, 7, 9, 4)],
    ["who comes in the season", "2026-10-25", Date.UTC(2026, 10, 9, 5)],
  ])("is the start of the season, or some days after the beginning, of one %s", (_, day, due) => {
    const policy = { type: "Season", start: { month: 8, day: 1 }, assigned: "2026-02-10", graceDays: 14 } as const;
    expect(overdueAt(policy, startOfDay(day, newYork), newYork)).toBe(due);
  });

  test("by the season is that of the next one, when it is assigned on the day of its start", () => {
    const policy = { type: "Season", start: { month: 8, day: 1 }, assigned: "2026-08-01", graceDays: 0 } as const;
    expect(overdueAt(policy, startOfDay("2026-08-01", "UTC"), "UTC")).toBe(Date.UTC(2027, 7, 1));
  });

  test("does not come without a due date", () => {
    expect(overdueAt({ type: "None" }, 0, newYork)).toBeNull();
  });
});

describe("several demands on one membership", () => {
  const optional: Demand = { mandatory: false, dueAt: 10, payer: "Individual" };
  const mandatory: Demand = { mandatory: true, dueAt: 20, payer: "Individual" };

  test("are none when there is none, and the one when there is one", () => {
    expect(mergeDemands([])).toBeNull();
    expect(mergeDemands([mandatory])).toEqual(mandatory);
  });

  test("are mandatory if any is, and then an optional one's date does not count", () => {
    expect(mergeDemands([optional, mandatory])).toEqual(mandatory);
    expect(mergeDemands([optional, { ...mandatory, dueAt: null }])?.dueAt).toBeNull();
  });

  test("are due on the earliest date", () => {
    expect(mergeDemands([mandatory, { ...mandatory, dueAt: 5 }, { ...mandatory, dueAt: null }])?.dueAt).toBe(5);
    expect(mergeDemands([optional, { ...optional, dueAt: 5 }])?.dueAt).toBe(5);
  });

  test("are paid by the organization if any assignment says so, the optional ones included", () => {
    expect(mergeDemands([mandatory, { ...optional, payer: "Organization" }])?.payer).toBe("Organization");
  });

  const demand: fc.Arbitrary<Demand> = fc.record({
    mandatory: fc.boolean(),
    dueAt: fc.option(fc.integer()),
    payer: fc.constantFrom("Organization", "Individual"),
  });

  test("come out the same in any order and any grouping", () => {
    fc.assert(
      fc.property(fc.array(demand), fc.array(demand), (some, others) => {
        const merged = mergeDemands([...some, ...others]);
        expect(mergeDemands([...others, ...some].reverse())).toEqual(merged);
        const grouped = [mergeDemands(some), mergeDemands(others)].filter((one) => one !== null);
        expect(mergeDemands(grouped)).toEqual(merged);
      }),
    );
  });
});
