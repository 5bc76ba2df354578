import { RequirementType } from "@touchline/contract";
import { anybody, type Declared, ofPerson, reviews } from "./declaration.ts";
import { either, may, mayOrganizationWide, maySomewhere, onlyOwn, sees } from "./rules.ts";

/** Who may complete requirements, and who may review them. */
export const ofRequirements: Record<string, Declared> = {
  // Requirements, by their owner.
  "GET /api/app/requirement/by-profile-level-access/{plaId}": ofPerson(sees),
  "GET /api/app/requirement/{id}": ofPerson(sees, { id: "requirementId" }),
  // What is asked there is mandatory.
  "PUT /api/app/requirement/{id}/declined": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ declined: true }),
  }),
  "POST /api/app/requirement/{id}/complete-document": ofPerson(onlyOwn, { id: "requirementId" }),
  "DELETE /api/app/requirement/{id}/delete-document-attachment": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/form-draft": ofPerson(onlyOwn, { id: "requirementId" }),
  "PUT /api/app/requirement/{id}/form-draft": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ contentVersion: 1, revision: 0, answers: {} }),
  }),
  "POST /api/app/requirement/{id}/form-file": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ contentVersion: 1, revision: 0, fieldKey: "card" }),
  }),
  "POST /api/app/requirement/{id}/complete-form": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/content-form-file": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "DELETE /api/app/requirement/{id}/delete-form-attachment": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/form-answers": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "GET /api/app/prefill-provider/prefill-data/{id}": ofPerson(onlyOwn),
  "GET /api/app/requirement/{id}/draft": ofPerson(onlyOwn, { id: "requirementId" }),
  "PUT /api/app/requirement/{id}/draft/file-order": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ fileIds: ["01994c1e-0000-7000-8000-000000000009"] }),
  }),
  "PUT /api/app/requirement/{id}/draft": ofPerson(onlyOwn, { id: "requirementId", body: () => ({ fields: {} }) }),
  "POST /api/app/requirement/{id}/uploads": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ name: "a.pdf", bytes: 1, sha256: null }),
  }),
  "POST /api/app/requirement/{id}/uploads/{uploadId}/part": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/uploads/{uploadId}/finish": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "DELETE /api/app/requirement/{id}/uploads/{uploadId}": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/download-file-archive": ofPerson(either(may("files.see")), {
    id: "requirementId",
  }),
  // The world's requirement is a document, so permitted callers of other types get that error.
  "POST /api/app/requirement/{id}/background-check-report": ofPerson(onlyOwn, { id: "requirementId" }),
  "DELETE /api/app/requirement/{id}/background-check-report": ofPerson(onlyOwn, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/take-abuse-prevention-training": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/get-training-url": ofPerson(onlyOwn, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/abuse-prevention-training-certificate": ofPerson(onlyOwn, { id: "requirementId" }),
  "DELETE /api/app/requirement/{id}/abuse-prevention-training-certificate": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/age-verification": ofPerson(sees, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/age-verification": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({
      document: 0,
      proof: "School ID",
      legalFirstName: "Mia",
      legalLastName: "Larsen",
      dateOfBirth: "2012-04-05",
    }),
  }),
  "POST /api/app/requirement/{id}/read-draft-document": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/document-comparison": ofPerson(either(onlyOwn, may("requirements.review")), {
    id: "requirementId",
  }),
  "POST /api/app/requirement/{id}/playing-up": ofPerson(either(onlyOwn, may("requirements.review")), {
    id: "requirementId",
    absent: true,
    body: () => ({ under: 19, reason: "The U12 team is full." }),
  }),
  "POST /api/app/requirement/{id}/playing-up-decision": ofPerson(may("requirements.review"), {
    ...{ id: "requirementId", absent: true, neverOnOneself: true },
    body: () => ({
      ageGroupExceptionId: "0198c0de-0000-7000-8000-000000000001",
      approved: true,
      reason: "There is room.",
    }),
  }),
  "GET /api/app/requirement/{id}/identity-verification": ofPerson(sees, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/identity-verification": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ document: 0 }),
  }),
  "POST /api/app/requirement/{id}/identity-release": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ version: "0".repeat(64), accepted: true, name: "Mia Larsen" }),
  }),
  "POST /api/app/requirement/{id}/start-identity-verification": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ route: "documents", document: 0 }),
  }),
  "GET /api/app/requirement/{id}/progress-identity-verification": ofPerson(onlyOwn, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/progress-identity-verification": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ kind: "front" }),
  }),
  "GET /api/app/requirement/{id}/identity-image": ofPerson(either(onlyOwn, may("requirements.review")), {
    id: "requirementId",
    absent: true,
  }),
  "POST /api/app/requirement/{id}/erase-identity-verification": ofPerson(
    either(onlyOwn, mayOrganizationWide("audit")),
    {
      id: "requirementId",
    },
  ),
  "GET /api/app/requirement/{id}/identity-comparison": ofPerson(either(onlyOwn, may("requirements.review")), {
    id: "requirementId",
  }),
  "GET /api/app/organization/identity-settings": { on: "nothing", rule: mayOrganizationWide("organization.edit") },
  "PUT /api/app/organization/identity-settings": {
    ...{ on: "nothing", rule: mayOrganizationWide("organization.edit") },
    body: () => ({ selfies: false, keepDays: 30, version: 0 }),
  },
  "POST /api/app/requirement/{id}/live-scan": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ atiNumber: "A123BCD456" }),
  }),
  "GET /api/app/requirement/{id}/waiver/{plaId}": ofPerson(sees, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/complete-waiver": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ accepted: true }),
  }),
  "GET /api/app/requirement/{id}/video-progress": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/video-progress": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/complete-video/": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/video": anybody,
  "GET /api/app/requirement/{id}/training-package": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/open-training-package": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ item: 0 }),
  }),
  "POST /api/app/requirement/{id}/training-progress": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ sittingId: "00000000-0000-7000-8000-000000000000", values: {}, ended: false }),
  }),
  "POST /api/app/requirement/{id}/take-custom-training": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/custom-training-certificate": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
  }),
  "DELETE /api/app/requirement/{id}/custom-training-certificate": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
  }),
  "POST /api/app/waiver/verify": { to: "anybody", body: () => ({ code: "00000-00000-00000-00000" }) },
  "GET /api/app/requirement/{id}/files-to-view": ofPerson(either(may("files.see")), { id: "requirementId" }),
  "GET /api/app/requirement/{id}/download-file": ofPerson(may("files.see"), { id: "requirementId" }),

  // Reviews.
  "GET /api/app/requirement/pending-review-count/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review-requirements/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review-source-counts/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/adjacent-review-requirement": {
    on: "nothing",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review": reviews,
  "GET /api/app/requirement/{id}/registry-matches": ofPerson(
    may("requirements.review", { requirementType: RequirementType.SexOffenderSearch }),
    { id: "requirementId" },
  ),
  "GET /api/app/requirement/pending-review-count/{orgId}/stream": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
    query: () => ({ seconds: "0" }),
  },
  "GET /api/app/requirement/review-statistics/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review-statistics/{orgId}/csv": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/review-settings": { on: "nothing", rule: maySomewhere("requirements.review") },
  "PUT /api/app/review-settings": { on: "nothing", rule: mayOrganizationWide("organization.edit") },
  "POST /api/app/requirement/review-claim/{plaId}": reviews,
  "DELETE /api/app/requirement/review-claim/{plaId}": reviews,
  "POST /api/app/requirement/decline-disqualification/{plaId}": ofPerson(may("requirements.disqualify"), {
    neverOnOneself: true,
  }),
  "POST /api/app/requirement/review/{plaId}": reviews,
  "POST /api/app/requirement/complete-without-upload/{plaId}": reviews,
  "POST /api/app/requirement/mark-incomplete/{plaId}": reviews,
  "PATCH /api/app/requirement/completed-date-time/{plaId}": ofPerson(may("requirements.review"), {
    neverOnOneself: true,
    body: () => ({ completedDateTime: "2026-01-15T12:00:00.000Z" }),
  }),
  "POST /api/app/requirement/reinstate/{plaId}": ofPerson(may("requirements.reinstate"), { neverOnOneself: true }),
  "GET /api/app/requirement/{id}/submissions": ofPerson(sees, { id: "requirementId" }),
  "POST /api/app/requirement/bulk-review": ofPerson(may("requirements.review"), {
    neverOnOneself: true,
    body: ({ requirementId, plaId }) => ({
      requirements: [{ requirementId, profileLevelAccessId: plaId }],
      review: { reviewDecision: "Approved", reviewNotes: "" },
    }),
    each: ({ results: [one] }: { results: { outcome: string; code?: string }[] }) => ({
      refused: one?.code === "forbidden",
      hidden: one?.code === "notFound",
    }),
  }),
};
