import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { day, id, instant, line, numbered } from "../values.ts";

/** SHA-256 in hexadecimal. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "Enter 64 hexadecimal digits.");

export const getWaiver = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/waiver/{plaId}",
  summary: "Gets the waiver version to sign now, who signs it, and why the caller can't sign it if so.",
  response: z.object({
    requirementId: id,
    name: z.string(),
    organizationName: z.string(),
    contentVersionId: id,
    version: z.int(),
    /** Markdown. */
    text: z.string(),
    consent: z.string(),
    /** The SHA-256 of the text, as UTF-8. */
    textSha256: sha256,
    /** The person it is signed for. */
    forName: z.string(),
    signs: z.object({
      /** The role in which the caller would sign; null if they are neither the person nor a guardian. */
      as: z.enum(["self", "guardian"]).nullable(),
      allowed: z.boolean(),
      /** Why not, in a sentence. */
      reason: z.string().nullable(),
      /** The caller's known name, which the typed one must match. */
      name: z.string(),
    }),
    /** The birthday on which the person must sign again, if a guardian signs now. */
    signAgainOn: day.nullable(),
  }),
});

/** A signature with its proof: an Ed25519 signature over `statement`, which includes the hash of the signed PDF. */
export const waiverProof = z.object({
  statement: z.string(),
  /** Base64. */
  signature: z.string(),
  keyId: z.string(),
});

export const completeWaiver = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/complete-waiver",
  summary: "Signs a waiver: exactly the version that was read, with the box checked and the full legal name entered.",
  errors: [403, 409],
  costly: true,
  body: z.strictObject({
    profileLevelAccessId: id,
    /** The version that was read; Conflict if another one is in force. */
    contentVersionId: id,
    accepted: z.literal(true, "Check the box first."),
    /** The typed signature. */
    name: line(200),
  }),
  response: z.object({
    requirementId: id,
    attemptId: id,
    status: numbered(RequirementStatus),
    signedAt: instant,
    fileId: id,
    /** Printed on the document: with it, anybody who has the document can verify that it is genuine. */
    code: z.string(),
    /** The first instant at which it is no longer valid. */
    expiresAt: instant.nullable(),
  }),
});

/** The length of the code printed on a signed document, without spaces and dashes. */
export const waiverCodeLength = 20;

export const verifyWaiver = endpoint({
  method: "POST",
  path: "/api/app/waiver/verify",
  summary:
    "Checks whether a signed waiver is genuine, by the SHA-256 of its PDF or the code printed on it. Reveals no names.",
  auth: "public",
  costly: true,
  body: z
    .strictObject({
      sha256: sha256.optional(),
      code: z.string().max(60).optional(),
    })
    .refine((of) => (of.sha256 === undefined) !== (of.code === undefined), {
      path: ["code"],
      error: "Choose the document or enter its code.",
    }),
  response: z.object({
    genuine: z.boolean(),
    signedAt: instant.nullable(),
    /** The SHA-256 of the PDF as it was signed; if only the code was given, the document must still be compared with it. */
    sha256: sha256.nullable(),
    proof: waiverProof.nullable(),
    /** The public key that verifies signatures made here, PEM. */
    publicKey: z.string(),
  }),
});
