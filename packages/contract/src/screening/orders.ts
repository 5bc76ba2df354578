import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint, fileContent } from "../endpoint.ts";
import { payers, RequirementStatus } from "../enums.ts";
import { BackgroundCheckProvider, webAddress } from "../library/content-settings.ts";
import { id, instant, numbered } from "../values.ts";

/**
 * The states of a background check.
 *
 * - `placing`: it is being sent to the provider.
 * - `invited`: the applicant must continue on the provider's page.
 * - `running`: the provider is working on it.
 * - `review`: the provider reported something that a reviewer of the organization must decide on.
 * - `clear`: the provider found nothing.
 * - `canceled`, `expired`: it ended without a result, and a new one can be started.
 * - `refused`: the provider didn't accept it, and a new one can be started once the problem is solved.
 */
export const screeningOrderStates = [
  "placing",
  "invited",
  "running",
  "review",
  "clear",
  "canceled",
  "expired",
  "refused",
] as const;
export type ScreeningOrderState = (typeof screeningOrderStates)[number];

/**
 * Problems that hold up a check.
 *
 * - `unreachable`, `busy`: the provider can't be reached or asks to wait; it is tried again.
 * - `unauthorized`: the installation's or the account's key is not accepted.
 * - `malformed`: the provider's answer could not be read.
 * - `refused`: the provider doesn't accept the order.
 * - `lost`: the provider doesn't know the order anymore.
 */
export const screeningProblems = ["unreachable", "busy", "unauthorized", "malformed", "refused", "lost"] as const;
export type ScreeningProblem = (typeof screeningProblems)[number];

/** Why a background check can't be started now, apart from permissions: reasons of a 409. */
export const orderRefusals = [
  "consentMissing",
  "noProvider",
  "underWay",
  "individualPays",
  "paymentsNotSetUp",
  "emailMissing",
] as const;
export type OrderRefusal = (typeof orderRefusals)[number];

const started = z.object({ requirementId: id, status: numbered(RequirementStatus) });

export const runBackgroundCheck = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/run-background-check",
  summary: "Starts the background check of a requirement at the organization's provider.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: started,
});

export const getBackgroundCheckLink = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/get-background-check-link",
  summary: "Gets the address of the provider's page on which the applicant continues.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  givesLink: true,
  response: z.object({ url: webAddress, expiresAt: instant.nullable() }),
});

export const getBackgroundCheck = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/background-check",
  summary: "Gets how the background check of a requirement stands, and whether one can be started.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: z.object({
    /** The payer, and the amount in minor units of its currency; 0: free. */
    payer: z.enum(payers),
    price: z.int(),
    currency,
    /** The provider of the check; null if the organization hasn't chosen an account, and reports are uploaded. */
    provider: z
      .object({
        provider: z.literal(Object.values(BackgroundCheckProvider)),
        name: z.string(),
        /** Its results are simulated: no real check is made. */
        simulated: z.boolean(),
        product: z.string(),
        /** Whether it is the product for citizens of other countries; shown only to the person and their guardians. */
        international: z.boolean(),
      })
      .nullable(),
    /** Why none can be started now, in a sentence; null: it can. */
    refusal: z.object({ reason: z.enum(orderRefusals), text: z.string() }).nullable(),
    /** The latest check; null before one was started. */
    order: z
      .object({
        state: z.enum(screeningOrderStates),
        /** The state in a sentence for the caller. */
        text: z.string(),
        since: instant,
        orderedAt: instant,
        /** The provider of this check, which may differ from that of the next one. */
        providerName: z.string(),
        simulated: z.boolean(),
        product: z.string(),
        /** Until when the provider's page accepts the applicant; null once it is no longer needed. */
        invitedUntil: instant.nullable(),
        /** The problem, and what to do about it. */
        problem: z.object({ kind: z.enum(screeningProblems), text: z.string(), whatToDo: z.string() }).nullable(),
        /** For reviewers only; null for everyone else. */
        review: z
          .object({
            /** The provider's own term; null before it reported one. */
            providerStatus: z.string().nullable(),
            /** The provider's own number of the order or the report. */
            providerReference: z.string().nullable(),
            /** Whether a report can be opened with `background-check-provider-report`. */
            hasReport: z.boolean(),
            completedAt: instant.nullable(),
            /** Other names that the person has said they have or had. */
            otherNames: z.array(z.string()),
            /** The history, latest first. */
            history: z.array(z.object({ at: instant, text: z.string() })),
          })
          .nullable(),
      })
      .nullable(),
  }),
});

export const downloadProviderReport = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/background-check-provider-report",
  summary: "Downloads the provider's report of the latest background check. For reviewers.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: fileContent,
});
