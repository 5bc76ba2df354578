import { RequirementStatus } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OpenAttemptState } from "./attempt.ts";
import { done, expiringSoonAt, nextTransition, type StatusFacts, severity, statusAt, worst } from "./status.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);
const all = Object.values(RequirementStatus);

/** Implements the rules of the specification a second time, as plainly as possible. UTC only. */
function oracle(facts: StatusFacts, at: number): keyof typeof RequirementStatus {
  if (facts.disqualified) return "Rejected";
  if (facts.completion !== null) {
    if (facts.completion.expiresAt === null) return "Completed";
    if (at < facts.completion.expiresAt) {
      const midnight = Math.floor(facts.completion.expiresAt / day) * day;
      return at >= midnight - 30 * day ? "ExpiringSoon" : "Completed";
    }
  }
  if (facts.openAttempt === "pendingReview") return "PendingReview";
  if (facts.openAttempt === "waitingProvider") return "WaitingOnProvider";
  if (facts.openAttempt === "waitingApplicant") return "WaitingOnApplicant";
  if (facts.completion !== null) return "Expired";
  if (facts.demand?.mandatory && facts.demand.dueAt !== null && at >= facts.demand.dueAt) {
    return "Overdue";
  }
  return "Incomplete";
}

const offsets = [-400, -31, -30, -1, -1 / day, 0, 1 / day, 1, 29, 29.5, 30, 30.5, 31, 400].map((days) => days * day);
const completions: StatusFacts["completion"][] = [
  null,
  { completedAt: now - 500 * day, expiresAt: null },
  ...offsets.map((offset) => ({ completedAt: now - 500 * day, expiresAt: now + offset })),
];
const opens: StatusFacts["openAttempt"][] = [null, "draft", "waitingApplicant", "waitingProvider", "pendingReview"];
const demands: StatusFacts["demand"][] = [
  null,
  ...[true, false].flatMap((mandatory) =>
    [null, ...offsets.map((offset) => now + offset)].map((dueAt) => ({ mandatory, dueAt })),
  ),
];

describe("the status of a requirement", () => {
  test("is what the rules say, for every combination of facts", () => {
    const seen = new Set<RequirementStatus>();
    for (const disqualified of [true, false])
      for (const completion of completions)
        for (const openAttempt of opens)
          for (const demand of demands) {
            const facts = { disqualified, completion, openAttempt, demand, zone: "UTC" };
            const status = statusAt(facts, now);
            if (status !== RequirementStatus[oracle(facts, now)]) {
              expect.fail(`${JSON.stringify(facts)} is ${status}, not ${oracle(facts, now)}`);
            }
            seen.add(status);
          }
    expect([...seen].sort()).toEqual([...all].sort());
  });

  const base: StatusFacts = { disqualified: false, completion: null, openAttempt: null, demand: null, zone: "UTC" };

  test("stays Completed while a renewal is reviewed, reset or withdrawn", () => {
    const completion = { completedAt: now - day, expiresAt: now + 300 * day };
    for (const openAttempt of opens) {
      expect(statusAt({ ...base, completion, openAttempt }, now)).toBe(RequirementStatus.Completed);
    }
  });

  test("is ExpiringSoon from the first moment when the whole validity is shorter than 30 days", () => {
    const completion = { completedAt: now, expiresAt: now + 10 * day };
    expect(statusAt({ ...base, completion }, now)).toBe(RequirementStatus.ExpiringSoon);
  });

  test("is never Overdue while it waits on others, and is as soon as the attempt is over", () => {
    const demand = { mandatory: true, dueAt: now - day };
    expect(statusAt({ ...base, demand, openAttempt: "pendingReview" }, now)).toBe(RequirementStatus.PendingReview);
    expect(statusAt({ ...base, demand, openAttempt: "draft" }, now)).toBe(RequirementStatus.Overdue);
    expect(statusAt({ ...base, demand }, now)).toBe(RequirementStatus.Overdue);
  });

  test("is never Overdue when it is optional or not demanded", () => {
    expect(statusAt({ ...base, demand: { mandatory: false, dueAt: now - day } }, now)).toBe(0);
    expect(statusAt({ ...base, demand: null }, now)).toBe(0);
  });

  test("changes to ExpiringSoon at local midnight, also when clocks change in between", () => {
    const zone = "America/New_York";
    // Expires at the start of March 15, 2026 (EDT); 30 days before is February 13 (EST).
    const expiresAt = Date.UTC(2026, 2, 15, 4);
    expect(expiringSoonAt(expiresAt, zone)).toBe(Date.UTC(2026, 1, 13, 5));
    const facts = { ...base, completion: { completedAt: 0, expiresAt }, zone };
    expect(statusAt(facts, Date.UTC(2026, 1, 13, 5) - 1)).toBe(RequirementStatus.Completed);
    expect(statusAt(facts, Date.UTC(2026, 1, 13, 5))).toBe(RequirementStatus.ExpiringSoon);
    expect(statusAt(facts, expiresAt - 1)).toBe(RequirementStatus.ExpiringSoon);
    expect(statusAt(facts, expiresAt)).toBe(RequirementStatus.Expired);
  });
});

