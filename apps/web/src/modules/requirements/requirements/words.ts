import { type OverallStatus, overallStatusLabels, RequirementStatus, RequirementType } from "@touchline/contract";
import type { Validity } from "@touchline/contract/library/content-settings";
import { daysOfMonth } from "@touchline/contract/months";
import { dayOfInstant, dayText, lastDayText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { byNeed, isYourTurn, type OwedGroups } from "./owed.ts";
import type { ListedRequirement, MembershipRequirements, Requirement } from "./queries.ts";

/** What goes with the minutes that something takes. */
const beside: Partial<Record<RequirementType, string>> = {
  [RequirementType.Document]: ", with the document at hand",
  [RequirementType.BackgroundCheck]: ", then some days at the provider",
  [RequirementType.AgeVerification]: ", with the document at hand",
  [RequirementType.IdentityVerification]: ", with your document and a camera",
  [RequirementType.USSoccer]: ", with your USSF ID",
};

/** How long it takes, for types whose minutes nobody can tell. */
const untold: Partial<Record<RequirementType, string>> = {
  [RequirementType.Document]: "a few minutes once you have the document",
  [RequirementType.Video]: "as long as the video",
  [RequirementType.CustomTraining]: "as long as the training",
  [RequirementType.LiveScan]: "a visit to a fingerprinting site",
};

/** "a minute", "about 25 minutes", "about 1.5 hours". */
export function minutesText(minutes: number): string {
  if (minutes <= 1) return "a minute";
  const told = minutes > 20 ? Math.ceil(minutes / 5) * 5 : minutes;
  if (told < 60) return `about ${told} minutes`;
  const hours = Math.round(told / 30) / 2;
  return hours === 1 ? "about an hour" : `about ${hours} hours`;
}

/** How long it takes the person who does it, as the second half of "Takes …". */
export function effortText({ type, minutes }: Pick<ListedRequirement, "type" | "minutes">): string {
  return minutes === null ? (untold[type] ?? "some time") : `${minutesText(minutes)}${beside[type] ?? ""}`;
}

/** How long all of it takes together, as a sentence; null where that says nothing new, or nothing can be told. */
export function togetherText(all: readonly Pick<ListedRequirement, "minutes">[]): string | null {
  const told = all.flatMap(({ minutes }) => minutes ?? []);
  const sum = told.reduce((before, minutes) => before + minutes, 0);
  if (told.length < 2) return null;
  return `${told.length === all.length ? "All of it takes" : `${told.length} of them take`} ${minutesText(sum)}.`;
}

/** How long reviews usually take here; null where nobody can tell. */
export function reviewsText({ reviewDays }: Pick<ListedRequirement, "reviewDays">): string | null {
  if (reviewDays === null) return null;
  const within =
    reviewDays === 1
      ? "less than a day"
      : `up to ${reviewDays < 14 ? `${reviewDays} days` : `${Math.ceil(reviewDays / 7)} weeks`}`;
  return `Reviews here usually take ${within}.`;
}

/** What is read where the organization wrote no instructions of its own. */
export const usualInstructions: Record<RequirementType, string> = {
  [RequirementType.Document]: "Submit the document.",
  [RequirementType.Form]: "Fill in and submit the form.",
  [RequirementType.Waiver]: "Read it to the end. Then tick the box and type your name.",
  [RequirementType.BackgroundCheck]: "Your organization asks for a background check.",
  [RequirementType.Video]: "Watch it to the end. You can stop at any time and continue later.",
  [RequirementType.AbusePreventionTraining]: "Take the training and submit the certificate.",
  [RequirementType.SexOffenderSearch]: "Your organization searches the public registries by name and date of birth.",
  [RequirementType.AgeVerification]: "Show how old you are, or which grade you are in.",
  [RequirementType.CustomTraining]: "Take the training and submit the certificate.",
  [RequirementType.IdentityVerification]: "Show who you are with a document that has your photo.",
  [RequirementType.LiveScan]: "Have your fingerprints taken at a Live Scan site and submit the form.",
  [RequirementType.USSoccer]: "Your organization looks up your U.S. Soccer license by your USSF ID.",
};

/** What the organization mostly does: whose part is whose. */
export const othersDo: Partial<Record<RequirementType, string>> = {
  [RequirementType.SexOffenderSearch]:
    "You only need a date of birth on your profile. Your organization does the rest and you'll be notified of the result.",
  [RequirementType.USSoccer]:
    "You only need to enter your USSF ID. Your organization looks up the license and records it here.",
};

/** What happens to what is reviewed, once it is sent. */
export function sentTo(requirement: Pick<ListedRequirement, "reviewDays">): string {
  const reviews = reviewsText(requirement);
  return `Your organization reviews it before it counts.${reviews ? ` ${reviews}` : ""} You can withdraw it until then.`;
}

const dayLong = 86_400_000;

/** Where it stands, for those who look after the person. */
export const standsHere = (requirement: ListedRequirement, zone: string) =>
  requirement.status === RequirementStatus.PendingReview
    ? `Sent on ${dayOfInstant(requirement.statusSince, zone)}, waiting for review.`
    : standsText(requirement, zone);

/** What is said of a submission that waits for review. */
function inReviewText(requirement: ListedRequirement, now: number): string {
  const { reviewDays, statusSince } = requirement;
  if (reviewDays === null) return "Your organization reviews it next.";
  const late = now - Date.parse(statusSince) > reviewDays * dayLong;
  return `${reviewsText(requirement)}${late ? " This one is taking longer. Contact your organization if it is urgent." : ""}`;
}

/** Where a requirement stands, as a sentence for the person who owes it. Days in the organization's time zone. */
export function standsText(requirement: ListedRequirement, zone: string, now = serverNow()): string {
  const { status, statusSince, dueAt, completedAt, expiresAt, renewal, mandatory } = requirement;
  const due = dueAt === null ? null : lastDayText(dueAt, zone);
  const until = expiresAt === null ? null : lastDayText(expiresAt, zone);
  const since = dayOfInstant(statusSince, zone);
  switch (status) {
    case RequirementStatus.Incomplete:
      if (due === null) return mandatory ? "No due date." : "Optional.";
      return mandatory ? `Due by ${due}.` : `Optional, by ${due}.`;
    case RequirementStatus.WaitingOnApplicant:
      return "The provider waits for you.";
    case RequirementStatus.WaitingOnProvider:
      return `With the provider since ${since}.`;
    case RequirementStatus.Completed:
      return [
        completedAt === null ? "Completed" : `Completed on ${dayOfInstant(completedAt, zone)}`,
        until === null ? "." : `, valid through ${until}.`,
        renewal ? " Its renewal is in review." : "",
        keptText(requirement, zone),
      ].join("");
    case RequirementStatus.Overdue:
      return due === null ? "Overdue." : `Was due by ${due}.`;
    case RequirementStatus.Expired:
      return until === null ? "Expired." : `Expired on ${until}.`;
    case RequirementStatus.ExpiringSoon:
      if (requirement.endsAtEighteen) {
        return `Valid through ${until}. A guardian's signature ends at age 18, so there's nothing to renew before then.`;
      }
      return `Valid through ${until}.${renewal ? " Its renewal is in review." : " Renew it before then."}${keptText(requirement, zone)}`;
    case RequirementStatus.PendingReview:
      return `Sent on ${since}, in review. ${inReviewText(requirement, now)}`;
    case RequirementStatus.Rejected:
      return `Rejected on ${since}. Ask your organization about it.`;
  }
}

/** Why a renewal changed nothing: what it renews is good for longer. Empty where there is none. */
function keptText({ shorterRenewal }: ListedRequirement, zone: string): string {
  if (shorterRenewal === null) return "";
  const { completedAt, expiresAt } = shorterRenewal;
  return ` The renewal completed on ${dayOfInstant(completedAt, zone)} is valid through ${lastDayText(expiresAt, zone)}. A renewal never shortens what's valid, so the later date stays.`;
}

/** Who is to do what is open, where the reader has nothing left to do about it; null where it is on them. */
export function othersTurn(requirement: ListedRequirement): string | null {
  const { status, type } = requirement;
  const open = ![
    RequirementStatus.Completed,
    RequirementStatus.Rejected,
    RequirementStatus.PendingReview,
    RequirementStatus.WaitingOnProvider,
    RequirementStatus.WaitingOnApplicant,
  ].some((one) => one === status);
  if (!open || requirement.renewal || requirement.endsAtEighteen || isYourTurn(requirement)) return null;
  if (type === RequirementType.Waiver) return "A guardian signs this.";
  return "You've done your part. Your organization does the rest.";
}

/** What follows where it was done once and counts no longer; null where nothing is on the reader. */
export const againText = (requirement: Pick<ListedRequirement, "status" | "actions" | "type">): string | null =>
  requirement.status === RequirementStatus.Expired && isYourTurn(requirement) ? "Submit it again." : null;

/** Who pays, where there is something to pay; in minor units of US dollars. */
export function payerText(requirement: Pick<Requirement, "payer" | "settings">): string | null {
  const { payer, settings } = requirement;
  if (!("price" in settings) || settings.price === 0) return null;
  return payer === "Organization"
    ? "Your organization pays for it."
    : `It costs ${dollars.format(settings.price / 100)}.`;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "You are" or "Mia is". */
const subject = (name: string | null) => (name === null ? "You are" : `${name} is`);
const whom = (name: string | null) => (name === null ? "you" : `you, for ${name}`);

/** "1 thing", "2 things"; with the word that agrees with it. */
const things = (count: number, one: string, many: string) =>
  count === 1 ? `1 thing ${one}` : `${count} things ${many}`;

/**
 * What an overall status means for the reader, and what follows. `name` is that of a child; null for oneself.
 */
export function overallText(status: OverallStatus, groups: OwedGroups, name: string | null): string {
  const { must, may } = byNeed(groups);
  const needs = `${things(must.length, "needs", "need")} ${whom(name)}.`;
  const optional = may.length === 0 ? "" : ` ${may.length} more ${may.length === 1 ? "is" : "are"} optional.`;
  // Nobody is cleared who still must do something but to renew it in time.
  const ends =
    must.length === 0
      ? ""
      : ` ${things(must.length, "ends", "end")} soon: renew ${must.length === 1 ? "it" : "them"} in time.`;
  switch (status) {
    case "Cleared":
      return `${subject(name)} cleared.${ends || " Nothing else is required."}`;
    case "Optional":
      return `${subject(name)} cleared to take part.${ends}${ends && may.length > 0 ? optional : " Everything else is optional."}`;
    case "NoRequirements":
      return "No requirements yet.";
    case "Incomplete":
      if (must.length > 0) return `${needs}${optional}`;
      return may.length === 0
        ? "You've done your part. Your organization is reviewing the rest."
        : `You've done your part. Your organization is reviewing the rest. ${things(may.length, "is", "are")} optional.`;
    case "NotActivated":
      return "The invitation has not been accepted yet. Follow the link in the email you were sent.";
    case "NotConfirmed":
      // Of one's own address the notice above says what to do.
      if (name === null) return must.length > 0 ? `${needs}${optional}` : "Nothing else needs you now.";
      return "The email address has not been confirmed yet. Follow the link in the email you were sent.";
    case "Disqualified":
      return `${subject(name)} not allowed to take part. Ask your organization about it.`;
  }
}

/** The few words beside a name among several: what needs the reader, else where the person stands. */
export function switchText(status: OverallStatus, groups: OwedGroups | undefined): string {
  const must = groups ? byNeed(groups).must.length : 0;
  if (must > 0) return `${must} to do`;
  const may = groups ? byNeed(groups).may.length : 0;
  if (status === "Optional" && may > 0) return `${may} optional`;
  return groups && status === "Incomplete" ? "Waiting on others" : overallStatusLabels[status];
}

const months = new Intl.DateTimeFormat(undefined, { month: "long", day: "numeric", timeZone: "UTC" });

/** How long a completion will be good for, as a sentence. */
export function validityText(validity: Validity): string {
  switch (validity.type) {
    case "None":
      return "Done once, it stays good.";
    case "Duration": {
      const unit = validity.amount === 1 ? validity.unit.replace(/s$/, "") : validity.unit;
      return `Valid for ${validity.amount} ${unit} after completion.`;
    }
    case "Annual": {
      // Settings that were saved long ago may name a day that the month does not have: it ends with the month.
      const day = Math.min(validity.day, daysOfMonth(validity.month));
      return `Good until the next ${months.format(Date.UTC(2024, validity.month - 1, day))}.`;
    }
    case "PerRequirement":
      return "Good until the day that the document says.";
  }
}

type SparedOn = Pick<MembershipRequirements, "exemptions" | "optionalUntil" | "labelName" | "levelName">;

/** What somebody is exempt from, and what is optional for now; on which membership, where it is not so on all. */
export function sparedTexts(memberships: readonly SparedOn[], childName: string | null): string[] {
  const whom = childName ?? "you";
  const are = childName === null ? "You are" : `${childName} is`;
  const were = childName === null ? "you were" : `${childName} was`;
  const said = memberships.flatMap((one) => [
    ...one.exemptions.map(({ name, untilDay }) => ({
      ...{ one, text: `${are} exempt from ${name}${untilDay === null ? "" : ` until ${dayText(untilDay)}`}` },
    })),
    ...one.optionalUntil.map(({ name, untilDay }) => ({
      ...{ one, text: `${name} is optional for ${whom} until ${dayText(untilDay)}, as ${were} cleared when it came` },
    })),
  ]);
  return [...Map.groupBy(said, ({ text }) => text)].map(([text, on]) => {
    const places = on.map(({ one }) => `${one.labelName} at ${one.levelName}`);
    return on.length === memberships.length ? `${text}.` : `${text} (${places.join(", ")}).`;
  });
}
