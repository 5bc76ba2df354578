import { AwsV4Signer } from "aws4fetch";
import { z } from "zod";
import { ProviderError, providerAt } from "../provider-http.ts";

/** How Amazon's services are reached. */
export type AmazonVisionSettings = {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The addresses of the services, without a trailing slash. */
  rekognitionUrl: string;
  textractUrl: string;
  simulated: boolean;
  /** Milliseconds to wait for one answer; 10 seconds unless given. */
  timeout?: number;
  /** Milliseconds before the second attempt; they double with each one. */
  pause?: number;
};

/** How a call ended without an answer. */
export class AmazonFault extends Error {
  /** `busy`: try later. `refused`: for this picture. `unauthorized`: the key or its permissions are wrong. */
  readonly kind: "busy" | "refused" | "unauthorized";
  /** The name of the exception, such as InvalidParameterException; null without one. */
  readonly code: string | null;

  constructor(kind: AmazonFault["kind"], code: string | null) {
    super(`Amazon: ${kind}${code === null ? "" : ` (${code})`}`);
    this.name = "AmazonFault";
    this.kind = kind;
    this.code = code;
  }
}

const usualTimeout = 10_000;
const usualPause = 200;
const attempts = 3;
/** Characters of an answer: each word of a page comes with its place. */
const longestAnswer = 8_000_000;

const busyCodes = [
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "LimitExceededException",
  "InternalServerError",
  "ServiceUnavailableException",
];
const keyCodes = [
  "AccessDeniedException",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "IncompleteSignatureException",
  "MissingAuthenticationTokenException",
  "ExpiredTokenException",
];
const exception = z.object({ __type: z.string().max(200) });

const codeIn = (answer: string | null): string | null => {
  try {
    const read = exception.safeParse(JSON.parse(answer ?? ""));
    return read.success ? (read.data.__type.split("#").at(-1) ?? null) : null;
  } catch {
    return null;
  }
};

function faultOf(error: unknown): AmazonFault {
  if (!(error instanceof ProviderError)) throw error;
  const code = codeIn(error.answer);
  if (code !== null && busyCodes.includes(code)) return new AmazonFault("busy", code);
  if (code !== null && keyCodes.includes(code)) return new AmazonFault("unauthorized", code);
  if (error.fault === "unauthorized") return new AmazonFault("unauthorized", code);
  // An answer that breaks off or looks different doesn't say anything about the picture.
  const isPassing = error.fault === "unreachable" || error.fault === "busy" || error.fault === "malformed";
  return new AmazonFault(isPassing ? "busy" : "refused", code);
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Calls Amazon's services by their JSON protocol, signed (Signature Version 4). A call reads and stores nothing, so one that
 * fails is repeated, three times at most.
 */
export function amazonClient(settings: AmazonVisionSettings) {
  const { region, accessKeyId, secretAccessKey, timeout = usualTimeout, pause = usualPause } = settings;
  const services = {
    rekognition: { url: settings.rekognitionUrl, prefix: "RekognitionService" },
    textract: { url: settings.textractUrl, prefix: "Textract" },
  } as const;

  /** @throws AmazonFault */
  return async function amazonCall<Schema extends z.ZodType>(
    service: keyof typeof services,
    operation: string,
    body: object,
    answer: Schema,
  ): Promise<z.output<Schema>> {
    const { url, prefix } = services[service];
    const send = providerAt(url, { timeout, longest: longestAnswer });
    const own = { "content-type": "application/x-amz-json-1.1", "x-amz-target": `${prefix}.${operation}` };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { headers } = await new AwsV4Signer({
          ...{ method: "POST", url: `${url}/`, service, region, accessKeyId, secretAccessKey },
          ...{ headers: own, body: JSON.stringify(body) },
        }).sign();
        return await send({ method: "POST", path: "/", headers: Object.fromEntries(headers), body, answer });
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind !== "busy" || attempt >= attempts) throw fault;
        await wait(pause * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      }
    }
  };
}
