import { adverseActs, adverseStates } from "@touchline/contract/screening/adverse-action";
import { describe, expect, test } from "vitest";
import { startOfDay } from "../calendar.ts";
import {
  type AdverseFacts,
  adverseRefusal,
  daysLeft,
  waitingDaysFor,
  waitingPeriod,
  waitingRules,
} from "./adverse-action.ts";
import { finalLetter, preAdverseLetter } from "./adverse-letters.ts";
import { type AdverseStepFacts, adverseStepText } from "./adverse-words.ts";
import { businessDaysAfter, businessDaysThrough, federalHolidays, isBusinessDay } from "./business-days.ts";

const zone = "America/Los_Angeles";

describe("business days", () => {
  test("are Monday to Friday without the federal holidays, on the days on which they are observed", () => {
    expect([...federalHolidays(2026)].sort()).toEqual([
      ...["2026-01-01", "2026-01-19", "2026-02-16", "2026-05-25", "2026-06-19", "2026-07-03", "2026-09-07"],
      ...["2026-10-12", "2026-11-11", "2026-11-26", "2026-12-25"],
    ]);
    // January 1, 2028 is a Saturday, and July 4, 2027 a Sunday.
    expect(isBusinessDay("2027-12-31")).toBe(false);
    expect(isBusinessDay("2027-07-05")).toBe(false);
    expect(isBusinessDay("2027-07-06")).toBe(true);
    expect(isBusinessDay("2026-05-30")).toBe(false);
  });

  test("are counted from the day after, over weekends and holidays", () => {
    expect(businessDaysAfter("2026-11-20", 7)).toBe("2026-12-02");
    expect(businessDaysAfter("2026-12-23", 5)).toBe("2026-12-31");
    expect(businessDaysThrough("2026-11-25", "2026-11-30")).toBe(3);
    expect(businessDaysThrough("2026-11-30", "2026-11-25")).toBe(0);
  });
});

describe("the waiting period", () => {
  test("ends with a day of the organization's time zone, whatever the clocks do meanwhile", () => {
    // 10 PM in Los Angeles is the next day in UTC, and clocks go back on November 1.
    const sent = Date.parse("2026-10-28T05:00:00Z");
    const { lastDay, finalFrom, endsAt } = waitingPeriod(sent, 7, zone);
    expect([lastDay, finalFrom]).toEqual(["2026-11-05", "2026-11-06"]);
    expect(endsAt).toBe(startOfDay("2026-11-06", zone));
    expect(new Date(endsAt).toISOString()).toBe("2026-11-06T08:00:00.000Z");
  });

  test("is never shorter than five business days, or than a state asks for", () => {
    expect(waitingPeriod(Date.parse("2026-06-01T19:00:00Z"), 1, zone).lastDay).toBe("2026-06-08");
    expect(waitingDaysFor(5, [])).toBe(5);
    expect(waitingDaysFor(5, ["TX", "CA"])).toBe(7);
    expect(waitingDaysFor(12, ["CA"])).toBe(12);
    expect(waitingRules.every(({ days, source }) => days >= 5 && source.url.startsWith("https://"))).toBe(true);
  });

  test("keeps the day on which a dispute stops it", () => {
    expect(daysLeft(Date.parse("2026-06-04T19:00:00Z"), "2026-06-08", zone)).toBe(3);
    expect(daysLeft(Date.parse("2026-06-12T19:00:00Z"), "2026-06-08", zone)).toBe(0);
  });
});

describe("what may happen when", () => {
  const usual: AdverseFacts = {
    ...{ state: "waiting", findingOpen: true, reportAtHand: true, report: "finding", endsAt: 100, unassessed: false },
    now: 100,
  };
  const of = (facts: Partial<AdverseFacts>) => (act: (typeof adverseActs)[number]) =>
    adverseRefusal(act, { ...usual, ...facts });

  test("the final notice needs a notice, the end of the waiting period, an assessment, and an undisputed finding", () => {
    const final = (facts: Partial<AdverseFacts>) => of(facts)("final");
    expect(final({})).toBeNull();
    expect(final({ now: 99 })).toBe("periodRuns");
    expect(final({ endsAt: null })).toBe("periodRuns");
    expect(final({ state: null })).toBe("noNotice");
    expect(final({ state: "disputed" })).toBe("disputeOpen");
    expect(final({ report: "disputed" })).toBe("disputeOpen");
    expect(final({ report: "clear" })).toBe("reportClear");
    expect(final({ unassessed: true })).toBe("assessAgain");
    expect(final({ findingOpen: false })).toBe("noFinding");
    for (const state of adverseStates.filter((one) => one !== "waiting")) expect(final({ state })).not.toBeNull();
  });

  test("nothing of an adverse action that has ended goes on, but a dispute is always recorded", () => {
    for (const state of ["cleared", "stopped"] as const) {
      expect(adverseActs.filter((act) => of({ state })(act) === null)).toEqual(["start"]);
    }
    expect(adverseActs.filter((act) => of({ state: "final" })(act) === null)).toEqual(["dispute"]);
    expect(of({ state: "disputed", report: "disputed" })("closeDispute")).toBe("agencyInvestigates");
    expect(of({ state: null, report: "clear" })("start")).toBe("reportClear");
    expect(of({ state: null, reportAtHand: false })("start")).toBe("noReport");
  });
});

test("the letters name the agency, say that it didn't decide, and what can be done until when", () => {
  const facts = {
    ...{ organization: "Harbor FC", contact: "Harbor FC, 206 555 0100", person: "Noa Little", requirement: "Check" },
    ...{ today: "Monday, June 1, 2026", lastDay: "Wednesday, June 10, 2026", businessDays: 7, items: "One.\n\nTwo." },
    agency: { name: "Agency, Inc.", address: "1 Street", phone: "800 555 0100", website: null },
    states: ["CA", "IL", "NY"],
  };
  const [before, after] = [preAdverseLetter(facts), finalLetter(facts)].map(({ parts }) => JSON.stringify(parts));
  for (const letter of [before, after]) {
    expect(letter).toContain("Agency, Inc., 1 Street, 800 555 0100");
    expect(letter).toContain("It didn't make, and won't make, the decision about you");
    for (const state of ["California", "Illinois", "New York"]) expect(letter).toContain(state);
  }
  expect(before).toContain("You have through Wednesday, June 10, 2026.");
  expect(before).toContain("Para información en español");
  expect(after).toContain("within 60 days");
});

test("a dispute names its reporter, also in the words of a step that was recorded first", () => {
  const text = (facts: AdverseStepFacts) => adverseStepText("disputed", facts, (day) => day);
  expect(text({ reporter: "applicant" })).toBe("The person disputed the report. The waiting period stopped.");
  expect(text({ teller: "applicant" })).toBe(text({ reporter: "applicant" }));
  expect(text({ teller: "agency" })).toContain("The agency reported a dispute.");
});
