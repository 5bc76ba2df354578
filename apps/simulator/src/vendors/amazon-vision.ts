import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { credentials } from "../credentials.ts";
import type { DocumentSight, FaceSight, Vendor, World } from "../world.ts";

/**
 * Amazon Rekognition (faces) and Amazon Textract (identity documents) at one address.
 *
 * Sources: the models of @aws-sdk/client-rekognition 3.1142.0 and @aws-sdk/client-textract 3.1169.0 (AWS JSON 1.1: `POST /` with
 * `X-Amz-Target`, fields of requests and answers, limits of 5 MB, exceptions), docs.aws.amazon.com "Identity Documentation Response
 * Objects" (names of fields) and "Create a signed AWS API request" (Signature Version 4, which is verified here).
 * Modeled: what is on a picture, which nobody looks at. Tests say it before (`POST /simulator/sights`); otherwise it is one face that
 * looks into the camera, faces that are alike, and a document of which nothing is read. The age of a signature isn't checked, since the
 * simulated clock can be set.
 */
export const amazonVision: Vendor = {
  name: "amazon-vision",
  title: "Amazon Rekognition and Textract",
  error: (status, message) => ({ __type: exceptionOf(status), message }),
  mount,
};

const exceptionOf = (status: number) =>
  status === 429 ? "ThrottlingException" : status >= 500 ? "InternalServerError" : "InvalidParameterException";

const mostBytes = 5 * 1024 * 1024;
const region = "us-east-1";
const sure = 99.5;

/** Fields of an identity document, which are answered with an empty text where nothing was found. */
const documentFields = [
  ...["FIRST_NAME", "LAST_NAME", "MIDDLE_NAME", "SUFFIX", "CITY_IN_ADDRESS", "ZIP_CODE_IN_ADDRESS"],
  ...["STATE_IN_ADDRESS", "STATE_NAME", "DOCUMENT_NUMBER", "EXPIRATION_DATE", "DATE_OF_BIRTH", "DATE_OF_ISSUE"],
  ...["ID_TYPE", "ENDORSEMENTS", "VETERAN", "RESTRICTIONS", "CLASS", "ADDRESS", "COUNTY", "PLACE_OF_BIRTH", "MRZ_CODE"],
];

type Picture = { Bytes?: string };
type Body = {
  Image?: Picture;
  SourceImage?: Picture;
  TargetImage?: Picture;
  SimilarityThreshold?: number;
  DocumentPages?: Picture[];
  Attributes?: string[];
};
type Received = { text: string; json: Body };

class Exception extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

function mount(app: FastifyInstance, { sights, identifiers }: World): void {
  app.addContentTypeParser("application/x-amz-json-1.1", { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, { text: String(text), json: JSON.parse(String(text)) } satisfies Received);
    } catch (error) {
      done(error as Error);
    }
  });

  const operations: Readonly<Record<string, (body: Body) => object>> = {
    "RekognitionService.DetectFaces": ({ Image, Attributes = ["DEFAULT"] }) => {
      checkPicture(Image);
      const seen = sights.faces.shift() ?? [{}];
      return { FaceDetails: seen.map((one) => faceOf(one, Attributes)) };
    },
    "RekognitionService.CompareFaces": ({ SourceImage, TargetImage, SimilarityThreshold = 80 }) => {
      checkPicture(SourceImage);
      checkPicture(TargetImage);
      const found = sights.similarity.length > 0 ? (sights.similarity.shift() as number | null) : 97;
      if (found === null) throw new Exception("InvalidParameterException", "Request has invalid parameters");
      const { BoundingBox, Confidence } = faceOf({}, ["DEFAULT"]);
      const target = { BoundingBox, Confidence };
      const matches = found >= SimilarityThreshold;
      return {
        SourceImageFace: { BoundingBox, Confidence },
        FaceMatches: matches ? [{ Similarity: found, Face: target }] : [],
        UnmatchedFaces: matches ? [] : [target],
      };
    },
    "Textract.AnalyzeID": ({ DocumentPages = [] }) => {
      if (DocumentPages.length < 1 || DocumentPages.length > 2) {
        throw new Exception("InvalidParameterException", "Request has invalid parameters");
      }
      for (const page of DocumentPages) checkPicture(page);
      const fields = fieldsOf(sights.documents.shift() ?? {});
      return {
        AnalyzeIDModelVersion: "1.0",
        DocumentMetadata: { Pages: DocumentPages.length },
        IdentityDocuments: [{ DocumentIndex: 1, IdentityDocumentFields: fields }],
      };
    },
  };

  app.post<{ Body: Received | undefined }>("/", { bodyLimit: 16 * 1024 * 1024 }, (request, reply) => {
    const target = String(request.headers["x-amz-target"] ?? "");
    reply.header("x-amzn-requestid", identifiers.uuid("amazon"));
    try {
      if (request.body?.json === undefined) throw new Exception("SerializationException", "Not JSON 1.1");
      checkSignature(request, request.body.text, target.startsWith("Textract.") ? "textract" : "rekognition");
      const operation = operations[target];
      if (!operation) throw new Exception("UnknownOperationException", "Unknown operation");
      return answer(reply, 200, operation(request.body.json));
    } catch (error) {
      if (!(error instanceof Exception)) throw error;
      return answer(reply, 400, { __type: error.type, message: error.message });
    }
  });
}

