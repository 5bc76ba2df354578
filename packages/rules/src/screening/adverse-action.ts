/**
 * Decides what must happen before a person is disqualified because of a consumer report, and when. No role can skip or
 * shorten it.
 *
 * Source: Fair Credit Reporting Act, 15 U.S.C. 1681b(b)(3) and 1681m(a). It doesn't say how long "before" is: the Federal
 * Trade Commission considered five business days reasonable (letter to Weisberg, June 27, 1997).
 */
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import {
  type AdverseAct,
  type AdverseRefusal,
  type AdverseState,
  adverseLimits,
} from "@touchline/contract/screening/adverse-action";
import { addToDay, type Day, dayOf, type Instant, startOfDay } from "../calendar.ts";
import { businessDaysAfter, businessDaysThrough } from "./business-days.ts";

/** Longer waiting periods by the law of a state in which the person lives or the organization is. */
export type WaitingRule = {
  where: string;
  /** Two letters; null for the whole country. */
  state: string | null;
  /** The minimum number of business days. */
  days: number;
  source: { name: string; url: string };
};

/** Each with its source. Uncertain ones are left out, and an organization can always wait longer. */
export const waitingRules: readonly WaitingRule[] = [
  {
    where: "United States",
    state: null,
    days: adverseLimits.waitingDays.least,
    source: {
      name: "15 U.S.C. 1681b(b)(3); Federal Trade Commission, letter to Weisberg, June 27, 1997",
      url: "https://www.law.cornell.edu/uscode/text/15/1681b",
    },
  },
  {
    // Five days to respond; an email counts as received two business days after it was sent.
    where: "California",
    state: "CA",
    days: 7,
    source: {
      name: "Government Code 12952(c); 2 CCR 11017.1",
      url: "https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=GOV&sectionNum=12952",
    },
  },
  {
    where: "Illinois",
    state: "IL",
    days: 5,
    source: {
      name: "Human Rights Act, 775 ILCS 5/2-103.1",
      url: "https://www.ilga.gov/legislation/ilcs/ilcs3.asp?ActID=2266&ChapterID=64",
    },
  },
  {
    // The city requires five; the state names no number.
    where: "New York",
    state: "NY",
    days: 5,
    source: {
      name: "New York City Administrative Code 8-107(11-a); Correction Law Article 23-A",
      url: "https://www.nyc.gov/site/cchr/law/fair-chance-law.page",
    },
  },
];

/** The minimum number of business days after a dispute is closed. */
export const leastAfterDispute = adverseLimits.waitingDays.least;

/**
 * Returns the number of business days: the organization's setting, but at least what the law of any of the places
 * requires.
 */
export function waitingDaysFor(setting: number, states: readonly (string | null)[]): number {
  const periods = waitingRules.filter(({ state }) => state === null || states.includes(state)).map(({ days }) => days);
  return Math.max(setting, ...periods);
}

export type WaitingPeriod = {
  /** Returns the last day for the person to respond. */
  lastDay: Day;
  /** Returns the first day on which the final notice may be sent, and the instant at which it starts. */
  finalFrom: Day;
  endsAt: Instant;
};

/** Returns the waiting period that starts with a notice, or continues after a dispute. Its first day isn't counted. */
export function waitingPeriod(from: Instant, businessDays: number, zone: string): WaitingPeriod {
  const lastDay = businessDaysAfter(dayOf(from, zone), Math.max(businessDays, adverseLimits.waitingDays.least));
  const finalFrom = addToDay(lastDay, { days: 1 });
  return { lastDay, finalFrom, endsAt: startOfDay(finalFrom, zone) };
}

/** Returns the remaining business days when a dispute stops the waiting period, including that day. */
export const daysLeft = (at: Instant, lastDay: Day, zone: string): number =>
  businessDaysThrough(dayOf(at, zone), lastDay);

/** The facts that decide which actions are possible. */
export type AdverseFacts = {
  /** The state of the latest adverse action; null if there is none for this finding. */
  state: AdverseState | null;
  /** Whether a review of a flagged background check is open. */
  findingOpen: boolean;
  /** Whether a copy of the report is available: from the provider, or uploaded. */
  reportAtHand: boolean;
  /** The provider's current status. */
  report: "finding" | "disputed" | "clear";
  endsAt: Instant | null;
  /** Whether something was disputed or stated after the last assessment. */
  unassessed: boolean;
  now: Instant;
};

type Column = AdverseState | "none";
type Cell = "yes" | AdverseRefusal;
const columnOf: Record<Column, number> = { none: 0, waiting: 1, disputed: 2, cleared: 3, final: 4, stopped: 5 };
type Row = readonly [none: Cell, waiting: Cell, disputed: Cell, cleared: Cell, final: Cell, stopped: Cell];

const table: Record<AdverseAct, Row> = {
  //          none, waiting, disputed, cleared, final, stopped
  start: ["yes", "underWay", "underWay", "yes", "decided", "yes"],
  // The right to dispute doesn't end with the decision: a dispute is recorded, and reviewers are notified.
  dispute: ["noNotice", "yes", "alreadyDisputed", "ended", "yes", "ended"],
  statement: ["noNotice", "yes", "yes", "ended", "decided", "ended"],
  closeDispute: ["noDispute", "noDispute", "yes", "ended", "decided", "ended"],
  assess: ["noNotice", "yes", "yes", "ended", "decided", "ended"],
  final: ["noNotice", "yes", "disputeOpen", "ended", "decided", "ended"],
  clear: ["noNotice", "yes", "yes", "ended", "decided", "ended"],
};

/** Returns why an action isn't possible now, for anyone; null if it is possible. */
export function adverseRefusal(act: AdverseAct, facts: AdverseFacts): AdverseRefusal | null {
  const cell = table[act][columnOf[facts.state ?? "none"]] as Cell;
  if (cell !== "yes") return cell;
  // The person may always make a statement. Actions that need an open review are those of reviewers.
  if (act === "dispute" || act === "statement") return null;
  if (!facts.findingOpen) return "noFinding";
  switch (act) {
    case "start":
      if (facts.report === "clear") return "reportClear";
      if (facts.report === "disputed") return "agencyInvestigates";
      return facts.reportAtHand ? null : "noReport";
    case "closeDispute":
      return facts.report === "disputed" ? "agencyInvestigates" : null;
    case "final":
      if (facts.report === "disputed") return "disputeOpen";
      if (facts.report === "clear") return "reportClear";
      if (facts.endsAt === null || facts.now < facts.endsAt) return "periodRuns";
      return facts.unassessed ? "assessAgain" : null;
    default:
      return null;
  }
}

/** The statuses of providers for a disputed report. */
const disputedWords: Partial<Record<BackgroundCheckProvider, readonly string[]>> = {
  0: ["dispute"],
  3: ["report.dispute"],
};

/** Tests whether a provider's status says that the person disputes the report. */
export const isDisputedAt = (provider: BackgroundCheckProvider, status: string | null): boolean =>
  status !== null && (disputedWords[provider]?.includes(status) ?? false);
