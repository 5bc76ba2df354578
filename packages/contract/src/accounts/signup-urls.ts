import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { day, id, instant, listOf, paging } from "../values.ts";

/** The most people that a limited sign-up URL can admit. */
export const mostSignups = 100_000;

export const signupUrlStates = ["open", "revoked", "ended", "full"] as const;
export type SignupUrlState = (typeof signupUrlStates)[number];

const signupUrl = z.object({
  signupUrlId: id,
  levelId: id,
  levelName: z.string(),
  labelId: id,
  labelName: z.string(),
  /** The path of the link, on the product's address. */
  path: z.string(),
  state: z.enum(signupUrlStates),
  createdAt: instant,
  createdBy: z.string().nullable(),
  endsAt: instant.nullable(),
  maxUses: z.int().nullable(),
  /** Memberships created with it. */
  uses: z.int(),
});

export const createSignupUrl = endpoint({
  method: "POST",
  path: "/api/app/signup-url",
  summary:
    "Creates a sign-up link, with which anyone can join a level with a role. The role can't give any access, because links are passed on.",
  errors: [403],
  body: z.strictObject({
    levelId: id,
    labelId: id,
    /** The last day on which it works, in the organization's calendar. */
    endsOn: day.nullable().default(null),
    maxUses: z
      .int()
      .min(1, "Enter at least 1.")
      .max(mostSignups, `Enter at most ${mostSignups}.`)
      .nullable()
      .default(null),
  }),
  response: signupUrl,
});

export const listSignupUrls = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/signup-urls",
  summary: "Lists the sign-up links of a level and everything below it: active ones first, then the newest.",
  errors: [403],
  query: paging,
  givesLink: true,
  response: listOf(signupUrl),
});

export const revokeSignupUrl = endpoint({
  method: "POST",
  path: "/api/app/signup-url/{id}/revoke",
  summary: "Ends a sign-up link permanently. People who joined with it stay.",
  errors: [403],
  response: noContent,
});

export const posterSizes = ["a4", "letter"] as const;
export type PosterSize = (typeof posterSizes)[number];

export const downloadPoster = endpoint({
  method: "GET",
  path: "/api/app/signup-url/{id}/poster",
  summary: "Downloads a poster with the sign-up link as a QR code, as a one-page PDF.",
  errors: [403, 409],
  costly: true,
  query: { size: z.enum(posterSizes).default("a4") },
  response: fileContent,
});
