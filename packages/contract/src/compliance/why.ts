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

/** The rules of an overall status in their order: the first that holds decides. */
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

/** The rules of a requirement's status in their order: the first that holds decides. */
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
  /** The first that holds. */
  decides: z.boolean(),
  /** The instant that it turns on: an expiry, a due date; null where there is none. */
  at: instant.nullable(),
});

/** By which assignment something is owed on the membership. */
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
  /** When it is overdue by this assignment; null: never, or not known of a past instant. */
  dueAt: instant.nullable(),
  /** Since when it is asked of this membership, by this assignment or by one that was edited into it; null: of a past instant. */
  askedSince: instant.nullable(),
  assignedAt: instant,
  /** Null for the product itself, or a person whose name was deleted. */
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
  /** Since when, as far as the history tells. */
  since: instant.nullable(),
  /** Whether the overall status follows from it. */
  decides: z.boolean(),
  mandatory: z.boolean(),
  dueAt: instant.nullable(),
  rules: z.array(statusRule),
  /** What time alone changes next; null: nothing. */
  next: z.object({ at: instant, status: numbered(RequirementStatus) }).nullable(),
  /** The completion that counts, or counted. */
  counts: evidence.extend({ extendedUntil: day.nullable() }).nullable(),
  /** What is being done about it. */
  open: z.object({ state: z.enum(attemptStates), since: instant.nullable() }).nullable(),
  /** The decision that bars, without its notes. */
  barred: z.object({ decidedAt: instant.nullable(), reviewerName: z.string().nullable() }).nullable(),
  /** What reviewers did beside the usual way: marked complete or incomplete, corrected, extended, reinstated. */
  acts: z.array(
    z.object({
      kind: z.string(),
      at: instant,
      actorName: z.string().nullable(),
      /** For reviewers alone. */
      reason: z.string().nullable(),
    }),
  ),
  /** Optional through this day: the person was cleared when it was introduced. */
  graceUntil: day.nullable(),
  owedBy: z.array(owedBy),
  /** Exceptions that held for this membership and are over. */
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
    /** For an instant that has passed, this is what was recorded then. */
    past: z.boolean(),
    labelName: z.string(),
    levelName: z.string(),
    overallStatus: z.enum(overallStatuses),
    /** Since when it stands so; null of a past instant before its history. */
    since: instant.nullable(),
    rules: z.array(
      z.object({
        rule: z.enum(overallRuleNames),
        status: z.enum(overallStatuses),
        holds: z.boolean(),
        decides: z.boolean(),
      }),
    ),
    /** What time alone changes next of the whole; null: nothing. */
    next: z.object({ at: instant, status: z.enum(overallStatuses) }).nullable(),
    /** Rejected for something that this membership does not ask for. */
    rejectedElsewhere: z.boolean(),
    requirements: z.array(whyRequirement),
    /** What is assigned, and not asked of this membership. */
    exemptions: z.array(exemption),
  }),
});
