import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { ageGradeStatuses, ageVerificationSettings, IdentityDocument } from "../library/content-settings.ts";
import { day, id, instant, line, numbered, numberedInQuery } from "../values.ts";
import { documentFields, imageBox, imageCodes, imageHints } from "../vision.ts";
import { comparedValues } from "./documents.ts";

/** Identity verification: pictures of a document, and a selfie where the organization offers it. `{id}` is the requirement. */

/** The status of an identity verification. `ClearedVerification` never occurs: a person always decides. */
export const identityStatuses = ageGradeStatuses;

/** The ways to verify an identity, equal in outcome. `selfie` needs a signed release, the others don't. */
export const identityRoutes = ["selfie", "documents", "inPerson"] as const;
export type IdentityRoute = (typeof identityRoutes)[number];

export const identityImageKinds = ["front", "back", "selfie"] as const;
export type IdentityImageKind = (typeof identityImageKinds)[number];

/**
 * `checking`: it is stored, and waits to be read; ask for the progress again. `accepted`: it goes to the reviewer. `refused`:
 * it wasn't stored; take another one.
 */
export const identityImageStates = ["checking", "accepted", "refused"] as const;

/** How similar the face is to the face on the document. It informs the reviewer and decides nothing. */
export const faceScores = ["likelySame", "unclear", "likelyNot"] as const;
export type FaceScore = (typeof faceScores)[number];

/** What a reviewer should look at. */
export const identityReasons = [
  "notRead",
  "selfieNotChecked",
  "faceUnclear",
  "faceDiffers",
  "noFaceOnDocument",
  "unclear",
  "unreadable",
  "anothersDocument",
  "guardiansDocument",
  "relativesDocument",
  "corrected",
  "nameDiffers",
  "birthDateDiffers",
  "birthDateUnknown",
  "expired",
  "documentsOnly",
  "inPerson",
] as const;
export type IdentityReason = (typeof identityReasons)[number];

const onRequirement = { profileLevelAccessId: id };

export const identityImage = z.object({
  imageId: id,
  kind: z.enum(identityImageKinds),
  state: z.enum(identityImageStates),
  /**
   * The problem with a selfie; `None`: no problem. Null: it isn't checked yet, or can't be on this server. Null for documents.
   */
  code: z.enum(imageCodes).nullable(),
  hint: z.enum(imageHints).nullable(),
  /** The sentence to show: the problem and what to do, or that it waits; null if all is well. */
  message: z.string().nullable(),
  /** Whether a person will review it instead of a machine. */
  toPerson: z.boolean(),
});
export type IdentityImage = z.output<typeof identityImage>;

/** The name and date of birth on a document, as read or as the member says. */
const identityHolder = z.object({ firstName: z.string(), lastName: z.string(), dateOfBirth: day.nullable() });

/** A verification that was started and not submitted, or the latest one that was. */
export const identityProgress = z.object({
  status: z.enum(identityStatuses),
  route: z.enum(identityRoutes),
  document: numbered(IdentityDocument).nullable(),
  startedAt: instant,
  submittedAt: instant.nullable(),
  /** The latest image of each kind, even a refused one. */
  images: z.array(identityImage),
  /** Kinds of images that are still needed before it can be submitted. */
  missing: z.array(z.enum(identityImageKinds)),
  /** Kinds that can be added. */
  optional: z.array(z.enum(identityImageKinds)),
  /** Whether everything is there: `identity-verification` submits it. */
  ready: z.boolean(),
  /** The number of refused selfies: after one for glasses or coverings the next such one goes to a person, after two any. */
  refusedTries: z.int(),
  /** What was read from the document, for the member to confirm or correct; null: nothing was, or it isn't read yet. */
  read: identityHolder
    .extend({
      /** The sentence to show if the document seems to be of someone else in the family; null: it doesn't. */
      warning: z.string().nullable(),
    })
    .nullable(),
  /** The sentence to show if no machine checks pictures, so that a person reviews all of them; null: pictures are checked. */
  notice: z.string().nullable(),
});
export type IdentityProgress = z.output<typeof identityProgress>;

/** The release that is signed before a selfie is compared. */
const identityRelease = z.object({
  /** SHA-256 of the text, in hexadecimal. */
  version: z.string(),
  title: z.string(),
  /** Markdown. */
  text: z.string(),
  /** The sentence next to the box. */
  statement: z.string(),
  /** When this version was signed; null: it isn't, or consent was withdrawn. */
  signedAt: instant.nullable(),
  signs: z.object({
    as: z.enum(["self", "guardian"]).nullable(),
    allowed: z.boolean(),
    /** Why not, in a sentence. */
    reason: z.string().nullable(),
    /** The caller's known name, which the typed one must match. */
    name: z.string(),
  }),
});

