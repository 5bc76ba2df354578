import { overallStatuses, RequirementStatus } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eligible, type OverallFacts, overallReasons, overallStatus, standingOf } from "./overall.ts";

const all = Object.values(RequirementStatus);
const facts: fc.Arbitrary<OverallFacts> = fc.record({
  disqualified: fc.boolean(),
  confirmed: fc.boolean(),
  activated: fc.boolean(),
  demands: fc.array(fc.record({ mandatory: fc.boolean(), status: fc.constantFrom(...all) }), { maxLength: 6 }),
});

/** Implements the rules of the specification a second time, as plainly as possible. */
function oracle(sample: OverallFacts): string {
  const isDone = (status: number) => status === 3 || status === 6;
  if (sample.disqualified || sample.demands.some((demand) => demand.status === 8)) return "Disqualified";
  if (!sample.confirmed) return "NotConfirmed";
  if (!sample.activated) return "NotActivated";
  if (sample.demands.length === 0) return "NoRequirements";
  if (sample.demands.some((demand) => demand.mandatory && !isDone(demand.status))) return "Incomplete";
  if (sample.demands.some((demand) => !isDone(demand.status))) return "Optional";
  return "Cleared";
}

const clear: OverallFacts = { disqualified: false, confirmed: true, activated: true, demands: [] };
const mandatory = (status: RequirementStatus) => ({ mandatory: true, status });
const optional = (status: RequirementStatus) => ({ mandatory: false, status });

describe("the overall status of a membership", () => {
  test("is what the rules say, for every flag and every pair of demands", () => {
    const seen = new Set<string>();
    const one = [null, ...all.flatMap((status) => [mandatory(status), optional(status)])];
    for (const disqualified of [true, false])
      for (const confirmed of [true, false])
        for (const activated of [true, false])
          for (const a of one)
            for (const b of one) {
              const demands = [a, b].filter((demand) => demand !== null);
              const sample = { disqualified, confirmed, activated, demands };
              expect(overallStatus(sample)).toBe(oracle(sample));
              seen.add(overallStatus(sample));
            }
    expect([...seen].sort()).toEqual([...overallStatuses].sort());
  });

  test("is what the rules say, for any number of demands", () => {
    fc.assert(
      fc.property(facts, (sample) => {
        expect(overallStatus(sample)).toBe(oracle(sample));
      }),
    );
  });

  test("does not depend on the order of the demands", () => {
    fc.assert(
      fc.property(facts, (sample) => {
        expect(overallStatus({ ...sample, demands: sample.demands.toReversed() })).toBe(overallStatus(sample));
      }),
    );
  });

  test("exactly Cleared and Optional are eligible", () => {
    expect(overallStatuses.filter(eligible)).toEqual(["Cleared", "Optional"]);
  });

  test("nobody is eligible with a mandatory requirement open, a rejection, no confirmation or no activation", () => {
    fc.assert(
      fc.property(facts, (sample) => {
        const bar =
          sample.disqualified ||
          !sample.confirmed ||
          !sample.activated ||
          sample.demands.length === 0 ||
          sample.demands.some((demand) => demand.mandatory && demand.status !== 3 && demand.status !== 6);
        if (bar) expect(eligible(overallStatus(sample))).toBe(false);
      }),
    );
  });
});

describe("the reasons", () => {
  test("name what is in the way first and what remains after it", () => {
    const expired = { ...mandatory(RequirementStatus.Expired), name: "Coach background check" };
    const waiver = { ...optional(RequirementStatus.Incomplete), name: "Photo waiver" };
    const soon = { ...mandatory(RequirementStatus.ExpiringSoon), name: "Training" };
    const reasons = overallReasons({ ...clear, activated: false, demands: [waiver, soon, expired] });
    expect(reasons).toEqual([
      { kind: "notActivated" },
      { kind: "mandatoryOpen", demand: expired },
      { kind: "optionalOpen", demand: waiver },
      { kind: "expiringSoon", demand: soon },
    ]);
  });

  test("tell a rejection here from one that another membership demands", () => {
    const rejected = mandatory(RequirementStatus.Rejected);
    expect(overallReasons({ ...clear, disqualified: true, demands: [rejected] })[0]).toEqual({
      kind: "rejected",
      demand: rejected,
    });
    expect(overallReasons({ ...clear, disqualified: true })[0]).toEqual({ kind: "rejectedElsewhere" });
  });

  test("say so when all is done", () => {
    const demand = mandatory(RequirementStatus.ExpiringSoon);
    expect(overallReasons({ ...clear, demands: [demand] })).toEqual([
      { kind: "allDone" },
      { kind: "expiringSoon", demand },
    ]);
  });

  test("are never empty, and mention every demand that is not done exactly once", () => {
    fc.assert(
      fc.property(facts, (sample) => {
        const reasons = overallReasons(sample);
        expect(reasons.length).toBeGreaterThan(0);
        const open = sample.demands.filter((demand) => demand.status !== 3 && demand.status !== 6);
        const outcomes = reasons.flatMap((reason) =>
          "demand" in reason && reason.kind !== "expiringSoon" ? [reason.demand] : [],
        );
        expect(outcomes.length).toBe(open.length);
        expect(new Set(outcomes)).toEqual(new Set(open));
      }),
    );
  });
});

describe("confirmed and activated", () => {
  const both = { confirmed: true, activated: true };
  const neither = { confirmed: false, activated: false };
  const invited = { confirmed: true, activated: false };
  test("come from the own login if there is one, whatever the guardians are", () => {
    expect(standingOf(invited, [both])).toEqual(invited);
  });
  test("come from the guardian who has come furthest for a child without a login", () => {
    expect(standingOf(null, [neither, both])).toEqual(both);
    expect(standingOf(null, [both, neither])).toEqual(both);
    expect(standingOf(null, [{ confirmed: false, activated: true }, invited])).toEqual(invited);
    expect(standingOf(null, [])).toEqual(neither);
  });
});
