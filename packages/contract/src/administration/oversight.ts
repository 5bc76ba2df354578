import { z } from "zod";
import { organizationStates } from "../accounts/organization-states.ts";
import { subscriptionStates } from "../billing/organization-billing.ts";
import { endpoint } from "../endpoint.ts";
import { id, instant, repeated } from "../values.ts";

/** What may need an operator's attention in an organization. */
export const healthProblems = ["noAdministrator", "inactive", "paymentDue", "mailFailing", "jobsFailed"] as const;
export type HealthProblem = (typeof healthProblems)[number];

/** Days without any login after which an organization counts as inactive. */
export const inactiveDays = 30;
/** Days over which emails and background checks are counted. */
export const usageDays = 30;
/** Days within which a person who was logged in counts as active. */
export const activeDays = 7;

/** The orders of the list. */
export const oversightOrders = ["name", "members", "storage", "mails", "checks"] as const;
export type OversightOrder = (typeof oversightOrders)[number];

const usage = {
  members: z.int(),
  /** People who were logged in within the last days. */
  active: z.int(),
  /** Bytes of stored files. */
  storedBytes: z.int(),
  mails: z.int(),
  mailsFailed: z.int(),
  /** Background checks that were ordered. */
  checks: z.int(),
};

const overseen = z.object({
  organizationId: id,
  name: z.string(),
  cityName: z.string().nullable(),
  stateCode: z.string().nullable(),
  isDemo: z.boolean(),
  state: z.enum(organizationStates),
  createdAt: instant,
  /** Null until it was measured for the first time. */
  health: z
    .object({
      ...usage,
      problems: z.array(z.enum(healthProblems)),
      lastActivityAt: instant.nullable(),
      plan: z
        .object({ productName: z.string(), monthUnitAmount: z.int(), yearUnitAmount: z.int(), currency: z.string() })
        .nullable(),
      subscription: z.enum(subscriptionStates).nullable(),
      measuredAt: instant,
    })
    .nullable(),
});
export type OverseenOrganization = z.output<typeof overseen>;

export const listOrganizationHealth = endpoint({
  method: "GET",
  path: "/api/app/platform/organization-health",
  summary:
    "Lists every organization with its plan, its usage, its last activity, and what may need attention, 100 at a time. For platform operators.",
  errors: [403],
  query: {
    /** Words in the name or the place. */
    search: z.string().trim().max(100).optional(),
    problems: repeated(z.enum(healthProblems)),
    states: repeated(z.enum(organizationStates)),
    order: z.enum(oversightOrders).default("name"),
    cursor: z.string().max(1_000).optional(),
  },
  response: z.object({
    data: z.array(overseen),
    /** How many organizations match. */
    total: z.int(),
    next: z.string().nullable(),
  }),
});

export const getUsage = endpoint({
  method: "GET",
  path: "/api/app/platform/usage",
  summary: "Gets how much all organizations use together, without the demo. For platform operators.",
  errors: [403],
  response: z.object({ organizations: z.int(), ...usage, measuredAt: instant.nullable() }),
});