export const getIdentityVerification = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/identity-verification",
  summary:
    "Gets which documents prove identity for this requirement, how it can be verified, what has to be signed first, and how far it is.",
  errors: [403],
  query: onRequirement,
  response: z.object({
    documents: ageVerificationSettings.shape.documents,
    status: z.enum(identityStatuses),
    /** The ways offered here. `selfie` only if the organization has turned it on. */
    routes: z.array(z.enum(identityRoutes)),
    /** Whether the server reads pictures. If not, a person reviews each, and `notice` says so. */
    readsPictures: z.boolean(),
    notice: z.string().nullable(),
    /** Days after the decision on which pictures are destroyed. */
    keptDays: z.int(),
    /** Null if no selfies are taken. */
    release: identityRelease.nullable(),
    /** Null: nothing was started. */
    progress: identityProgress.nullable(),
    /** Whether pictures, or data read from them, are stored for this person, and can be erased. */
    erasable: z.boolean(),
  }),
});

export const sendIdentityVerification = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/identity-verification",
  summary:
    "Submits the identity verification that was started; or, with `document`, files that show an identity document. A person decides on it.",
  errors: [403, 409, 413, 415],
  multipart: true,
  orJson: true,
  body: z.strictObject({
    ...onRequirement,
    /**
     * The document that the files show. If omitted, the verification started with `start-identity-verification` is submitted.
     */
    document: numberedInQuery(IdentityDocument).optional(),
    validUntil: day.optional(),
    /** The values on the document as the member confirmed or corrected them. What differs from what was read goes to the reviewer. */
    firstName: line(100).optional(),
    lastName: line(100).optional(),
    dateOfBirth: day.optional(),
  }),
  response: z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) }),
});

export const signIdentityRelease = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/identity-release",
  summary:
    "Signs the release for comparing a selfie with a document: exactly the version that was read, with the full legal name.",
  errors: [403, 409],
  costly: true,
  body: z.strictObject({
    ...onRequirement,
    /** The version that was read; Conflict if another one is in force. */
    version: z.string().regex(/^[0-9a-f]{64}$/, "Enter 64 hexadecimal digits."),
    accepted: z.literal(true, "Check the box first."),
    /** The typed signature. */
    name: line(200),
  }),
  response: z.object({ identityReleaseId: id, signedAt: instant }),
});

export const startIdentityVerification = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/start-identity-verification",
  summary:
    "Starts an identity verification, or starts over with another document or way. Pictures of the earlier one are destroyed.",
  errors: [403, 409],
  body: z.strictObject({
    ...onRequirement,
    route: z.enum(identityRoutes),
    /** The document; not needed in person. */
    document: numbered(IdentityDocument).nullable().default(null),
  }),
  response: identityProgress,
});

export const getIdentityProgress = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/progress-identity-verification",
  summary: "Gets how far an identity verification is: its pictures, what is wrong with them, and what is missing.",
  errors: [403, 409],
  query: onRequirement,
  response: identityProgress,
});

export const reportIdentityImage = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/progress-identity-verification",
  summary:
    "Adds one picture in the field `file`, a JPEG or PNG. A selfie is answered with what is wrong with it; a document is read afterwards.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ ...onRequirement, kind: z.enum(identityImageKinds) }),
  response: z.object({ image: identityImage, progress: identityProgress }),
});

export const getIdentityImage = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/identity-image",
  summary: "Gets one picture of an identity verification. Every look is recorded.",
  errors: [403, 409],
  query: { ...onRequirement, imageId: id },
  response: fileContent,
});

export const eraseIdentityImages = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/erase-identity-verification",
  summary:
    "Destroys all pictures of this person's identity verifications and what was read from them, and withdraws the release. What isn't decided yet is withdrawn; decisions stay.",
  errors: [403, 409],
  body: z.strictObject(onRequirement),
  response: z.object({ requirementId: id, erased: z.int() }),
});

export const compareIdentity = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/identity-comparison",
  summary:
    "Gets the pictures of an identity verification, how alike the faces are, and what was read with its place in the picture.",
  errors: [403],
  query: onRequirement,
  response: z.object({
    /** Null: it was submitted as files, or not at all. */
    comparison: z
      .object({
        route: z.enum(identityRoutes),
        images: z.array(z.object({ imageId: id, kind: z.enum(identityImageKinds) })),
        /** When the pictures were destroyed; null: they still exist, or there were none. */
        destroyedAt: instant.nullable(),
        /** Null: faces weren't compared. */
        score: z.enum(faceScores).nullable(),
        /** The score in words. */
        scoreText: z.string().nullable(),
        /** The data that was read, with the picture and the place in it. */
        fields: z.array(
          z.object({
            field: z.enum(documentFields),
            /** Only the last four characters of a number. */
            value: z.string(),
            imageId: id,
            /** Shares of the picture's width and height; null: the place isn't known. */
            box: imageBox.nullable(),
            /** The profile's value; null: nothing to compare. */
            profile: z.string().nullable(),
            fit: z.enum(comparedValues),
          }),
        ),
        /** The values as the member confirmed or corrected them; null: they weren't asked. */
        typed: identityHolder.extend({ differs: z.boolean() }).nullable(),
        reasons: z.array(z.object({ code: z.enum(identityReasons), text: z.string() })),
      })
      .nullable(),
  }),
});
export type IdentityComparison = NonNullable<z.output<typeof compareIdentity.response>["comparison"]>;
