import { RequirementStatus } from "@touchline/contract";
import { describe, expect, test } from "vitest";
import { type Basis, factsAt } from "./basis.ts";
import { type OverallDemand, overallReasons, overallStatus } from "./overall.ts";
import { bringsAbout, nextOverall, nextStatus, overallRungs, statusFactsOf, statusRungs } from "./proof.ts";
import { type StatusFacts, statusAt } from "./status.ts";

const zone = "America/Los_Angeles";
const day = 86_400_000;
const now = Date.UTC(2026, 4, 3, 19);
/** Lists every combination of some lists, one of each. */
function every<Row>(lists: { [Key in keyof Row]: readonly Row[Key][] }): Row[] {
  return (Object.entries(lists) as [keyof Row, readonly unknown[]][]).reduce<Record<string, unknown>[]>(
    (rows, [key, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value }))),
    [{}],
  ) as Row[];
}
const instants = [null, now - 400 * day, now - 1, now, now + 1, now + 20 * day, now + 400 * day];
const expiries = instants.map((expiresAt) => ({ completedAt: now - 500 * day, expiresAt }));
const demands = every<{ mandatory: boolean; dueAt: number | null }>({ mandatory: [true, false], dueAt: instants });
const facts: StatusFacts[] = every<StatusFacts>({
  disqualified: [true, false],
  completion: [null, ...expiries],
  openAttempt: [null, "draft", "waitingApplicant", "waitingProvider", "pendingReview"],
  demand: [null, ...demands],
  zone: [zone],
});

describe("the rules of a requirement's status", () => {
  test("say of every combination of facts what the status is, by exactly one rule", () => {
    expect(facts.length).toBe(2 * 8 * 5 * 15);
    const wrong = facts.filter((one) => {
      const deciding = statusRungs(one, now).filter((rung) => rung.decides);
      return deciding.length !== 1 || deciding[0]?.status !== statusAt(one, now);
    });
    expect(wrong).toEqual([]);
  });

  test("above the one that decides nothing holds, and it holds itself", () => {
    for (const one of facts) {
      const rungs = statusRungs(one, now);
      const at = rungs.findIndex((rung) => rung.decides);
      expect(rungs.slice(0, at).some((rung) => rung.holds)).toBe(false);
      expect(rungs[at]?.holds).toBe(true);
    }
  });

  test("tell what time alone makes of it, and that nothing is different just before", () => {
    for (const one of facts) {
      const next = nextStatus(one, now);
      if (next === null) {
        for (const later of [now + 30 * day, now + 500 * day]) expect(statusAt(one, later)).toBe(statusAt(one, now));
      } else {
        expect(next.at).toBeGreaterThan(now);
        expect(next.status).not.toBe(statusAt(one, now));
        expect(statusAt(one, next.at)).toBe(next.status);
        expect(statusAt(one, next.at - 1)).toBe(statusAt(one, now));
      }
    }
  });

  test("name the instant that they turn on", () => {
    const lapsed: StatusFacts = {
      disqualified: false,
      completion: { completedAt: now - 400 * day, expiresAt: now - day },
      openAttempt: null,
      demand: { mandatory: true, dueAt: now - 30 * day },
      zone,
    };
    expect(statusRungs(lapsed, now).find((rung) => rung.decides)).toMatchObject({
      rule: "expired",
      status: RequirementStatus.Expired,
      at: now - day,
    });
    expect(statusRungs({ ...lapsed, completion: null }, now).find((rung) => rung.decides)).toMatchObject({
      rule: "overdue",
      at: now - 30 * day,
    });
  });
});

describe("the rules of an overall status", () => {
  const statuses = Object.values(RequirementStatus);
  const single: OverallDemand[] = every<OverallDemand>({ mandatory: [true, false], status: statuses });
  const lists = [[], ...single.map((one) => [one]), ...single.flatMap((one) => single.map((two) => [one, two]))];

  test("say of every combination what the status is, by exactly one rule, as the reasons do", () => {
    for (const flags of every<{ disqualified: boolean; confirmed: boolean; activated: boolean }>({
      disqualified: [true, false],
      confirmed: [true, false],
      activated: [true, false],
    })) {
      for (const demands of lists) {
        const rejected = demands.some((one) => one.status === RequirementStatus.Rejected);
        // Such a rejection disqualifies the person, so this combination can't occur.
        if (rejected && !flags.disqualified) continue;
        const all = { ...flags, demands };
        const deciding = overallRungs(all).filter((rung) => rung.decides);
        expect(deciding).toHaveLength(1);
        const [rung] = deciding;
        expect(rung?.status).toBe(overallStatus(all));
        const named = demands.filter((one) => rung !== undefined && bringsAbout(rung.rule, one));
        const [first] = overallReasons(all);
        if (first && "demand" in first) expect(named).toContain(first.demand);
      }
    }
  });
});

describe("what time alone makes of the whole", () => {
  const demand = (more: Partial<Basis["demands"][number]>): Basis["demands"][number] => ({
    requirementId: "r",
    contentId: "c",
    assignmentIds: [],
    mandatory: true,
    dueAt: null,
    payer: "Organization",
    disqualified: false,
    openAttempt: null,
    completion: null,
    ...more,
  });
  const basis = (...demands: Basis["demands"]): Basis => ({
    zone,
    confirmed: true,
    activated: true,
    disqualified: false,
    demands,
  });
  const until = (expiresAt: number) => ({ completedAt: now - day, expiresAt, attemptId: "a" });

  test("is the first expiry that matters, not a day on which only a requirement changes", () => {
    const two = basis(demand({ completion: until(now + 60 * day) }), demand({ completion: until(now + 90 * day) }));
    expect(nextOverall(two, now)).toEqual({ at: now + 60 * day, status: "Incomplete" });
    expect(overallStatus(factsAt(two, now + 60 * day - 1))).toBe("Cleared");
  });

  test("of what is open already is nothing: overdue is incomplete still", () => {
    expect(nextOverall(basis(demand({ dueAt: now + day })), now)).toBeNull();
    const [one] = basis(demand({ dueAt: now + day })).demands;
    expect(one && nextStatus(statusFactsOf(basis(), one), now)).toEqual({
      at: now + day,
      status: RequirementStatus.Overdue,
    });
  });

  test("of a renewal in time: it waits for review once the old one has lapsed", () => {
    const renewing = basis(demand({ completion: until(now + day), openAttempt: "pendingReview" }));
    expect(nextOverall(renewing, now)).toEqual({ at: now + day, status: "Incomplete" });
    expect(nextOverall(basis(), now)).toBeNull();
  });
});
