import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { id, instant, line, numbered } from "../values.ts";

/**
 * What a person reads and signs before a background check is ordered, in the order of the pages. `abroad` is signed instead
 * of a state of residence; a state notice is named by its state.
 */
export const consentKinds = [
  "electronic",
  "abroad",
  "notice",
  "disclosure",
  "rights",
  "state-CA",
  "state-MA",
  "state-MN",
  "state-NJ",
  "state-NY",
  "state-OK",
  "state-WA",
  "authorization",
] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** SHA-256 of what is signed, in hexadecimal. */
const version = z.string().regex(/^[0-9a-f]{64}$/, "Enter 64 hexadecimal digits.");

/** A consent as it was given. */
export const givenConsent = z.object({
  screeningConsentId: id,
  kind: z.enum(consentKinds),
  title: z.string(),
  version,
  signedAt: instant,
  signerName: z.string(),
  as: z.enum(["self", "guardian"]),
  /** Whether a copy of the report was asked for; null where the document offers none. */
  wantsCopy: z.boolean().nullable(),
  withdrawnAt: instant.nullable(),
  /** Whether a check can be ordered on it now. */
  counts: z.boolean(),
});
export type GivenConsent = z.output<typeof givenConsent>;

/** A document to read and sign, on a page of its own. */
export const consentPage = z.object({
  kind: z.enum(consentKinds),
  version,
  title: z.string(),
  /** Markdown. */
  text: z.string(),
  /** The sentence beside the box that is checked before signing. */
  statement: z.string(),
  /** The sentence beside the box that asks for a copy of the report; null where there is none. */
  copyOption: z.string().nullable(),
  /** Where the text comes from, or the law that asks for it. */
  source: z.object({ name: z.string(), url: z.url() }).nullable(),
  /** The organization's own notice as a file, beside the text. */
  fileUrl: z.string().nullable(),
  /** When it was signed; null: it still has to be. */
  signedAt: instant.nullable(),
});
export type ConsentPage = z.output<typeof consentPage>;

export const listConsents = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/consents/{plaId}",
  summary: "Gets what has to be signed before a background check is ordered, who signs it, and what was signed so far.",
  errors: [403],
  response: z.object({
    requirementId: id,
    organizationName: z.string(),
    /** Who runs the check. */
    providerName: z.string(),
    /** For whom it is signed. */
    forName: z.string(),
    signs: z.object({
      /** As whom the caller would sign; null: neither the person nor a guardian. */
      as: z.enum(["self", "guardian"]).nullable(),
      allowed: z.boolean(),
      /** Why not, in a sentence. */
      reason: z.string().nullable(),
      /** The caller's name as it is known, which the typed one has to match. */
      name: z.string(),
    }),
    /** Where the person lives, by which state notices are chosen; null: not known yet. */
    homeState: z.string().nullable(),
    /** Neither a state of residence nor a statement of living elsewhere is known, so it isn't known what has to be signed. */
    homeStateMissing: z.boolean(),
    pages: z.array(consentPage),
    /** What still has to be signed, `homeState` where that has to be told first. */
    missing: z.array(z.enum(["homeState", ...consentKinds])),
    /** Everything that was ever signed for this requirement, the newest first. */
    given: z.array(givenConsent),
    /** Whether the caller can withdraw what was signed. */
    withdrawable: z.boolean(),
  }),
});

export const recordConsent = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/record-consent",
  summary: "Signs one document before a background check: exactly the version that was read, with the full legal name.",
  errors: [403, 409],
  costly: true,
  body: z.strictObject({
    profileLevelAccessId: id,
    kind: z.enum(consentKinds),
    /** The version that was read; another one in force is a Conflict. */
    version,
    accepted: z.literal(true, "Check the box first."),
    /** Typed as the signature. */
    name: line(200),
    /** Only where the document offers a copy of the report. */
    wantsCopy: z.boolean().default(false),
  }),
  response: z.object({
    screeningConsentId: id,
    kind: z.enum(consentKinds),
    signedAt: instant,
    /** What still has to be signed. */
    missing: z.array(z.enum(["homeState", ...consentKinds])),
  }),
});

export const withdrawConsent = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/withdraw-consent",
  summary: "Withdraws what was signed for a background check. Nothing is ordered on it from then on.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id }),
  response: z.object({ requirementId: id, status: numbered(RequirementStatus), withdrawnAt: instant }),
});

export const downloadConsent = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/download-consent",
  summary: "Downloads a signed consent as a PDF: the exact text, the signature, and how it was signed.",
  errors: [403],
  costly: true,
  query: { profileLevelAccessId: id, screeningConsentId: id },
  response: fileContent,
});
