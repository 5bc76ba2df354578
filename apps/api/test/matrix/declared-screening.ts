import { RequirementType } from "@touchline/contract";
import { type Declared, ofPerson, settings } from "./declaration.ts";
import {
  either,
  everyMember,
  may,
  mayAnywhere,
  maySomewhere,
  onlyOperator,
  onlyOwn,
  type Rule,
  sees,
} from "./rules.ts";

const ofOrganization = (rule: Rule, more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "organization",
  id: "organizationId",
  rule,
  ...more,
});
const seesSetUp = either(mayAnywhere("onboarding"), maySomewhere("content.edit"));
const ownOrReviewsLiveScan = either(onlyOwn, may("requirements.review", { requirementType: RequirementType.LiveScan }));
const anApplication = {
  ...{ legalName: "", ein: "", companyType: null, website: "", permissiblePurpose: null },
  address: { line1: "", line2: "", city: "", state: "", postalCode: "" },
  owner: { firstName: "", lastName: "", email: "", phone: "" },
};

/** Who may set up screening, consent to it, order it and read its results. */
export const ofScreening: Record<string, Declared> = {
  // Providers and accounts at them.
  "GET /api/app/organization/background-check-agencies": { on: "nothing", rule: seesSetUp },
  "GET /api/app/organization/{id}/background-check-clients": ofOrganization(seesSetUp),
  "GET /api/app/organization/available-background-check-clients/{id}": ofOrganization(mayAnywhere("onboarding")),
  "GET /api/app/organization/{id}/background-check-products/{clientId}": ofOrganization(seesSetUp, { absent: true }),
  "GET /api/app/organization/preview-background-check-products/{provider}/{accountId}": {
    on: "nothing",
    rule: mayAnywhere("onboarding"),
    absent: true,
  },
  "POST /api/app/organization/{id}/background-check-client": ofOrganization(mayAnywhere("onboarding"), {
    body: () => ({ provider: 3, accountId: "shared" }),
    absent: true,
  }),
  "GET /api/app/organization/{id}/yardstik-onboarding-info": ofOrganization(mayAnywhere("onboarding")),
  "GET /api/app/organization/{id}/yardstik-onboarding-status": ofOrganization(mayAnywhere("onboarding")),
  "PUT /api/app/organization/{id}/yardstik-onboarding-info": ofOrganization(mayAnywhere("onboarding"), {
    body: () => ({ version: 0, info: anApplication }),
  }),
  "POST /api/app/organization/{id}/yardstik-account": ofOrganization(mayAnywhere("onboarding"), {
    body: () => ({ version: 1, certified: true }),
  }),
  "GET /api/app/platform/organization/{id}/background-check-accounts": {
    to: "account",
    rule: onlyOperator,
    absent: true,
  },
  "PUT /api/app/platform/organization/{id}/background-check-accounts": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ provider: 3, accountId: "shared", allowed: false }),
  },

  // Consents and orders. The world's requirement is a document: whoever is let through is told that it is no background check.
  "GET /api/app/requirement/{id}/consents/{plaId}": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/record-consent": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ kind: "disclosure", version: "0".repeat(64), accepted: true }),
  }),
  "POST /api/app/requirement/{id}/withdraw-consent": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/download-consent": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/run-background-check": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/get-background-check-link": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/background-check": ofPerson(sees, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/background-check-provider-report": ofPerson(
    may("requirements.review", { requirementType: RequirementType.BackgroundCheck }),
    { id: "requirementId" },
  ),

  // Live Scans.
  "GET /api/app/organization/{id}/live-scan-urls": settings({ rule: everyMember }),
  "GET /api/app/requirement/{id}/live-scan": ofPerson(ownOrReviewsLiveScan, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/live-scan-form": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({
      ...{ sex: "F", heightFeet: 5, heightInches: 6, weight: 140, eyeColor: "BRO", hairColor: "BRO" },
      ...{ birthplace: "California", street: "1 Main Street", city: "Oakland", state: "California", zip: "94601" },
    }),
  }),
  "POST /api/app/requirement/{id}/live-scan-answer": ofPerson(
    may("requirements.review", { requirementType: RequirementType.LiveScan }),
    { id: "requirementId", neverOnOneself: true, body: () => ({ answer: "delayed", answeredOn: "2026-01-05" }) },
  ),
};
