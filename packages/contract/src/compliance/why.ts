import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import {
  ageCounts,
  attemptStates,
  conditionMatches,
  overallStatuses,
  payers,
  RequirementStatus,
  RequirementType,
} from "../enums.ts";
import { day, id, instant, numbered } from "../values.ts";
import { evidence } from "./evidence.ts";

/** The rules of an overall status in order: the first that holds decides. */
export const overallRuleNames = [
  "rejected",
  "notConfirmed",
  "notActivated",
  "nothingDemanded",
  "mandatoryOpen",
  "optionalOpen",
  "allDone",
] as const;
export type OverallRuleName = (typeof overallRuleNames)[number];

/** The rules of a requirement's status in order: the first that holds decides. */
export const statusRuleNames = [
  "disqualified",
  "validNotLong",
  "valid",
  "waiting",
  "expired",
  "overdue",
  "open",
] as const;
export type StatusRuleName = (typeof statusRuleNames)[number];

const statusRule = z.object({
  rule: z.enum(statusRuleNames),
  status: numbered(RequirementStatus),
  holds: z.boolean(),
  /** Whether it is the first that holds. */
  decides: z.boolean(),
  /** The instant that it depends on: an expiration, a due date; null if there is none. */
  at: instant.nullable(),
});

/** The assignment by which a requirement is owed on the membership. */
const owedBy = z.object({
  assignmentId: id,
  levelName: z.string(),
  includeBelow: z.boolean(),
  /** The labels that it names. */
  labelNames: z.array(z.string()),
  mandatory: z.boolean(),
  payer: z.enum(payers),
  age: z.object({ from: z.int().nullable(), to: z.int().nullable(), by: z.enum(ageCounts) }).nullable(),
  /** The answers the submission requires; null for callers who may not see a person's answers, if there are any. */
  answers: z
    .object({
      match: z.enum(conditionMatches),
      given: z.array(z.object({ question: z.string(), answer: z.boolean() })),
    })
    .nullable(),
  byAnswers: z.boolean(),
  due: z.object({
    type: z.enum(["None", "Fixed", "AfterJoining", "Season"]),
    date: day.nullable(),
    days: z.int().nullable(),
  }),
  /** When it is overdue by this assignment; null: never, or unknown for a past instant. */
  dueAt: instant.nullable(),
  /**
   * Since when this membership has been asked for it, by this assignment or by one it replaced in an edit; null for a past
   * instant.
   */
  askedSince: instant.nullable(),
  assignedAt: instant,
  /** Null for the product itself, or a deleted person. */
  assignedBy: z.string().nullable(),
  endedAt: instant.nullable(),
});

const exemption = z.object({
  contentId: id,
  name: z.string(),
  /** Only for callers who may make such an exception, and never about themselves or a child they are guardian of. */
  reason: z.string().nullable(),
  untilDay: day.nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  endedAt: instant.nullable(),
});

export const whyRequirement = z.object({
  requirementId: id,
  contentId: id,
  name: z.string(),
  type: numbered(RequirementType),
  status: numbered(RequirementStatus),
  /** Since when, as far as the history shows. */
  since: instant.nullable(),
  /** Whether it decides the overall status. */
  decides: z.boolean(),
  mandatory: z.boolean(),
  dueAt: instant.nullable(),
  rules: z.array(statusRule),
  /** The next change by time alone; null: none. */
  next: z.object({ at: instant, status: numbered(RequirementStatus) }).nullable(),
  /** The completion that counts, or counted. */
  counts: evidence.extend({ extendedUntil: day.nullable() }).nullable(),
  /** The submission in progress. */
  open: z.object({ state: z.enum(attemptStates), since: instant.nullable() }).nullable(),
  /** The disqualification, without its notes. */
  barred: z.object({ decidedAt: instant.nullable(), reviewerName: z.string().nullable() }).nullable(),
  /** Acts of reviewers outside the usual process: marked complete or incomplete, corrected, extended, reinstated. */
  acts: z.array(
    z.object({
      kind: z.string(),
      at: instant,
      actorName: z.string().nullable(),
      /** Only for reviewers. */
      reason: z.string().nullable(),
    }),
  ),
  /** Optional through this day: the person was cleared when it was introduced. */
  graceUntil: day.nullable(),
  owedBy: z.array(owedBy),
  /** Exceptions for this membership that have ended. */
  formerExemptions: z.array(exemption),
});

export const getWhy = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}/why",
  summary:
    "Explains the status of a membership as a tree: the rule that decided, each requirement with its own rule, what counts, which assignment applies, and what will change over time.",
  errors: [403],
  query: { at: instant.optional() },
  response: z.object({
    profileLevelAccessId: id,
    profileId: id,
    at: instant,
    /** For a past instant, these are the records from then. */
    past: z.boolean(),
    labelName: z.string(),
    levelName: z.string(),
    overallStatus: z.enum(overallStatuses),
    /** Since when it has this status; null for a past instant before its history. */
    since: instant.nullable(),
    rules: z.array(
      z.object({
        rule: z.enum(overallRuleNames),
        status: z.enum(overallStatuses),
        holds: z.boolean(),
        decides: z.boolean(),
      }),
    ),
    /** The next change of the overall status by time alone; null: none. */
    next: z.object({ at: instant, status: z.enum(overallStatuses) }).nullable(),
    /** Rejected for a requirement that this membership doesn't have. */
    rejectedElsewhere: z.boolean(),
    requirements: z.array(whyRequirement),
    /** Assigned content that this membership is exempt from. */
    exemptions: z.array(exemption),
  }),
});
