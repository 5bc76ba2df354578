import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RequirementType } from "../enums.ts";
import { line, numbered } from "../values.ts";
import { longestTemplate, mostTemplates } from "./reviewing.ts";

/** A reason that reviewers write often. What stands in braces is filled in, see `reasonVariables`. */
const reasonTemplate = z.strictObject({
  /** What reviewers choose it by. */
  title: line(80),
  /** Null: for every type. */
  type: numbered(RequirementType).nullable(),
  /** For which decision it is offered. */
  decision: z.enum(["Approved", "RejectedReset", "RejectedDisqualified"]),
  en: line(longestTemplate),
  /** For members whose mails are in Spanish; null: the English one. */
  es: line(longestTemplate).nullable(),
});
export type ReasonTemplate = z.output<typeof reasonTemplate>;

const settings = z.object({
  /** Whether a disqualification takes two reviewers. */
  secondReviewer: z.boolean(),
  /** Whether a requirement may be marked complete or incomplete without a reason. */
  reasonsOptional: z.boolean(),
  templates: z.array(reasonTemplate),
  /** Counts the changes; 0: there was none. */
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
    /** Left out: as it was. */
    reasonsOptional: z.boolean().optional(),
    templates: z.array(reasonTemplate).max(mostTemplates, `Add at most ${mostTemplates}.`),
    /** The version that was changed. */
    version: z.int().min(0),
  }),
  response: settings,
});
