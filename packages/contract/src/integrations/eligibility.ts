import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { integrationSources } from "../enums.ts";
import { id } from "../values.ts";

/** What the roster gate answers. Only `cleared` lets somebody take part. */
export const gateVerdicts = ["cleared", "notCleared", "notAtLevel", "unknown", "unknownLevel", "ambiguous"] as const;
export type GateVerdict = (typeof gateVerdicts)[number];

/** The most checks of one call. */
export const mostChecks = 1000;

const externalId = z.string().trim().min(1, "externalId is required").max(200);

const check = {
  /** The ID by which a partner platform knows the person. */
  externalId,
  /** The level at or below which the person wants to take part. */
  levelId: id,
  /** The platform and its site; only needed where several use the same ID. */
  source: z.enum(integrationSources).optional(),
  siteId: z.string().max(200).optional(),
};
export type EligibilityCheck = z.output<z.ZodObject<typeof check>>;

const answer = z.object({
  externalId: z.string(),
  levelId: id,
  eligible: z.boolean(),
  verdict: z.enum(gateVerdicts),
  /** Why, in plain words. */
  reason: z.string(),
  /** Who it is: the profile's ID, the first name and the initial of the last name. Null unless exactly one person has the ID. */
  person: z.object({ profileId: id, name: z.string() }).nullable(),
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
    /** `next` of the page before. */
    cursor: z.string().max(300).optional(),
  },
  response: z.object({
    data: z.array(z.object({ levelId: id, name: z.string(), kind: z.string(), parentId: id.nullable() })),
    next: z.string().nullable(),
  }),
});
