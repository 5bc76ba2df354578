import type {
  DocumentField,
  DocumentReading,
  FaceComparison,
  FaceReading,
  ImageCode,
  ImageHint,
  VisionOutcome,
  VisionPort,
} from "@touchline/contract/vision";
import { type Day, readPassportZone } from "@touchline/rules";
import { z } from "zod";
import { AmazonFault, type AmazonVisionSettings, amazonClient } from "./amazon-client.ts";
import { type PreparedPicture, preparePicture, qualityOf } from "./prepare-picture.ts";

/** Pictures that are sent at the same time; more are told to come again. */
const mostAtOnce = 20;

/** Thresholds for a picture of one person. Angles are in degrees; brightness, sharpness and confidence from 0 to 100. */
const thresholds = {
  /** The area of another face, relative to the largest. */
  otherFace: 0.25,
  confidence: 90,
  ...{ roll: 22, yaw: 30, pitch: 25 },
  /** The width of a face in pixels. */
  width: 90,
  ...{ dark: 20, bright: 98, sharp: 10 },
};
/** The similarity from which two faces are likely the same, and below which they differ. */
const similarity = { likely: 90, unsure: 70 };

const box = z.object({ Width: z.number(), Height: z.number(), Left: z.number(), Top: z.number() });
const attribute = z.object({ Value: z.boolean(), Confidence: z.number() }).nullish();
const face = z.object({
  BoundingBox: box,
  Confidence: z.number().nullish(),
  Pose: z.object({ Roll: z.number(), Yaw: z.number(), Pitch: z.number() }),
  Quality: z.object({ Brightness: z.number(), Sharpness: z.number() }),
  Sunglasses: attribute,
  FaceOccluded: attribute,
});
type Face = z.output<typeof face>;
const facesFound = z.object({ FaceDetails: z.array(face).max(100) });

const compared = z.object({
  FaceMatches: z.array(z.object({ Similarity: z.number(), Face: z.object({ BoundingBox: box }) })).max(100),
});

const detection = z.object({
  Text: z.string().max(4_000),
  Confidence: z.number().nullish(),
  NormalizedValue: z.object({ Value: z.string().max(100), ValueType: z.string().max(40) }).nullish(),
});
const documentsFound = z.object({
  IdentityDocuments: z
    .array(
      z.object({ IdentityDocumentFields: z.array(z.object({ Type: detection, ValueDetection: detection })).max(200) }),
    )
    .max(10),
});

const fieldNames: Readonly<Record<string, DocumentField>> = {
  FIRST_NAME: "firstName",
  MIDDLE_NAME: "middleName",
  LAST_NAME: "lastName",
  DATE_OF_BIRTH: "dateOfBirth",
  EXPIRATION_DATE: "expirationDate",
  DOCUMENT_NUMBER: "documentNumber",
  STATE_NAME: "issuer",
};
const dates: readonly DocumentField[] = ["dateOfBirth", "expirationDate"];

/** One line of at most 100 letters without markup or control characters, as from the built-in reader. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replaceAll(/[\p{C}<>&"`]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 100);

const round = (share: number) => Math.round(share * 1000) / 1000;
const areaOf = ({ BoundingBox: { Width, Height } }: Pick<Face, "BoundingBox">) => Width * Height;
const isSure = (one: z.output<typeof attribute>) => one?.Value === true && one.Confidence >= thresholds.confidence;

/**
 * Amazon Rekognition for faces and Amazon Textract for documents. Both answer a call with what they found and store nothing; what follows
 * from it is decided where the built-in reader's answers are decided on, so neither approves or refuses anybody.
 *
 * Source: the models of @aws-sdk/client-rekognition 3.1142.0 and @aws-sdk/client-textract 3.1169.0 (`DetectFaces`, `CompareFaces`,
 * `AnalyzeID`: their fields, limits and exceptions) and docs.aws.amazon.com (names of the fields of identity documents). Thresholds are our
 * own and weren't measured on real pictures.
 */
