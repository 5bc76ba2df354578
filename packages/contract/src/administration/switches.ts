import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id, instant, line } from "../values.ts";

/** What operators can pause, for everyone or for one organization. */
export const features = ["signups", "payments", "backgroundChecks", "imports", "apiKeys", "partners"] as const;
export type Feature = (typeof features)[number];

export const listSwitches = endpoint({
  method: "GET",
  path: "/api/app/platform/feature-switch",
  summary: "Lists the features that are paused, for everyone or for one organization. For platform operators.",
  errors: [403],
  response: z.array(
    z.object({
      feature: z.enum(features),
      /** Null: for everyone. */
      organization: z.object({ organizationId: id, name: z.string() }).nullable(),
      reason: z.string(),
      pausedAt: instant,
    }),
  ),
});

export const setSwitch = endpoint({
  method: "PUT",
  path: "/api/app/platform/feature-switch",
  summary:
    "Pauses or resumes a feature, for everyone or for one organization. What is shown stays as it is; what would change something is refused. For platform operators.",
  errors: [403],
  body: z.strictObject({
    feature: z.enum(features),
    /** Null: for everyone. */
    organizationId: id.nullable(),
    /** Why it is paused; null: it is resumed. */
    reason: line(300).nullable(),
  }),
  response: noContent,
});
