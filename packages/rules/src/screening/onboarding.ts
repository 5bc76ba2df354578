import { phoneForm } from "@touchline/contract/phone";
import { states } from "@touchline/contract/regions";
import type { CompanyType, OnboardingInfo, PermissiblePurpose } from "@touchline/contract/screening/onboarding";
import { einProblem } from "./ein.ts";

/** The names of the specification's company types. */
export const companyTypeLabels: Readonly<Record<CompanyType, string>> = {
  "b-corporation": "B corporation",
  corporation: "Corporation",
  "c-corporation": "C corporation",
  "limited-liability-partnership": "Limited liability partnership",
  "limited-liability-corporation": "Limited liability corporation",
  "limited-partnership": "Limited partnership",
  "non-profit": "Nonprofit",
};

/** The permissible purposes of reports. Source: 15 U.S.C. 1681b(a)(3)(B), which also covers volunteers, and (a)(2). */
export const permissiblePurposeLabels: Readonly<Record<PermissiblePurpose, string>> = {
  employment: "Employment or volunteering",
  "written-instructions": "Written instructions of the person",
};

/** The steps of the form with their fields. */
export const onboardingSteps = {
  organization: ["legalName", "ein", "companyType", "website", "taxDocument"],
  address: ["address.line1", "address.line2", "address.city", "address.state", "address.postalCode"],
  owner: ["owner.firstName", "owner.lastName", "owner.email", "owner.phone"],
  purpose: ["permissiblePurpose"],
} as const;
export type OnboardingStep = keyof typeof onboardingSteps;
export type OnboardingField = (typeof onboardingSteps)[OnboardingStep][number];

const isWebsite = (text: string) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes(".");
};
const isState = (code: string) => states.some(({ stateId }) => stateId === `US-${code}`);

type Check = (info: OnboardingInfo) => string | null;
const filled = (of: (info: OnboardingInfo) => string, missing: string): Check => {
  return (info) => (of(info).trim() === "" ? missing : null);
};

const checks: Record<Exclude<OnboardingField, "taxDocument">, Check> = {
  legalName: filled((info) => info.legalName, "Enter the legal name."),
  ein: ({ ein }) => einProblem(ein),
  companyType: ({ companyType }) => (companyType === null ? "Choose a company type." : null),
  website: ({ website }) => (isWebsite(website) ? null : "Enter a web address that starts with https:// or http://."),
  "address.line1": filled((info) => info.address.line1, "Enter the street address."),
  "address.line2": () => null,
  "address.city": filled((info) => info.address.city, "Enter the city."),
  "address.state": ({ address }) => (isState(address.state) ? null : "Choose a state."),
  "address.postalCode": ({ address }) =>
    /^\d{5}(-\d{4})?$/.test(address.postalCode) ? null : "Enter a ZIP code, such as 98401.",
  "owner.firstName": filled((info) => info.owner.firstName, "Enter a first name."),
  "owner.lastName": filled((info) => info.owner.lastName, "Enter a last name."),
  "owner.email": ({ owner }) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(owner.email) ? null : "Enter a valid email address.",
  "owner.phone": ({ owner }) => (phoneForm.test(owner.phone) ? null : "Enter a phone number."),
  permissiblePurpose: ({ permissiblePurpose }) => (permissiblePurpose === null ? "Choose a purpose." : null),
};

/** Lists what prevents an application from being submitted, by field, in the order of the form; empty for nothing. */
export function onboardingProblems(
  info: OnboardingInfo,
  { hasTaxDocument }: { hasTaxDocument: boolean },
): Partial<Record<OnboardingField, string>> {
  const fields = Object.values(onboardingSteps).flat();
  const found = fields.map((field) => [
    field,
    field === "taxDocument" ? (hasTaxDocument ? null : "Upload a document that shows the EIN.") : checks[field](info),
  ]);
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}
