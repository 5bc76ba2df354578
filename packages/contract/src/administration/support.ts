import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id, instant, line } from "../values.ts";

/** How many hours support access may last. */
export const supportHours = [1, 4, 24] as const;
/** Minutes for which a person lets an operator view the product as they do. */
export const viewMinutes = 30;

/** What became of a request to view as a person. */
export const supportViewStates = ["asked", "allowed", "declined", "ended"] as const;
export type SupportViewState = (typeof supportViewStates)[number];

const supportView = z.object({
  supportViewId: id,
  state: z.enum(supportViewStates),
  askedAt: instant,
  /** When an allowed one ends; null before it is allowed. */
  endsAt: instant.nullable(),
});

export const getSupport = endpoint({
  method: "GET",
  path: "/api/app/platform/organization/{id}/support-access",
  summary:
    "Lists who had support access to an organization, and why, the latest first, with the caller's requests to view as a person. Names, and the reasons of other operators, are included while the caller has support access. For platform operators.",
  errors: [403],
  response: z.object({
    accesses: z.array(
      z.object({
        supportAccessId: id,
        /** Null for another operator's, unless the caller has support access. */
        reason: z.string().nullable(),
        startedAt: instant,
        endsAt: instant,
        /** When it was ended early. */
        endedAt: instant.nullable(),
        /** Whether it is the caller's, and whether it is in effect. */
        own: z.boolean(),
        inEffect: z.boolean(),
      }),
    ),
    views: z.array(supportView.extend({ profileId: id, name: z.string() })),
  }),
});

export const beginSupportAccess = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/support-access",
  summary:
    "Begins support access to an organization for a reason and for some hours. By itself it changes nothing that the caller may do elsewhere. Recorded in the organization's audit log. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({ reason: line(300), hours: z.literal(supportHours) }),
  response: z.object({ supportAccessId: id, endsAt: instant }),
});

export const endSupportAccess = endpoint({
  method: "DELETE",
  path: "/api/app/platform/organization/{id}/support-access/{supportAccessId}",
  summary: "Ends the caller's support access, and every view that it allowed. For platform operators.",
  errors: [403],
  response: noContent,
});

export const findSupportedPeople = endpoint({
  method: "GET",
  path: "/api/app/platform/organization/{id}/support-people",
  summary:
    "Finds people with a login by their name or exact email address, at most 20. Needs support access, and is recorded in the organization's audit log. For platform operators.",
  errors: [403],
  query: { search: line(100) },
  response: z.array(z.object({ profileId: id, name: z.string(), roles: z.array(z.string()) })),
});

export const askToView = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/support-view",
  summary: `Asks a person to let the caller view the product as they do, without changing anything, for ${viewMinutes} minutes. Needs support access. For platform operators.`,
  errors: [403, 409],
  body: z.strictObject({ profileId: id }),
  response: z.object({ supportViewId: id }),
});

export const endSupportView = endpoint({
  method: "DELETE",
  path: "/api/app/platform/organization/{id}/support-view/{supportViewId}",
  summary: "Ends viewing as a person, or withdraws the request. For platform operators.",
  errors: [403],
  response: noContent,
});

export const listViewRequests = endpoint({
  method: "GET",
  path: "/api/app/support-view",
  summary: "Lists who asked to view the product as the caller does, and why, the latest 20 first.",
  response: z.array(supportView.extend({ reason: z.string() })),
});

export const answerViewRequest = endpoint({
  method: "POST",
  path: "/api/app/support-view/{id}/answer",
  summary: "Allows or declines a request to view as the caller, or ends what was allowed.",
  errors: [403, 409],
  body: z.strictObject({ allowed: z.boolean() }),
  response: supportView.extend({ reason: z.string() }),
});
