import { z } from "zod";

/** What may be wrong with a picture of a person, in the order in which it is looked for; None: nothing. */
export const imageCodes = [
  "None",
  "NoFaceDetected",
  "MultipleFacesDetected",
  "SunglassesDetected",
  "FaceOccluded",
  "HeadNotFocused",
  "Other",
] as const;
export type ImageCode = (typeof imageCodes)[number];

/** Why a picture got its code, where the code alone doesn't tell the person what to do. */
export const imageHints = [
  "unreadable",
  "tooDark",
  "tooBright",
  "tooFar",
  "turnedAside",
  "tilted",
  "lookingUpOrDown",
  "outOfFocus",
] as const;
export type ImageHint = (typeof imageHints)[number];

/** A rectangle as shares of the upright picture's width and height, from its upper left corner. */
export const imageBox = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type ImageBox = z.infer<typeof imageBox>;

export const faceReading = z.strictObject({
  code: z.enum(imageCodes),
  hint: z.enum(imageHints).nullable(),
  /** Faces that count: the largest, and others of at least a quarter of its size. */
  faces: z.int(),
  /** Null where no face was found. */
  quality: z
    .strictObject({
      /** Width of the face in pixels of the upright picture. */
      faceWidth: z.number(),
      /** Mean brightness of the face, 0 to 1. */
      brightness: z.number(),
      /** Median width of edges in the face, scaled to 256 pixels; null where it has none. Higher is blurrier. */
      edgeWidth: z.number().nullable(),
    })
    .nullable(),
  /** Where the face is and how it is turned, in degrees; null where no face was found. */
  alignment: z.strictObject({ box: imageBox, roll: z.number(), yaw: z.number(), pitch: z.number() }).nullable(),
});
export type FaceReading = z.infer<typeof faceReading>;

/** How a document was read, the most reliable way first. */
export const readingWays = ["pdf417", "mrz", "text"] as const;
export type ReadingWay = (typeof readingWays)[number];

export const documentFields = [
  "firstName",
  "middleName",
  "lastName",
  "dateOfBirth",
  "expirationDate",
  "documentNumber",
  "issuer",
] as const;
export type DocumentField = (typeof documentFields)[number];

export const documentReading = z.strictObject({
  /** Whether the bytes are a picture that could be decoded; all else is empty where they aren't. */
  readable: z.boolean(),
  /** Pixels of the upright picture. */
  size: z.strictObject({ width: z.int(), height: z.int() }).nullable(),
  /** Median width of edges at 1000 pixels of width; null where there are none, as on an empty page. */
  blur: z.strictObject({ edgeWidth: z.number().nullable(), level: z.enum(["sharp", "soft", "blurry"]) }),
  /** Share of the picture that a reflection has washed out. */
  glare: z.strictObject({ share: z.number(), level: z.enum(["none", "some", "strong"]) }),
  /** Degrees by which the picture was turned clockwise before it was read. */
  turned: z.number(),
  /** What was read, by each way that read anything, in the order of `readingWays`. */
  readings: z
    .array(
      z.strictObject({
        way: z.enum(readingWays),
        kind: z.enum(["license", "passport", "idCard", "certificate", "other"]),
        /** Whether the reading proves itself: a PDF417 that was parsed, an MRZ whose check digits are all right. */
        checked: z.boolean(),
        fields: z.array(
          z.strictObject({
            field: z.enum(documentFields),
            /** Plain text of at most 100 characters without control characters; dates are YYYY-MM-DD. */
            value: z.string().max(100),
            /** Where it was read, in the picture as it was sent and turned upright by its EXIF orientation; null for a part of a code. */
            box: imageBox.nullable(),
          }),
        ),
        /** The code or the lines that all of it was read from. */
        box: imageBox.nullable(),
      }),
    )
    .max(readingWays.length),
});
export type DocumentReading = z.infer<typeof documentReading>;

/** How alike two faces are; `noFace` where one of the pictures shows none. It informs a reviewer and decides nothing. */
export const faceDistanceBands = ["likely", "unsure", "differs", "noFace"] as const;
export const faceComparison = z.strictObject({ band: z.enum(faceDistanceBands) });
export type FaceComparison = z.infer<typeof faceComparison>;

/**
 * What became of a request. `busy`: too many wait already, so try again in a while. `failed`: this picture took too long or
 * too much memory, or the reader broke on it; it will fail again. `unavailable`: this machine has no reader.
 */
export type VisionOutcome<Reading> =
  | { readonly status: "read"; readonly reading: Reading }
  | { readonly status: "busy" }
  | { readonly status: "failed"; readonly reason: "tooSlow" | "tooMuchMemory" | "broken" }
  | { readonly status: "unavailable" };

export type VisionState = "unavailable" | "asleep" | "awake";

/** The reader of pictures, one at a time, in a process of its own. It keeps nothing of what it was shown. */
export type VisionPort = {
  /** Judges a picture of one person. */
  face(image: Uint8Array): Promise<VisionOutcome<FaceReading>>;
  /** Reads a page or a side of a document. */
  document(image: Uint8Array): Promise<VisionOutcome<DocumentReading>>;
  /** Compares the largest faces of two pictures. */
  compare(one: Uint8Array, other: Uint8Array): Promise<VisionOutcome<FaceComparison>>;
  state(): VisionState;
};
