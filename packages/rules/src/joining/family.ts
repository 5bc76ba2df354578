/** Guardianships and when they end, and the next step for a child. Source: `People and time` of the domain. */
import { RequirementStatus } from "@touchline/contract";
import { addToDay, type Day, dayOf, type Instant, isAfter, startOfDayBefore } from "../calendar.ts";
import { adultAge, ageOn, birthday, comesOfAgeAt } from "../compliance/age.ts";
import { severity } from "../compliance/status.ts";
import { nameKey, tidy } from "../names.ts";

/** The most guardians of a child. */
export const mostGuardians = 2;
/** The most children of a guardian. */
export const mostChildren = 20;
/** The number of days before the 18th birthday when guardians are notified of the change. */
export const handOverNoticeDays = 30;

/** Returns the latest date of birth of people who are `age` or older on a day. Everyone born later is younger. */
export function bornToBe(age: number, day: Day): Day {
  return addToDay(day, { years: -age });
}

export type HandOver = {
  /** The 18th birthday. Guardianship ends at its local midnight. */
  day: Day;
  at: Instant;
  /** From when on guardians are notified of it. */
  noticeFrom: Instant;
};

/** Returns when a profile is handed over to its person. */
export function handOver(dateOfBirth: Day, zone: string): HandOver {
  const at = comesOfAgeAt(dateOfBirth, zone);
  return { day: birthday(dateOfBirth, adultAge), at, noticeFrom: startOfDayBefore(at, handOverNoticeDays, zone) };
}

/** `guarded`: no change; `soon`: guardians should be notified; `due`: guardianship has ended. */
export type HandOverState = "guarded" | "soon" | "due";

/** Returns how close a person is to the hand-over at 18. People of unknown age stay guarded. */
export function handOverState(dateOfBirth: Day | null, now: Instant, zone: string): HandOverState {
  if (dateOfBirth === null) return "guarded";
  const { at, noticeFrom } = handOver(dateOfBirth, zone);
  if (now >= at) return "due";
  return now >= noticeFrom ? "soon" : "guarded";
}

/** Why a person can't become a guardian of a child. */
export type GuardianRefusal =
  | "self"
  /** The person is an adult, or isn't known to be a child. */
  | "notAChild"
  | "guardianIsAChild"
  | "alreadyGuardian"
  | "twoGuardians"
  | "tooManyChildren";

/** Returns why a person may not become a guardian of another on a day; null if they may. */
export function guardianRefusal(
  facts: {
    guardian: { profileId: string; dateOfBirth: Day | null };
    child: { profileId: string; dateOfBirth: Day | null };
    /** The current guardians of the child. */
    guardians: readonly string[];
    /** The number of children that the guardian has already. */
    guarded: number;
  },
  today: Day,
): GuardianRefusal | null {
  const { guardian, child, guardians, guarded } = facts;
  const young = (born: Day | null) => born !== null && ageOn(born, today) < adultAge;
  if (guardian.profileId === child.profileId) return "self";
  if (!young(child.dateOfBirth)) return "notAChild";
  if (young(guardian.dateOfBirth)) return "guardianIsAChild";
  if (guardians.includes(guardian.profileId)) return "alreadyGuardian";
  if (guardians.length >= mostGuardians) return "twoGuardians";
  return guarded >= mostChildren ? "tooManyChildren" : null;
}

/** Returns why a date can't be the date of birth of an added child; null if it can. */
export function childBirthProblem(dateOfBirth: Day, today: Day): "future" | "adult" | null {
  if (isAfter(dateOfBirth, today)) return "future";
  return ageOn(dateOfBirth, today) < adultAge ? null : "adult";
}

type Named = { firstName: string; lastName: string; dateOfBirth: Day | null };

/** Tests whether two profiles are one child: the same names, however they are spelled, and the same date of birth. */
export function sameChild(one: Named, other: Named): boolean {
  const key = ({ firstName, lastName }: Named) => `${nameKey(tidy(firstName))}|${nameKey(tidy(lastName))}`;
  return one.dateOfBirth === other.dateOfBirth && key(one) === key(other);
}

/** The facts about one requirement that decide what comes next. */
export type Next = {
  status: RequirementStatus;
  mandatory: boolean;
  /** It waits for others: a submission is pending review, or a provider is working on it. */
  waits: boolean;
  /** A reviewer sent the latest submission back. */
  changesRequested: boolean;
  dueAt: Instant | null;
  expiresAt: Instant | null;
  name: string;
};

const needsSomebody: Record<RequirementStatus, boolean> = {
  0: true,
  1: true,
  2: false,
  3: false,
  4: true,
  5: true,
  6: true,
  7: false,
  8: false,
};

/** Tests whether the person, or a guardian, has something to do about it now. */
export function needsDoing(one: Pick<Next, "status" | "waits">): boolean {
  return needsSomebody[one.status] && !one.waits;
}

/** Sorts requirements: mandatory before optional, what was sent back first, then the most urgent status, then the earliest due date. */
export function byUrgency(a: Next, b: Next): number {
  if (a.mandatory !== b.mandatory) return a.mandatory ? -1 : 1;
  if (a.changesRequested !== b.changesRequested) return a.changesRequested ? -1 : 1;
  if (a.status !== b.status) return severity[b.status] - severity[a.status];
  const deadline = ({ status, dueAt, expiresAt }: Next) =>
    (status === RequirementStatus.ExpiringSoon ? expiresAt : dueAt) ?? Number.MAX_SAFE_INTEGER;
  return deadline(a) - deadline(b) || a.name.localeCompare(b.name);
}

/** Returns a person's age on the day of an instant, and the day they come of age. */
export function ageFacts(dateOfBirth: Day, now: Instant, zone: string): { age: number; adultOn: Day } {
  return { age: ageOn(dateOfBirth, dayOf(now, zone)), adultOn: birthday(dateOfBirth, adultAge) };
}
