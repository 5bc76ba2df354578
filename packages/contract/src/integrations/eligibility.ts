import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { integrationSources } from "../enums.ts";
import { id } from "../values.ts";

/** The answers of the roster gate. Only `cleared` lets somebody take part. */
export const gateVerdicts = ["cleared", "notCleared", "notAtLevel", "unknown", "unknownLevel", "ambiguous"] as const;
export type GateVerdict = (typeof gateVerdicts)[number];

/** The most checks in one call. */
export const mostChecks = 1000;

const about = <Schema extends z.ZodType>(schema: Schema, description: string): Schema => schema.meta({ description });

const check = {
  externalId: about(
    z.string().trim().min(1, "externalId is required").max(200),
    "The ID by which a partner platform knows the person.",
  ),
  levelId: about(id, "The level: memberships at it or below it count."),
  source: about(
    z.enum(integrationSources),
    "The platform. Only needed where several people have the same ID.",
  ).optional(),
  siteId: about(
    z.string().max(200),
    "The platform's site. Only needed where several people have the same ID.",
  ).optional(),
};
export type EligibilityCheck = z.output<z.ZodObject<typeof check>>;

const answer = z.object({
  externalId: z.string(),
  levelId: id,
  eligible: about(z.boolean(), "Whether the person may take part."),
  verdict: about(
    z.enum(gateVerdicts),
    "cleared: may take part. notCleared: see the reason. notAtLevel: has no membership there. unknown: nobody has the ID. unknownLevel: only in a batch. ambiguous: send source and siteId too.",
  ),
  reason: about(z.string(), "Why, in plain words."),
  person: about(
    z.object({ profileId: id, name: about(z.string(), "The first name and the initial of the last name.") }).nullable(),
    "Null unless exactly one person has the ID, and the caller sees that person.",
  ),
});
export type EligibilityAnswer = z.output<typeof answer>;

export const checkEligibility = endpoint({
  method: "GET",
  path: "/api/v1/eligibility",
  summary:
    "Tells whether the person with an ID at a partner platform is cleared at a level or below it, at this moment.",
  errors: [403],
  scope: "eligibility.read",
  query: check,
  response: answer,
});

export const checkManyEligibility = endpoint({
  method: "POST",
  path: "/api/v1/eligibility",
  summary: "Tells for up to 1,000 people whether they are cleared. The answers are in the order of the questions.",
  errors: [403],
  scope: "eligibility.read",
  body: z.strictObject({
    checks: z
      .array(z.strictObject(check))
      .min(1, "Send at least one check.")
      .max(mostChecks, "Send at most 1,000 checks."),
  }),
  response: z.object({ data: z.array(answer) }),
});

export const listLevelIds = endpoint({
  method: "GET",
  path: "/api/v1/levels",
  summary: "Lists the organization's levels with their IDs, from the top down.",
  errors: [403],
  scope: "levels.read",
  query: {
    /** `next` of the previous page. */
    cursor: z.string().max(300).optional(),
  },
  response: z.object({
    data: z.array(z.object({ levelId: id, name: z.string(), kind: z.string(), parentId: id.nullable() })),
    next: z.string().nullable(),
  }),
});