export function amazonVision(
  settings: AmazonVisionSettings,
  {
    log = () => {},
    today = () => new Date().toISOString().slice(0, 10) as Day,
  }: {
    log?: (line: string) => void;
    today?: () => Day;
  } = {},
): VisionPort {
  const call = amazonClient(settings);
  let sent = 0;

  /** Sends pictures unless too many are on their way. */
  async function reading<Reading>(ask: () => Promise<Reading>): Promise<VisionOutcome<Reading>> {
    if (sent >= mostAtOnce) return { status: "busy" };
    sent += 1;
    try {
      return { status: "read", reading: await ask() };
    } catch (error) {
      if (!(error instanceof AmazonFault)) throw error;
      // The message names the exception alone, never anything of a picture.
      if (error.kind !== "busy") log(`Pictures can't be read: ${error.message}.`);
      if (error.kind === "busy") return { status: "busy" };
      return error.kind === "unauthorized" ? { status: "unavailable" } : { status: "failed", reason: "broken" };
    } finally {
      sent -= 1;
    }
  }

  const bytesOf = ({ jpeg }: PreparedPicture) => ({ Bytes: jpeg.toString("base64") });

  return {
    service: { name: "Amazon Web Services", simulated: settings.simulated },
    state: () => "awake",

    face: async (image) => {
      const picture = await preparePicture(image);
      if (!picture) return { status: "read", reading: undecodable };
      return reading(async () => {
        const body = { Image: bytesOf(picture), Attributes: ["DEFAULT", "SUNGLASSES", "FACE_OCCLUDED"] };
        return judge((await call("rekognition", "DetectFaces", body, facesFound)).FaceDetails, picture);
      });
    },

    document: async (image) => {
      const picture = await preparePicture(image);
      if (!picture) return { status: "read", reading: unreadable };
      const quality = await qualityOf(picture.jpeg);
      return reading(async () => {
        const { IdentityDocuments } = await call(
          "textract",
          "AnalyzeID",
          { DocumentPages: [bytesOf(picture)] },
          documentsFound,
        );
        const fields = IdentityDocuments.flatMap(({ IdentityDocumentFields }) => IdentityDocumentFields);
        const values = new Map(fields.map(({ Type, ValueDetection }) => [Type.Text, ValueDetection]));
        const readings = [zoneIn(values, today()), printedIn(values)].filter((one) => one !== null);
        return { readable: true, size: picture.size, ...quality, turned: 0, readings };
      });
    },

    compare: async (one, other) => {
      const [source, target] = [await preparePicture(one), await preparePicture(other)];
      if (!source || !target) return { status: "read", reading: { band: "noFace" } };
      return reading(async (): Promise<FaceComparison> => {
        const body = { SourceImage: bytesOf(source), TargetImage: bytesOf(target), SimilarityThreshold: 0 };
        try {
          const { FaceMatches } = await call("rekognition", "CompareFaces", body, compared);
          const [largest] = FaceMatches.toSorted((a, b) => areaOf(b.Face) - areaOf(a.Face));
          return { band: largest ? bandOf(largest.Similarity) : "noFace" };
        } catch (error) {
          // Said of a picture in which no face is found.
          if (error instanceof AmazonFault && error.code === "InvalidParameterException") return { band: "noFace" };
          throw error;
        }
      });
    },
  };
}

const bandOf = (of: number): FaceComparison["band"] =>
  of >= similarity.likely ? "likely" : of >= similarity.unsure ? "unsure" : "differs";

const undecodable: FaceReading = { code: "Other", hint: "unreadable", faces: 0, quality: null, alignment: null };
const unreadable: DocumentReading = {
  ...{ readable: false, size: null, turned: 0, readings: [] },
  blur: { edgeWidth: null, level: "sharp" },
  glare: { share: 0, level: "none" },
};

