import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { AwsV4Signer } from "aws4fetch";
import { FileStoreFault, noSuchFile } from "./port.ts";

/** Where a bucket is and how it is written to. */
export type S3Settings = {
  /** The origin of the service, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Stands before every key; empty, or it ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
  /** Whether the bucket is the first part of the path, not of the host. */
  pathStyle: boolean;
  /** What the service is asked to encrypt files with; null: the bucket's own default. */
  encryption: { algorithm: "AES256" | "aws:kms"; keyId: string | null } | null;
};

/** How patient the client is. Times are milliseconds. */
export type S3Limits = {
  /** Until an answer begins, and between two pieces of a body. */
  timeout: number;
  attempts: number;
  /** Before the second attempt; it doubles with each one, and a random share is taken off. */
  firstPause: number;
};

export const usualLimits: S3Limits = { timeout: 30_000, attempts: 5, firstPause: 200 };

export type S3Request = {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Null: the bucket itself. */
  key: string | null;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
};

/** An answer whose body was not read; `stop` ends it. `attempts` is how often the request was sent. */
export type S3Answer = { response: Response; attempts: number; stop: (reason?: Error) => void };

const longestDocument = 2_000_000;
const emptyHash = createHash("sha256").digest("hex");
/** What may be sent again: the service said that it is overloaded, or failed without an answer of its own. */
const isPassing = (status: number) => status === 429 || (status >= 500 && status !== 501);

/**
 * Sends signed requests to one bucket. Bodies are in memory and hashed, so that the service refuses what was damaged on its
 * way, and every request can be sent again: each writes what it names, or reads.
 */
export function s3Requests(settings: S3Settings, limits: S3Limits) {
  const { endpoint, bucket, prefix, pathStyle, accessKeyId, secretAccessKey, sessionToken, region } = settings;
  const cache = new Map<string, ArrayBuffer>();
  const origin = new URL(endpoint);
  const base = pathStyle ? `${origin.origin}/${bucket}` : `${origin.protocol}//${bucket}.${origin.host}`;

  /** @throws FileStoreFault without an answer, or for one that says no; an error that `isNoSuchFile` for 404. */
  async function send(request: S3Request): Promise<S3Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= limits.attempts;
      const answer = await once(request).catch((error: Error) => {
        if (last) throw new FileStoreFault(`${nameOf(request)}: no answer`, { cause: error });
        return null;
      });
      if (answer?.response.ok) return { ...answer, attempts: attempt };
      if (answer && (last || !isPassing(answer.response.status))) throw await faultOf(request, answer);
      answer?.stop();
      await wait(limits.firstPause * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }

  async function once({ method, key, query, headers, body }: S3Request): Promise<Omit<S3Answer, "attempts">> {
    const url = new URL(key === null ? `${base}` : `${base}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, service: "s3", region, accessKeyId, secretAccessKey, cache },
      ...(sessionToken === null ? {} : { sessionToken }),
      headers: {
        ...headers,
        "x-amz-content-sha256": body ? createHash("sha256").update(body).digest("hex") : emptyHash,
      },
    }).sign();
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error("timeout")), limits.timeout);
    try {
      const response = await fetch(signed.url, {
        ...{ method, headers: signed.headers, redirect: "manual", signal: ending.signal },
        ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
      });
      return { response, stop: (reason) => ending.abort(reason ?? new Error("not needed")) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reads a short answer to its end, within the time that its beginning may take. */
  async function text({ response, stop }: Pick<S3Answer, "response" | "stop">): Promise<string> {
    const timer = setTimeout(() => stop(new Error("timeout")), limits.timeout);
    let read = "";
    const decoder = new TextDecoder();
    try {
      for await (const part of response.body ?? []) {
        read += decoder.decode(part, { stream: true });
        if (read.length > longestDocument) throw new FileStoreFault("the answer is too long");
      }
      return read + decoder.decode();
    } finally {
      clearTimeout(timer);
    }
  }

  async function faultOf(request: S3Request, answer: Pick<S3Answer, "response" | "stop">): Promise<Error> {
    const { status } = answer.response;
    const errorBody = await text(answer).catch(() => "");
    const code = readDocument(errorBody)?.get("Code")?.[0] ?? "";
    if (status === 404 && code !== "NoSuchBucket" && code !== "NoSuchUpload") return noSuchFile();
    return new FileStoreFault(`${nameOf(request)}: ${status}${code === "" ? "" : ` ${code}`}`, { code });
  }

  return {
    send,
    /** Sends a request and reads the document of its answer. @throws FileStoreFault also for an error that came with 200. */
    async ask(request: S3Request): Promise<{ document: S3Document; attempts: number }> {
      const answer = await send(request);
      const document = readDocument(await text(answer));
      if (document?.root === "Error") {
        const code = document.get("Code")?.[0] ?? "";
        throw new FileStoreFault(`${nameOf(request)}: ${answer.response.status} ${code}`, { code });
      }
      if (!document) throw new FileStoreFault(`${nameOf(request)}: an answer that isn't XML`);
      return { document, attempts: answer.attempts };
    },
  };
}

/** Names neither the bucket nor the file. */
const nameOf = ({ method, key, query }: S3Request) =>
  `S3 ${method} ${key === null ? "bucket" : "file"}${query?.uploads === undefined && query?.uploadId === undefined ? "" : " in parts"}`;

/** The text of each element of a document by its name, in order. */
export type S3Document = { root: string; get(name: string): string[] | undefined };

/** Returns null for what isn't XML. */
function readDocument(text: string): S3Document | null {
  if (text.trim() === "") return null;
  try {
    const { root } = parseXml(text);
    if (!root) return null;
    const found = new Map<string, string[]>();
    const visit = (element: XmlElement) => {
      found.set(element.name, [...(found.get(element.name) ?? []), element.text]);
      for (const child of element.children) if (child.type === "element") visit(child as XmlElement);
    };
    visit(root);
    return { root: root.name, get: (name) => found.get(name) };
  } catch {
    return null;
  }
}
