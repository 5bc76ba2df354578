import { z } from "zod";

/** The stable codes of refusals, with the status of each. */
export const problemStatus = {
  invalid: 400,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupportedType: 415,
  tooMany: 429,
  unexpected: 500,
  providerFailed: 502,
  unavailable: 503,
} as const;
export type ProblemCode = keyof typeof problemStatus;

/** Every refusal, as `application/problem+json` (RFC 9457) plus the fields the specification's text extraction reads. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  details: z.string(),
  /** A rule's own reason, or the state that prevents it. */
  reason: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type Problem = z.output<typeof problem>;
