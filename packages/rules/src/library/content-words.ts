/** Describes a content's settings in words: those of an old version, and the changes between two versions. */

import type { Currency } from "@touchline/contract/currencies";
import {
  BackgroundCheckProvider,
  type ContentSettings,
  identityDocumentLabels,
  type Validity,
} from "@touchline/contract/library/content-settings";
import { daysOfMonth } from "@touchline/contract/months";
import { moneyText } from "../money.ts";
import { ussfLicenseName } from "./ussf-licenses.ts";

/** The label of each field, in the order in which people read them. A field without one isn't shown. */
const labels: Record<string, string> = {
  name: "Name",
  description: "Description",
  instructions: "Instructions",
  linkUrl: "Link",
  trainingUrl: "Training link",
  takenAtProvider: "Taken at the training provider",
  blankFileId: "Blank form",
  form: "Online form",
  text: "Waiver text",
  consent: "Consent statement",
  signAgainAtEighteen: "Sign again at 18",
  provider: "Provider",
  clientId: "Account",
  product: "Package",
  productId: "Package at the provider",
  internationalProduct: "Package for citizens of other countries",
  internationalProductId: "Package for citizens of other countries at the provider",
  notice: "Notice",
  acceptsReports: "Accepts existing reports",
  reportMostDays: "Maximum age of the report",
  fileId: "Video",
  videoUrl: "Video URL",
  seconds: "Length",
  percent: "Percent to watch",
  captions: "Captions",
  packageFileId: "Course package",
  minimumScore: "Passing score",
  minimumMinutes: "Minimum time",
  packageReviewed: "Results are reviewed",
  acceptsCertificates: "Accepts certificates",
  verification: "What to verify",
  documents: "Accepted documents",
  proofs: "Accepted proof of grade",
  completesOnMatch: "Matches are approved automatically",
  ageGroupCutoff: "Age group cutoff",
  ori: "ORI",
  applicantType: "Type of applicant",
  jobTitle: "Job title",
  agency: "Agency",
  agencyStreet: "Agency street address",
  agencyCity: "Agency city, state, and ZIP code",
  mailCode: "Mail code",
  contact: "Contact",
  contactPhone: "Contact phone",
  ocaNumber: "OCA number",
  billingNumber: "Billing number",
  levelOfService: "Level of service",
  licenses: "Accepted licenses",
  higherGrades: "Accepts higher grades",
  acceptedExtensions: "Accepted file types",
  reviewRequired: "Reviewed",
  asksCompletionDate: "Asks for the completion date",
  price: "Price",
  currency: "Currency",
  validity: "Valid for",
  validThrough: "Must be valid through",
  redoBy: "Complete again by",
};

export const backgroundCheckProviderLabels: Record<BackgroundCheckProvider, string> = {
  [BackgroundCheckProvider.Yardstik]: "Yardstik",
  [BackgroundCheckProvider.JDP]: "JDP",
  [BackgroundCheckProvider.NCSI]: "NCSI",
  [BackgroundCheckProvider.Checkr]: "Checkr",
  [BackgroundCheckProvider.Sterling]: "Sterling",
  [BackgroundCheckProvider.Generic]: "Other provider",
};

export const nothingSaid = "None";
const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

export function validityWords(validity: Validity): string {
  switch (validity.type) {
    case "None":
      return "No expiration";
    case "Duration": {
      const { amount, unit } = validity;
      return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit} after completion`;
    }
    case "Annual": {
      const day = Math.min(validity.day, daysOfMonth(validity.month));
      const until = `Through ${months[validity.month - 1]} ${day} each year`;
      return validity.earlyDays > 0 ? `${until}, up to ${days(validity.earlyDays)} early for the next year` : until;
    }
    case "PerRequirement":
      return "Expiration date for each submission";
  }
}

const days = (value: number) => (value === 1 ? "1 day" : `${value} days`);
const byField: Record<string, (value: never) => string> = {
  validity: validityWords,
  percent: (value: number) => `${value}%`,
  minimumScore: (value: number) => `${value}%`,
  minimumMinutes: (value: number) => (value === 1 ? "1 minute" : `${value} minutes`),
  seconds: (value: number) => `${Math.floor(value / 60)} min ${value % 60} s`,
  reportMostDays: days,
  provider: (value: BackgroundCheckProvider) => backgroundCheckProviderLabels[value],
  documents: (value: (keyof typeof identityDocumentLabels)[]) =>
    value.map((one) => identityDocumentLabels[one]).join(", "),
  ageGroupCutoff: ({ month, day }: { month: number; day: number }) =>
    new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" }).format(
      Date.UTC(2001, month - 1, day),
    ),
  licenses: (value: string[]) => value.map(ussfLicenseName).join(", "),
  form: (value: { sections: { fields: unknown[] }[] }) => {
    const fields = value.sections.reduce((sum, section) => sum + section.fields.length, 0);
    return fields === 1 ? "1 question" : `${fields} questions`;
  },
  blankFileId: () => "A file",
  clientId: () => "A connected account",
  fileId: () => "A file",
  packageFileId: () => "A file",
};

/** Describes one value. @param of the settings that contain it, because a price is in their currency. */
export function valueWords(field: string, value: unknown, of: object = {}): string {
  if (field === "price") return priceWords(value as number, of);
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) {
    return nothingSaid;
  }
  const words = byField[field];
  if (words) return words(value as never);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function priceWords(price: number, { currency = "USD" }: { currency?: Currency }): string {
  return price === 0 ? "Free" : moneyText(price, currency);
}

export const fieldLabel = (field: string): string => labels[field] ?? field;

/** Sorts fields into the order of the labels above. */
const inOrder = (fields: Iterable<string>) => {
  const wanted = new Set(fields);
  return Object.keys(labels).filter((field) => wanted.has(field));
};

/** Tests whether two values of a field are equal. */
export const sameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Returns JSON with sorted names, because a database may return them in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** Describes settings field by field. Fields without a description are left out. */
export function settingsFacts(settings: ContentSettings): { field: string; label: string; value: string }[] {
  const values = settings as Record<string, unknown>;
  return inOrder(Object.keys(values)).flatMap((field) => {
    const value = valueWords(field, values[field], values);
    return value === nothingSaid || (field === "currency" && values.price === 0)
      ? []
      : [{ field, label: fieldLabel(field), value }];
  });
}

export type FieldChange = { field: string; label: string; before: string; after: string };

/**
 * Describes what changed between two settings. If both values have the same description (a form, a file), it says only that the
 * field changed.
 */
export function changesInWords(before: object, after: object): FieldChange[] {
  return changedFields(before, after).map((field) => {
    const [was, is] = [before, after].map((one) => valueWords(field, (one as Record<string, unknown>)[field], one));
    const [then = "", now = ""] = [was, is];
    return { field, label: fieldLabel(field), before: then, after: now === then ? `${now}, changed` : now };
  });
}

/** Returns the fields that differ. */
export function changedFields(before: object, after: object): string[] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return inOrder([...Object.keys(was), ...Object.keys(is)]).filter((field) => !sameValue(was[field], is[field]));
}
