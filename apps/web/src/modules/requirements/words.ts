import { type OverallStatus, RequirementStatus, RequirementType } from "@touchline/contract";
import type { Validity } from "@touchline/contract/content-settings";
import { dayOfInstant, lastDayText } from "../../dates.ts";
import type { OwedGroups } from "./owed.ts";
import type { ListedRequirement } from "./queries.ts";

/** How long each usually takes the person who does it, as the second half of "Takes …". */
export const usualEffort: Record<RequirementType, string> = {
  [RequirementType.Document]: "about 5 minutes, with the document at hand",
  [RequirementType.Form]: "about 10 minutes",
  [RequirementType.Waiver]: "about 3 minutes",
  [RequirementType.BackgroundCheck]: "about 10 minutes, then some days at the provider",
  [RequirementType.Video]: "as long as the video",
  [RequirementType.AbusePreventionTraining]: "about an hour",
  [RequirementType.SexOffenderSearch]: "a minute",
  [RequirementType.AgeVerification]: "about 5 minutes, with the document at hand",
  [RequirementType.CustomTraining]: "as long as the training",
  [RequirementType.IdentityVerification]: "about 5 minutes, with your document and a camera",
  [RequirementType.LiveScan]: "a visit to a fingerprinting site",
  [RequirementType.USSoccer]: "a minute, with your USSF id",
};

/** What is read where the organization wrote no instructions of its own. */
export const usualInstructions: Record<RequirementType, string> = {
  [RequirementType.Document]: "Send the document in.",
  [RequirementType.Form]: "Fill in the form and send it.",
  [RequirementType.Waiver]: "Read it to the end. Then tick the box and type your name.",
  [RequirementType.BackgroundCheck]: "Your organization asks for a background check.",
  [RequirementType.Video]: "Watch it to the end. You can stop at any time and go on later.",
  [RequirementType.AbusePreventionTraining]: "Take the training and send in its certificate.",
  [RequirementType.SexOffenderSearch]: "Your organization searches the public registries by name and date of birth.",
  [RequirementType.AgeVerification]: "Show how old you are, or which grade you are in.",
  [RequirementType.CustomTraining]: "Take the training and send in its certificate.",
  [RequirementType.IdentityVerification]: "Show who you are with a document that has your photo.",
  [RequirementType.LiveScan]: "Have your fingerprints taken at a Live Scan site and send the form back.",
  [RequirementType.USSoccer]: "Your organization looks up your U.S. Soccer licence by your USSF id.",
};

/** Of what the organization does the most: whose part is whose. */
export const othersDo: Partial<Record<RequirementType, string>> = {
  [RequirementType.SexOffenderSearch]:
    "Your part is a date of birth on the profile. Your organization does the rest, and you hear what comes of it.",
  [RequirementType.USSoccer]:
    "Your part is the USSF id. Your organization looks up the licence and notes it here; you need to send nothing.",
};

/** Where a requirement stands, as a sentence for the person who owes it. Days in the organization's time zone. */
export function standsText(requirement: ListedRequirement, zone: string): string {
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
        until === null ? "." : `, good until ${until}.`,
        renewal ? " Its renewal is in review." : "",
      ].join("");
    case RequirementStatus.Overdue:
      return due === null ? "Overdue." : `Was due by ${due}.`;
    case RequirementStatus.Expired:
      return until === null ? "No longer good." : `Was good until ${until}.`;
    case RequirementStatus.ExpiringSoon:
      return `Still good until ${until}.${renewal ? " Its renewal is in review." : " Renew it before then."}`;
    case RequirementStatus.PendingReview:
      return `Sent on ${since}, in review. Your organization looks at it next.`;
    case RequirementStatus.Rejected:
      return `Rejected on ${since}. Ask your organization about it.`;
  }
}

/** "You are" or "Mia is". */
const subject = (name: string | null) => (name === null ? "You are" : `${name} is`);
const whom = (name: string | null) => (name === null ? "you" : `you, for ${name}`);

/**
 * What an overall status means for the reader, and what follows. `name` is that of a child; null for oneself.
 */
export function overallText(status: OverallStatus, groups: OwedGroups, name: string | null): string {
  const open = groups.needsYou.filter((one) => one.requirement.mandatory).length;
  const needs = open === 1 ? `1 thing needs ${whom(name)}.` : `${open} things need ${whom(name)}.`;
  switch (status) {
    case "Cleared":
      return `${subject(name)} cleared. Nothing more is asked now.`;
    case "Optional":
      return `${subject(name)} cleared to take part. What is left is optional.`;
    case "NoRequirements":
      return "Nothing is asked yet.";
    case "Incomplete":
      return open > 0 ? needs : "Nothing needs you now: your organization has the rest.";
    case "NotActivated":
      return "The invitation has not been accepted yet. Follow the link in the e-mail you were sent.";
    case "NotConfirmed":
      // Of one's own address the notice above says what to do.
      if (name === null) return open > 0 ? needs : "Nothing else needs you now.";
      return "The e-mail address has not been confirmed yet. Follow the link in the e-mail you were sent.";
    case "Disqualified":
      return `${subject(name)} not allowed to take part. Ask your organization about it.`;
  }
}

const months = new Intl.DateTimeFormat(undefined, { month: "long", day: "numeric", timeZone: "UTC" });

/** How long a completion will be good for, as a sentence. */
export function validityText(validity: Validity): string {
  switch (validity.type) {
    case "None":
      return "Done once, it stays good.";
    case "Duration": {
      const unit = validity.amount === 1 ? validity.unit.replace(/s$/, "") : validity.unit;
      return `Good for ${validity.amount} ${unit} from the day it was completed.`;
    }
    case "Annual":
      return `Good until the next ${months.format(Date.UTC(2024, validity.month - 1, validity.day))}.`;
    case "PerRequirement":
      return "Good until the day that the document says.";
  }
}