const zone = fc.constantFrom("UTC", "America/New_York", "Pacific/Apia", "Asia/Beirut", "Australia/Lord_Howe");
const instant = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) });
const facts: fc.Arbitrary<StatusFacts> = instant.chain((around) => {
  const near = fc.integer({ min: around - 90 * day, max: around + 90 * day });
  return fc.record({
    disqualified: fc.boolean(),
    completion: fc.option(fc.record({ completedAt: near, expiresAt: fc.option(near) })),
    openAttempt: fc.option(
      fc.constantFrom<OpenAttemptState>("draft", "waitingApplicant", "waitingProvider", "pendingReview"),
    ),
    demand: fc.option(fc.record({ mandatory: fc.boolean(), dueAt: fc.option(near) })),
    zone,
  });
});

function interesting(sample: StatusFacts): number[] {
  const expiresAt = sample.completion?.expiresAt ?? null;
  const marks = [sample.demand?.dueAt ?? null, expiresAt, expiresAt && expiringSoonAt(expiresAt, sample.zone)];
  return marks.filter((mark) => mark !== null).flatMap((mark) => [mark - 1, mark, mark + 1]);
}

describe("the next transition", () => {
  test("is the first moment at which the status differs; until then it is the same", () => {
    fc.assert(
      fc.property(facts, instant, fc.array(fc.nat(200 * day)), (sample, start, steps) => {
        const at = Math.min(start, ...interesting(sample).map((mark) => mark - 50 * day));
        for (const moment of [start, at, ...interesting(sample)]) {
          const next = nextTransition(sample, moment);
          const present = statusAt(sample, moment);
          if (next !== null) {
            expect(next).toBeGreaterThan(moment);
            expect(statusAt(sample, next)).not.toBe(present);
            expect(statusAt(sample, next - 1)).toBe(present);
          }
          const later = [...steps.map((step) => moment + step), ...interesting(sample), moment + 9999 * day];
          for (const t of later.filter((time) => time >= moment && (next === null || time < next))) {
            expect(statusAt(sample, t)).toBe(present);
          }
        }
      }),
    );
  });

  test("is followed by at most two more, and then never", () => {
    fc.assert(
      fc.property(facts, (sample) => {
        let at: number | null = 0;
        let count = 0;
        while (at !== null && count < 10) {
          at = nextTransition(sample, at);
          count += at === null ? 0 : 1;
        }
        expect(count).toBeLessThanOrEqual(3);
      }),
    );
  });

  test("does not exist for the disqualified", () => {
    fc.assert(
      fc.property(facts, instant, (sample, at) => {
        expect(nextTransition({ ...sample, disqualified: true }, at)).toBeNull();
      }),
    );
  });
});

describe("several statuses", () => {
  test("Completed and ExpiringSoon are done, nothing else is", () => {
    expect(all.filter(done)).toEqual([RequirementStatus.Completed, RequirementStatus.ExpiringSoon]);
  });

  test("no two are equally bad, and what is done is better than anything that is not", () => {
    expect(new Set(all.map((status) => severity[status])).size).toBe(all.length);
    for (const good of all.filter(done))
      for (const bad of all.filter((status) => !done(status))) expect(worst([good, bad, good])).toBe(bad);
  });

  test("a member sees Overdue over Incomplete, Rejected over all, and nothing for nothing", () => {
    expect(worst([RequirementStatus.Incomplete, RequirementStatus.Overdue])).toBe(RequirementStatus.Overdue);
    expect(worst(all)).toBe(RequirementStatus.Rejected);
    expect(worst([])).toBeNull();
  });
});
