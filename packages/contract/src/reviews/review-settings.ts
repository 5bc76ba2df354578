import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RequirementType } from "../enums.ts";
import { line, numbered } from "../values.ts";
import { longestTemplate, mostTemplates } from "./reviewing.ts";

/** A saved reason of reviewers. Placeholders in braces are filled in, see `reasonVariables`. */
const reasonTemplate = z.strictObject({
  /** The title by which reviewers choose it. */
  title: line(80),
  /** Null: for every type. */
  type: numbered(RequirementType).nullable(),
  /** The decision for which it is offered. */
  decision: z.enum(["Approved", "RejectedReset", "RejectedDisqualified"]),
  en: line(longestTemplate),
  /** For members whose mails are in Spanish; null: the English one. */
  es: line(longestTemplate).nullable(),
});
export type ReasonTemplate = z.output<typeof reasonTemplate>;

const settings = z.object({
  /** Whether a disqualification needs two reviewers. */
  secondReviewer: z.boolean(),
  /** Whether a requirement may be marked complete or incomplete without a reason. */
  reasonsOptional: z.boolean(),
  templates: z.array(reasonTemplate),
  /** Incremented with each change; 0: never changed. */
  version: z.int(),
});
export type ReviewSettings = z.output<typeof settings>;

export const getReviewSettings = endpoint({
  method: "GET",
  path: "/api/app/review-settings",
  summary:
    "Gets the review settings of the organization: saved replies, whether a disqualification needs two reviewers, and whether reasons are optional.",
  errors: [403],
  response: settings,
});

export const saveReviewSettings = endpoint({
  method: "PUT",
  path: "/api/app/review-settings",
  summary:
    "Changes the review settings of the organization. Responds with a conflict if someone else changed them first.",
  errors: [403, 409],
  body: z.strictObject({
    secondReviewer: z.boolean(),
    /** If omitted, it doesn't change. */
    reasonsOptional: z.boolean().optional(),
    templates: z.array(reasonTemplate).max(mostTemplates, `Add at most ${mostTemplates}.`),
    /** The version that was edited. */
    version: z.int().min(0),
  }),
  response: settings,
});
