import { RequirementType } from "@touchline/contract";
import { type Declared, ofPerson, settings } from "./declaration.ts";
import {
  either,
  everyMember,
  may,
  mayOrganizationWide,
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
const seesSetUp = either(mayOrganizationWide("onboarding"), maySomewhere("content.edit"));
const ownOrReviewsLiveScan = either(onlyOwn, may("requirements.review", { requirementType: RequirementType.LiveScan }));
const ofCheck = { requirementType: RequirementType.BackgroundCheck };
const reviewsCheck = may("requirements.review", ofCheck);
const ownOrReviewsCheck = either(onlyOwn, reviewsCheck);
const disqualifiesByCheck = may("requirements.disqualify", ofCheck);
const anAssessment = { offense: "One.", timePassed: "Two.", role: "Three." };
const reviewsSomewhere = maySomewhere("requirements.review", RequirementType.BackgroundCheck);
const reviewsLiveScanSomewhere = maySomewhere("requirements.review", RequirementType.LiveScan);
const anApplication = {
  ...{ legalName: "", ein: "", companyType: null, website: "", permissiblePurpose: null },
  address: { line1: "", line2: "", city: "", state: "", postalCode: "" },
  owner: { firstName: "", lastName: "", email: "", phone: "" },
};

/** Who may set up screening, sign consents, order checks and read results. */
export const ofScreening: Record<string, Declared> = {
  // Providers and their accounts.
  "GET /api/app/organization/background-check-agencies": { on: "nothing", rule: seesSetUp },
  "GET /api/app/organization/{id}/background-check-clients": ofOrganization(seesSetUp),
  "GET /api/app/organization/available-background-check-clients/{id}": ofOrganization(
    mayOrganizationWide("onboarding"),
  ),
  "GET /api/app/organization/{id}/background-check-products/{clientId}": ofOrganization(seesSetUp, { absent: true }),
  "GET /api/app/organization/preview-background-check-products/{provider}/{accountId}": {
    on: "nothing",
    rule: mayOrganizationWide("onboarding"),
    absent: true,
  },
  "POST /api/app/organization/{id}/background-check-client": ofOrganization(mayOrganizationWide("onboarding"), {
    body: () => ({ provider: 3, accountId: "shared" }),
    absent: true,
  }),
  "DELETE /api/app/organization/{id}/background-check-client/{clientId}": ofOrganization(
    mayOrganizationWide("onboarding"),
    {
      absent: true,
    },
  ),
  "GET /api/app/organization/{id}/yardstik-onboarding-info": ofOrganization(mayOrganizationWide("onboarding")),
  "GET /api/app/organization/{id}/yardstik-onboarding-status": ofOrganization(mayOrganizationWide("onboarding")),
  "PUT /api/app/organization/{id}/yardstik-onboarding-info": ofOrganization(mayOrganizationWide("onboarding"), {
    body: () => ({ version: 0, info: anApplication }),
  }),
  "POST /api/app/organization/{id}/yardstik-account": ofOrganization(mayOrganizationWide("onboarding"), {
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

  // Consents and orders. The world's requirement is a document, so permitted callers get the error that it isn't a
  // background check.
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

  // Adverse actions. The world's requirement is a document, so permitted callers get that error.
  "GET /api/app/requirement/{id}/adverse-action": ofPerson(ownOrReviewsCheck, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/pre-adverse-notice": ofPerson(disqualifiesByCheck, {
    ...{ id: "requirementId", neverOnOneself: true },
    body: () => ({ ...anAssessment, items: "One.", agencyName: "One", agencyAddress: "Two", agencyPhone: "Three" }),
  }),
  "POST /api/app/requirement/{id}/dispute-report": ofPerson(ownOrReviewsCheck, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/adverse-statement": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ statement: "One." }),
  }),
  "POST /api/app/requirement/{id}/close-dispute": ofPerson(reviewsCheck, {
    ...{ id: "requirementId", neverOnOneself: true },
    body: () => ({ result: "unchanged", note: "One." }),
  }),
  "POST /api/app/requirement/{id}/individualized-assessment": ofPerson(reviewsCheck, {
    ...{ id: "requirementId", neverOnOneself: true },
    body: () => anAssessment,
  }),
  "POST /api/app/requirement/{id}/final-notice": ofPerson(disqualifiesByCheck, {
    ...{ id: "requirementId", neverOnOneself: true },
    body: () => ({ reason: "One." }),
  }),
  "POST /api/app/requirement/{id}/clear-adverse-action": ofPerson(reviewsCheck, {
    ...{ id: "requirementId", neverOnOneself: true },
  }),
  "GET /api/app/requirement/{id}/adverse-document": ofPerson(ownOrReviewsCheck, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/adverse-file": ofPerson(ownOrReviewsCheck, { id: "requirementId", absent: true }),
  "GET /api/app/organization/adverse-action-settings": {
    on: "nothing",
    rule: mayOrganizationWide("organization.edit"),
  },
  "PUT /api/app/organization/adverse-action-settings": {
    ...{ on: "nothing", rule: mayOrganizationWide("organization.edit") },
    body: () => ({ waitingDays: 7, reportMonths: 12, letterYears: 5, version: 0 }),
  },
  // Results of external reviewers.
  "GET /api/app/external-review/queue": { on: "nothing", rule: reviewsSomewhere },
  "GET /api/app/external-review/queue-file": {
    on: "nothing",
    rule: reviewsSomewhere,
    query: () => ({ reviewer: "1" }),
  },
  "POST /api/app/external-review/import": {
    on: "nothing",
    rule: reviewsSomewhere,
    absent: true,
    body: () => ({ reviewer: "1", checkOnly: "true" }),
  },
  "GET /api/app/external-review/imports": { on: "nothing", rule: reviewsSomewhere },
  "GET /api/app/external-review/import/{id}": { on: "nothing", rule: reviewsSomewhere, absent: true },
  "POST /api/app/external-review/import/{id}/cancel": { on: "nothing", rule: reviewsSomewhere, absent: true },
  "POST /api/app/external-review/import/{id}/undo": { on: "nothing", rule: reviewsSomewhere, absent: true },
  "GET /api/app/organization/{id}/external-review": ofOrganization(seesSetUp),
  "PUT /api/app/organization/{id}/external-review": ofOrganization(mayOrganizationWide("onboarding"), {
    body: () => ({ reviewer: null, deadlineDays: 10, portals: { jdp: null, ncsi: null } }),
  }),
  "GET /api/app/requirement/{id}/external-check": ofPerson(sees, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/external-check": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ step: "begun" }),
  }),
  "POST /api/app/requirement/{id}/external-result": ofPerson(
    may("requirements.review", { requirementType: RequirementType.BackgroundCheck }),
    {
      id: "requirementId",
      neverOnOneself: true,
      absent: true,
      body: () => ({ outcome: "passed", resultOn: "2026-01-05" }),
    },
  ),
  // Trainings at a provider.
  "GET /api/app/requirement/{id}/training-enrollment": ofPerson(sees, { id: "requirementId", absent: true }),

  // U.S. Soccer licenses.
  "GET /api/app/requirement/{id}/us-soccer-licenses": ofPerson(sees, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/refresh-us-soccer-licenses": ofPerson(sees, { id: "requirementId", absent: true }),

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
  "GET /api/app/requirement/{id}/other-names": ofPerson(onlyOwn, { id: "requirementId" }),
  "PUT /api/app/requirement/{id}/other-names": ofPerson(onlyOwn, { id: "requirementId", body: () => ({ names: [] }) }),
  "GET /api/app/live-scan-notices": { on: "nothing", rule: reviewsLiveScanSomewhere },
  "POST /api/app/live-scan-notice/{id}": {
    ...{ on: "nothing", rule: reviewsLiveScanSomewhere, absent: true },
    body: () => ({ outcome: "sent", noticedOn: "2026-01-05" }),
  },
  "POST /api/app/requirement/{id}/live-scan-answer": ofPerson(
    may("requirements.review", { requirementType: RequirementType.LiveScan }),
    { id: "requirementId", neverOnOneself: true, body: () => ({ answer: "delayed", answeredOn: "2026-01-05" }) },
  ),
};
