/** Families: guardianships and when they end, and the next step for a child. Source: `People and time` of the domain. */
import { RequirementStatus } from "@touchline/contract";
import { addToDay, type Day, dayOf, type Instant, isAfter, startOfDayBefore } from "../calendar.ts";
import { adultAge, ageOn, birthday, comesOfAgeAt } from "../compliance/age.ts";
import { severity } from "../compliance/status.ts";
import { nameKey, tidy } from "../names.ts";

/** A child may have two. */
export const mostGuardians = 2;
/** So many children one person guards at most. */
export const mostChildren = 20;
/** Days before the 18th birthday on which guardians are told what will change. */
export const handOverNoticeDays = 30;

/** The latest date of birth of those who are `age` or older on a day: everybody born later is younger. */
export function bornToBe(age: number, day: Day): Day {
  return addToDay(day, { years: -age });
}

export type HandOver = {
  /** The 18th birthday: guardianship ends at its local midnight. */
  day: Day;
  at: Instant;
  /** From when on guardians are told that it is near. */
  noticeFrom: Instant;
};

/** When a profile is handed over to the person it is of. */
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

/** Why a person cannot become a guardian of a child. */
export type GuardianRefusal =
  | "self"
  /** The person is an adult, or is not known to be a child. */
  | "notAChild"
  | "guardianIsAChild"
  | "alreadyGuardian"
  | "twoGuardians"
  | "tooManyChildren";

/** Whether a person may become a guardian of another on a day; null: yes. */
export function guardianRefusal(
  facts: {
    guardian: { profileId: string; dateOfBirth: Day | null };
    child: { profileId: string; dateOfBirth: Day | null };
    /** The current guardians of the child. */
    guardians: readonly string[];
    /** How many children the guardian has already. */
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

/** Why a date is not the date of birth of a child who is added; null: it may be. */
export function childBirthProblem(dateOfBirth: Day, today: Day): "future" | "adult" | null {
  if (isAfter(dateOfBirth, today)) return "future";
  return ageOn(dateOfBirth, today) < adultAge ? null : "adult";
}

type Named = { firstName: string; lastName: string; dateOfBirth: Day | null };

/** Whether two entries are one child: the same names, however they are written, and the same date of birth. */
export function sameChild(one: Named, other: Named): boolean {
  const key = ({ firstName, lastName }: Named) => `${nameKey(tidy(firstName))}|${nameKey(tidy(lastName))}`;
  return one.dateOfBirth === other.dateOfBirth && key(one) === key(other);
}

/** One thing owed, as much of it as decides what is next. */
export type Next = {
  status: RequirementStatus;
  mandatory: boolean;
  /** It waits for others: a submission awaits review, or a provider is working. */
  waits: boolean;
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

/** Whether the person, or who acts for them, is to do something about it now. */
export function needsDoing(one: Pick<Next, "status" | "waits">): boolean {
  return needsSomebody[one.status] && !one.waits;
}

/** Orders what is to be done: what must be before what may be, the worst first, of equals the sooner. */
export function byUrgency(a: Next, b: Next): number {
  if (a.mandatory !== b.mandatory) return a.mandatory ? -1 : 1;
  if (a.status !== b.status) return severity[b.status] - severity[a.status];
  const deadline = ({ status, dueAt, expiresAt }: Next) =>
    (status === RequirementStatus.ExpiringSoon ? expiresAt : dueAt) ?? Number.MAX_SAFE_INTEGER;
  return deadline(a) - deadline(b) || a.name.localeCompare(b.name);
}

/** Returns a person's age on the day of an instant, and the day they come of age. */
export function ageFacts(dateOfBirth: Day, now: Instant, zone: string): { age: number; adultOn: Day } {
  return { age: ageOn(dateOfBirth, dayOf(now, zone)), adultOn: birthday(dateOfBirth, adultAge) };
}
