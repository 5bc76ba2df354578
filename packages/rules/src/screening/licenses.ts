/**
 * Decides which U.S. Soccer licenses meet a requirement. Grades are the ranks of `ussfLicenses`, whose source is named
 * there: 1 is the
 * highest of its kind, and only licenses of one kind are compared.
 */
import type { LicenseIdentity, LicenseProblem, LicenseStanding } from "@touchline/contract/screening/licenses";
import type { Day } from "../calendar.ts";
import { type UssfLicense, ussfLicenses } from "../library/ussf-licenses.ts";

/** A person's license at U.S. Soccer. */
export type HeldLicense = {
  /** The discipline and number by which settings identify a license. */
  key: string;
  issuedOn: Day | null;
  /** The last valid day; null if it doesn't expire. */
  expiresOn: Day | null;
  issuer: string;
};

export type AcceptedLicenses = {
  /** The accepted keys, any of which is enough. */
  licenses: readonly string[];
  /** Whether a higher grade of the same kind is accepted too. */
  higherGrades: boolean;
  /** The day through which it must be valid; null for none. */
  validThrough: Day | null;
};

const byKey = new Map(ussfLicenses.map((one) => [one.key, one]));

/** Kinds in which a higher rank includes lower ones. The others are lists of different things. */
const graded: ReadonlySet<UssfLicense["type"]> = new Set([
  "coach_pathway",
  "coach_coach_instructor",
  "coach_coach_leadership",
  "referee_pathway",
  "referee_educator",
  "referee_assignor",
  "referee_assessor",
  "referee_futsal",
  "safety_safe_soccer",
]);

/** Tests whether a license is an accepted one, or a higher grade if those are accepted. */
export function isAcceptedLicense(key: string, { licenses, higherGrades }: AcceptedLicenses): boolean {
  if (licenses.includes(key)) return true;
  const own = byKey.get(key);
  if (!higherGrades || own === undefined || !graded.has(own.type)) return false;
  return licenses.some((wanted) => {
    const license = byKey.get(wanted);
    return license !== undefined && license.type === own.type && own.rank < license.rank;
  });
}

/** Rates one license against the requirement, on a day. */
export function licenseStanding(held: HeldLicense, accepted: AcceptedLicenses, today: Day): LicenseStanding {
  if (held.expiresOn !== null && held.expiresOn < today) return "expired";
  if (held.issuedOn !== null && held.issuedOn > today) return "notYetValid";
  if (!isAcceptedLicense(held.key, accepted)) return "notAccepted";
  const { validThrough } = accepted;
  return validThrough !== null && held.expiresOn !== null && held.expiresOn < validThrough ? "endsTooEarly" : "counts";
}

const disciplines = ["coach", "referee", "safety"];
const rankOf = (key: string) => byKey.get(key)?.rank ?? Number.MAX_SAFE_INTEGER;
const endOf = ({ expiresOn }: HeldLicense) => expiresOn ?? "9999-12-31";

/** Sorts licenses for people: coaches first, highest grade first, then the longest validity. */
export function inGradeOrder<License extends HeldLicense>(licenses: readonly License[]): License[] {
  const place = ({ key }: HeldLicense) => {
    const found = disciplines.indexOf(key.split("_")[0] ?? "");
    return found < 0 ? disciplines.length : found;
  };
  return [...licenses].sort(
    (a, b) =>
      place(a) - place(b) ||
      rankOf(a.key) - rankOf(b.key) ||
      endOf(b).localeCompare(endOf(a)) ||
      a.key.localeCompare(b.key),
  );
}

/**
 * Returns the license that completes the requirement: the one with the longest validity, among those the highest grade;
 * null for none.
 */
export function countingLicense(
  held: readonly HeldLicense[],
  accepted: AcceptedLicenses,
  today: Day,
): HeldLicense | null {
  const counting = held.filter((one) => licenseStanding(one, accepted, today) === "counts");
  return inGradeOrder(counting).sort((a, b) => endOf(b).localeCompare(endOf(a)))[0] ?? null;
}

/** Tests whether U.S. Soccer's record belongs to this person, so that its licenses count without a review. */
export const isConfirmedHolder = (identity: LicenseIdentity): boolean => identity === "confirmed";

export const licenseStandingTexts: Record<LicenseStanding, string> = {
  counts: "Accepted",
  expired: "Expired",
  notYetValid: "Not valid yet",
  notAccepted: "Not accepted for this requirement",
  endsTooEarly: "Expires too early",
};

export const licenseIdentityTexts: Record<Exclude<LicenseIdentity, "confirmed">, string> = {
  nameDiffers: "U.S. Soccer has another name for this ID.",
  birthDiffers: "U.S. Soccer has another date of birth for this ID.",
  bothDiffer: "U.S. Soccer has another name and date of birth for this ID.",
  unknown: "U.S. Soccer didn't confirm whose ID this is.",
};

type ProblemText = { text: string; whatToDo: string };

const again = "You don't have to do anything. Touchline tries again by itself.";
/** The message for a member whose licenses couldn't be looked up. */
export const licenseProblemTexts: Record<LicenseProblem, ProblemText> = {
  unreachable: { text: "U.S. Soccer isn't answering.", whatToDo: again },
  busy: { text: "U.S. Soccer is busy.", whatToDo: again },
  unauthorized: { text: "U.S. Soccer doesn't accept Touchline's key.", whatToDo: `The operator is told. ${again}` },
  malformed: { text: "U.S. Soccer sent an answer that can't be read.", whatToDo: `The operator is told. ${again}` },
  refused: { text: "U.S. Soccer refused this ID.", whatToDo: "Check the 16 digits and save the correct ID." },
  unknownId: { text: "U.S. Soccer doesn't know this ID.", whatToDo: "Check the 16 digits and save the correct ID." },
  shared: {
    text: "Someone else in your organization has the same U.S. Soccer ID.",
    whatToDo: "Check the 16 digits. If this ID is yours, ask an administrator to correct the other person's.",
  },
};