/** Returns the first problem with a picture of one person, in the order of the built-in reader. */
function judge(found: readonly Face[], { size }: PreparedPicture): FaceReading {
  const faces = found
    .filter(({ Confidence }) => (Confidence ?? 100) >= thresholds.confidence)
    .toSorted((a, b) => areaOf(b) - areaOf(a));
  const [largest] = faces;
  if (!largest) return { code: "NoFaceDetected", hint: null, faces: 0, quality: null, alignment: null };
  const counted = faces.filter((one) => areaOf(one) >= thresholds.otherFace * areaOf(largest)).length;
  const { BoundingBox: at, Pose, Quality } = largest;
  const faceWidth = Math.round(at.Width * size.width);
  const verdict =
    counted > 1 ? ({ code: "MultipleFacesDetected", hint: null } as const) : verdictOn(largest, faceWidth);
  return {
    ...verdict,
    faces: counted,
    // Sharpness is measured otherwise than the width of edges, so that is unknown.
    quality: { faceWidth, brightness: round(Quality.Brightness / 100), edgeWidth: null },
    alignment: {
      box: { x: round(at.Left), y: round(at.Top), width: round(at.Width), height: round(at.Height) },
      roll: Math.round(Pose.Roll),
      yaw: Math.round(Pose.Yaw),
      pitch: Math.round(Pose.Pitch),
    },
  };
}

function verdictOn({ Pose, Quality, Sunglasses, FaceOccluded }: Face, faceWidth: number) {
  const verdict = (code: ImageCode, hint: ImageHint | null = null) => ({ code, hint });
  // Dark glasses count as something that covers the face as well, so they are asked for first.
  if (isSure(Sunglasses)) return verdict("SunglassesDetected");
  if (isSure(FaceOccluded)) return verdict("FaceOccluded");
  if (Quality.Brightness < thresholds.dark) return verdict("Other", "tooDark");
  if (Quality.Brightness > thresholds.bright) return verdict("Other", "tooBright");
  if (Math.abs(Pose.Yaw) > thresholds.yaw) return verdict("HeadNotFocused", "turnedAside");
  if (Math.abs(Pose.Roll) > thresholds.roll) return verdict("HeadNotFocused", "tilted");
  if (Math.abs(Pose.Pitch) > thresholds.pitch) return verdict("HeadNotFocused", "lookingUpOrDown");
  if (faceWidth < thresholds.width) return verdict("HeadNotFocused", "tooFar");
  if (Quality.Sharpness < thresholds.sharp) return verdict("HeadNotFocused", "outOfFocus");
  return verdict("None");
}

type Found = ReadonlyMap<string, z.output<typeof detection>>;
type OneReading = DocumentReading["readings"][number];

/** The machine-readable zone of a passport, whose check digits are computed here. */
function zoneIn(values: Found, today: Day): OneReading | null {
  const zone = readPassportZone(values.get("MRZ_CODE")?.Text ?? "", today);
  if (!zone) return null;
  const { checked, ...fields } = zone;
  return { way: "mrz", kind: "passport", checked, fields: shown(Object.entries(fields) as Entry[]), box: null };
}

/** What is printed, which proves nothing by itself. */
function printedIn(values: Found): OneReading | null {
  const entries = Object.entries(fieldNames).flatMap(([name, field]): Entry[] => {
    const value = values.get(name);
    if (!value) return [];
    return [[field, dates.includes(field) ? dateIn(value) : value.Text]];
  });
  const fields = shown(entries);
  if (fields.length === 0) return null;
  const type = values.get("ID_TYPE")?.Text.toUpperCase() ?? "";
  const kind = type.includes("PASSPORT") ? "passport" : type.includes("LICENSE") ? "license" : "other";
  return { way: "text", kind, checked: false, fields, box: null };
}

type Entry = [DocumentField, string | null];
const shown = (entries: readonly Entry[]): OneReading["fields"] =>
  entries.flatMap(([field, value]) => {
    const text = plain(value ?? "");
    return text === "" ? [] : [{ field, value: text, box: null }];
  });

/** The day of a date that the service recognized. */
function dateIn({ NormalizedValue: normalized }: z.output<typeof detection>): string | null {
  const day = z.iso.date().safeParse(normalized?.Value.slice(0, 10));
  return day.success ? day.data : null;
}