const answer = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).header("content-type", "application/x-amz-json-1.1").send(JSON.stringify(body));

function checkPicture(picture: Picture | undefined): void {
  const bytes = Buffer.from(picture?.Bytes ?? "", "base64");
  if (bytes.length > mostBytes) throw new Exception("ImageTooLargeException", "Image size is too large");
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const isPng = bytes.subarray(1, 4).toString("latin1") === "PNG";
  if (!isJpeg && !isPng) throw new Exception("InvalidImageFormatException", "Request has invalid image format");
}

/** A face as `DetectFaces` describes it, with the attributes that were asked for. */
function faceOf(
  { area = 0.2, roll = 0, yaw = 0, pitch = 0, brightness = 70, sharpness = 80, ...covered }: FaceSight,
  attributes: readonly string[],
) {
  const side = Math.sqrt(area);
  const wants = (name: string) => attributes.includes(name) || attributes.includes("ALL");
  return {
    BoundingBox: { Width: side, Height: side, Left: (1 - side) / 2, Top: (1 - side) / 2 },
    Confidence: sure,
    Landmarks: [],
    Pose: { Roll: roll, Yaw: yaw, Pitch: pitch },
    Quality: { Brightness: brightness, Sharpness: sharpness },
    ...(wants("SUNGLASSES") && { Sunglasses: { Value: covered.sunglasses === true, Confidence: sure } }),
    ...(wants("FACE_OCCLUDED") && { FaceOccluded: { Value: covered.occluded === true, Confidence: sure } }),
  };
}

const fieldsOf = (seen: DocumentSight) =>
  documentFields.map((name) => {
    const text = seen[name] ?? "";
    const isDate = name.includes("DATE") && /^\d{4}-\d{2}-\d{2}$/.test(text);
    const [year, month, day] = text.split("-");
    return {
      Type: { Text: name },
      ValueDetection: {
        Text: isDate ? `${month}/${day}/${year}` : text,
        Confidence: text === "" ? 99 : sure,
        ...(isDate && { NormalizedValue: { Value: `${text}T00:00:00`, ValueType: "DATE" } }),
      },
    };
  });

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Verifies Signature Version 4 over the headers that were signed and the body. */
function checkSignature(request: FastifyRequest, body: string, service: string): void {
  const { accessKeyId, secretAccessKey } = credentials.amazonVision;
  const header = request.headers.authorization ?? "";
  const [, scope = "", signed = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(header) ?? [];
  const [key, day = "", ...rest] = scope.split("/");
  if (header === "") throw new Exception("MissingAuthenticationTokenException", "Missing Authentication Token");
  if (key !== accessKeyId) {
    throw new Exception("UnrecognizedClientException", "The security token included in the request is invalid.");
  }
  const names = signed.split(";");
  const date = String(request.headers["x-amz-date"] ?? "");
  const path = request.url.split("?")[0];
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`).join("");
  const canonical = ["POST", path, "", headers, signed, sha256(body)].join("\n");
  const place = [day, region, service, "aws4_request"].join("/");
  const toSign = ["AWS4-HMAC-SHA256", date, place, sha256(canonical)].join("\n");
  const signingKey = [region, service, "aws4_request"].reduce<Buffer>(
    (before, part) => hmac(before, part),
    hmac(`AWS4${secretAccessKey}`, day),
  );
  const wanted = hmac(signingKey, toSign);
  const isRight =
    rest.join("/") === `${region}/${service}/aws4_request` &&
    ["host", "x-amz-date", "x-amz-target"].every((name) => names.includes(name)) &&
    signature !== "" &&
    timingSafeEqual(wanted, Buffer.from(signature, "hex"));
  if (!isRight) {
    throw new Exception("InvalidSignatureException", "The request signature we calculated does not match.");
  }
}
