import { z } from "zod";

/** Problems of a picture of a person, in the order in which they are checked; None: no problem. */
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

/** Why a picture got its code, if the code alone doesn't tell the person what to do. */
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
  /** Null if no face was found. */
  quality: z
    .strictObject({
      /** Width of the face in pixels of the upright picture. */
      faceWidth: z.number(),
      /** Mean brightness of the face, 0 to 1. */
      brightness: z.number(),
      /** Median width of edges in the face, scaled to 256 pixels; null if it has none. Higher is blurrier. */
      edgeWidth: z.number().nullable(),
    })
    .nullable(),
  /** The position of the face and its angles in degrees; null if no face was found. */
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
  /** Whether the bytes are a picture that could be decoded; otherwise everything else is empty. */
  readable: z.boolean(),
  /** Pixels of the upright picture. */
  size: z.strictObject({ width: z.int(), height: z.int() }).nullable(),
  /** Median width of edges at 1000 pixels of width; null if there are none, as on an empty page. */
  blur: z.strictObject({ edgeWidth: z.number().nullable(), level: z.enum(["sharp", "soft", "blurry"]) }),
  /** Share of the picture that is washed out by a reflection. */
  glare: z.strictObject({ share: z.number(), level: z.enum(["none", "some", "strong"]) }),
  /** Degrees by which the picture was rotated clockwise before it was read. */
  turned: z.number(),
  /** The result of each way that read anything, in the order of `readingWays`. */
  readings: z
    .array(
      z.strictObject({
        way: z.enum(readingWays),
        kind: z.enum(["license", "passport", "idCard", "certificate", "other"]),
        /** Whether the reading verifies itself: a PDF417 that was parsed, or an MRZ whose check digits are all correct. */
        checked: z.boolean(),
        fields: z.array(
          z.strictObject({
            field: z.enum(documentFields),
            /** Plain text of at most 100 characters without control characters; dates are YYYY-MM-DD. */
            value: z.string().max(100),
            /** Where it was read, in the picture rotated upright by its EXIF orientation; null for a part of a code. */
            box: imageBox.nullable(),
          }),
        ),
        /** The code or the lines from which everything was read. */
        box: imageBox.nullable(),
      }),
    )
    .max(readingWays.length),
});
export type DocumentReading = z.infer<typeof documentReading>;

/** How similar two faces are; `noFace` if one of the pictures shows none. It informs a reviewer and decides nothing. */
export const faceDistanceBands = ["likely", "unsure", "differs", "noFace"] as const;
export const faceComparison = z.strictObject({ band: z.enum(faceDistanceBands) });
export type FaceComparison = z.infer<typeof faceComparison>;

/**
 * The outcome of a request. `busy`: too many are waiting already, so try again later. `failed`: this picture took too long or
 * too much memory, or the reader crashed on it; it will fail again. `unavailable`: this machine has no reader.
 */
export type VisionOutcome<Reading> =
  | { readonly status: "read"; readonly reading: Reading }
  | { readonly status: "busy" }
  | { readonly status: "failed"; readonly reason: "tooSlow" | "tooMuchMemory" | "broken" }
  | { readonly status: "unavailable" };

export type VisionState = "unavailable" | "asleep" | "awake";

/** A company that reads pictures. Simulated: nothing is really read. */
export type VisionService = { readonly name: string; readonly simulated: boolean };

/** The picture reader: a process on this machine, or a service. It stores nothing and decides about nobody. */
export type VisionPort = {
  /** Who gets the pictures; absent: they stay on this machine. */
  readonly service?: VisionService;
  /** Judges a picture of one person. */
  face(image: Uint8Array): Promise<VisionOutcome<FaceReading>>;
  /** Reads a page or a side of a document. */
  document(image: Uint8Array): Promise<VisionOutcome<DocumentReading>>;
  /** Compares the largest faces of two pictures. */
  compare(one: Uint8Array, other: Uint8Array): Promise<VisionOutcome<FaceComparison>>;
  state(): VisionState;
};
