import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { id, instant, line, numbered } from "../values.ts";

/**
 * The documents a person reads and signs before a background check is ordered, in the order of the pages. `abroad` is signed
 * instead of a state of residence; a state notice is named by its state.
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

/** SHA-256 of the signed text, in hexadecimal. */
const version = z.string().regex(/^[0-9a-f]{64}$/, "Enter 64 hexadecimal digits.");

/** A consent that was given. */
export const givenConsent = z.object({
  screeningConsentId: id,
  kind: z.enum(consentKinds),
  title: z.string(),
  version,
  signedAt: instant,
  signerName: z.string(),
  as: z.enum(["self", "guardian"]),
  /** Whether a copy of the report was requested; null if the document doesn't offer one. */
  wantsCopy: z.boolean().nullable(),
  withdrawnAt: instant.nullable(),
  /** Whether a check can be ordered with it now. */
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
  /** The sentence next to the box that is checked before signing. */
  statement: z.string(),
  /** The sentence next to the box for requesting a copy of the report; null if there is none. */
  copyOption: z.string().nullable(),
  /** The source of the text, or the law that requires it. */
  source: z.object({ name: z.string(), url: z.url() }).nullable(),
  /** The organization's own notice as a file, next to the text. */
  fileUrl: z.string().nullable(),
  /** When it was signed; null: not signed yet. */
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
    /** The provider of the check. */
    providerName: z.string(),
    /** The person it is signed for. */
    forName: z.string(),
    signs: z.object({
      /** The caller's role as a signer; null: neither the person nor a guardian. */
      as: z.enum(["self", "guardian"]).nullable(),
      allowed: z.boolean(),
      /** Why not, in a sentence. */
      reason: z.string().nullable(),
      /** The caller's known name, which the typed one must match. */
      name: z.string(),
    }),
    /** The person's state of residence, which determines the state notices; null: not known yet. */
    homeState: z.string().nullable(),
    /**
     * Whether neither a state of residence nor a statement of living elsewhere is known, so that the documents to sign aren't
     * known.
     */
    homeStateMissing: z.boolean(),
    pages: z.array(consentPage),
    /** The documents to sign, or `homeState` if that must be entered first. */
    missing: z.array(z.enum(["homeState", ...consentKinds])),
    /** Everything that was ever signed for this requirement, newest first. */
    given: z.array(givenConsent),
    /** Whether the caller can withdraw consent. */
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
    /** The version that was read; Conflict if another one is in force. */
    version,
    accepted: z.literal(true, "Check the box first."),
    /** The typed signature. */
    name: line(200),
    /** Only if the document offers a copy of the report. */
    wantsCopy: z.boolean().default(false),
  }),
  response: z.object({
    screeningConsentId: id,
    kind: z.enum(consentKinds),
    signedAt: instant,
    /** The documents still to sign. */
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
