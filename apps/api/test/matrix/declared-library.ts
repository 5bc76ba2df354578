import { contentKinds } from "@touchline/contract";
import { atLevel, type Declared, member, ofContent } from "./declaration.ts";
import { may, maySomewhere } from "./rules.ts";

/** This world has documents only. Reading another kind finds nothing, and saving one is a Conflict. */
const otherKinds: Record<string, Declared> = Object.fromEntries(
  contentKinds
    .filter((kind) => kind !== "document")
    .flatMap((kind) => [
      [
        `POST /api/app/content/content-${kind}/{id}`,
        ofContent(may("content.edit"), {
          body: () => ({
            ...(kind === "us-soccer" ? { licenses: ["coach_41"] } : {}),
            ...(kind === "live-scan" ? { ori: "", mailCode: "" } : {}),
            ...(kind === "custom-training" ? { acceptsCertificates: true } : {}),
          }),
        }),
      ],
      [`GET /api/app/content/{id}/content-${kind}`, ofContent(may("content.edit"), { absent: true })],
    ]),
);

/** Who may view and edit the library. */
export const ofLibrary: Record<string, Declared> = {
  // Library.
  "GET /api/app/content": { on: "organization", rule: maySomewhere("content.edit") },
  "POST /api/app/content": atLevel(may("content.edit")),
  "PUT /api/app/content/{id}/content-base": ofContent(may("content.edit")),
  "GET /api/app/content/{id}": ofContent(may("content.edit")),
  "POST /api/app/content/content-document/{id}": ofContent(may("content.edit"), {
    body: () => ({ reviewRequired: true }),
  }),
  "GET /api/app/content/content-library/{id}": {
    on: "organization",
    id: "organizationId",
    rule: maySomewhere("content.edit"),
  },
  "GET /api/app/content/name-list/{id}": {
    on: "organization",
    id: "organizationId",
    rule: maySomewhere("content.edit"),
  },
  "GET /api/app/content/us-soccer-licenses": member,
  "GET /api/app/content/{id}/archive-effect": ofContent(may("content.edit")),
  "DELETE /api/app/content/{id}": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/restore": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/duplicate": ofContent(may("content.edit"), {
    body: ({ levelId }) => ({ name: "Another", levelId }),
  }),
  "GET /api/app/content/{id}/versions": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/versions/{version}": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/update": ofContent(may("content.fromPlatform")),
  "POST /api/app/content/{id}/update": ofContent(may("content.fromPlatform")),
  "GET /api/app/content/platform-library": { on: "nothing", rule: maySomewhere("content.fromPlatform") },
  "GET /api/app/content/platform-library/{id}": {
    on: "nothing",
    rule: maySomewhere("content.fromPlatform"),
    absent: true,
  },
  "POST /api/app/content/platform-library/{id}/copy": atLevel(may("content.fromPlatform"), { absent: true }),
  "GET /api/app/content/{id}/content-document": ofContent(may("content.edit")),
  ...otherKinds,
  "POST /api/app/content/{id}/content-file": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/content-package": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/package-uploads": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/package-uploads": ofContent(may("content.edit"), {
    body: () => ({ name: "course.zip", bytes: 1, ending: null }),
  }),
  "POST /api/app/content/{id}/package-uploads/{uploadId}/part": ofContent(may("content.edit"), { absent: true }),
  "POST /api/app/content/{id}/package-uploads/{uploadId}/finish": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/package-uploads/{uploadId}": ofContent(may("content.edit"), { absent: true }),
  "DELETE /api/app/content/{id}/package-uploads/{uploadId}": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/content-package": ofContent(may("content.edit"), { absent: true }),
  "POST /api/app/content/{id}/package-preview": ofContent(may("content.edit"), {
    body: () => ({ fileId: crypto.randomUUID(), item: 0 }),
    absent: true,
  }),
  "POST /api/app/content/{id}/form-answers-export": ofContent(maySomewhere("files.see"), {
    body: () => ({ format: "csv" }),
    absent: true,
  }),
  "GET /api/app/form-answers-export/{id}": { ...member, absent: true },
  "GET /api/app/content/{id}/content-file": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/content-assignments": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/assignment-progress": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/content-exceptions": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/preview-assignments": ofContent(may("content.assign"), {
    body: ({ levelId, labelId }) => ({
      contentAssignments: [{ levelId, labelIds: [labelId], includeBelow: true, mandatory: true }],
    }),
  }),
  "GET /api/app/content/{id}/preview-assignments/{previewId}": ofContent(maySomewhere("content.assign"), {
    absent: true,
  }),
  "GET /api/app/content/{id}/redo-progress": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/preview-redo": ofContent(may("content.edit"), { body: () => ({ redoBy: "2099-01-31" }) }),
  "GET /api/app/content/{id}/preview-redo/{previewId}": ofContent(may("content.edit"), { absent: true }),
  "POST /api/app/content/{id}/undo-assignments": ofContent(maySomewhere("content.assign"), { absent: true }),
  "POST /api/app/content/{id}/assign-content": ofContent(may("content.assign"), {
    body: ({ levelId, labelId }) => ({
      contentAssignments: [{ levelId, labelIds: [labelId], includeBelow: true, mandatory: true, dueDate: null }],
    }),
  }),
};
