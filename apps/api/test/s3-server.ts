/** Runs an S3 bucket on this machine that refuses every request without a valid signature. */
import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SignatureV4 } from "@smithy/signature-v4";
import type { S3Settings } from "../src/adapters/files/s3-requests.ts";

type Stored = { bytes: Buffer; etag: string; meta: string | undefined; encryption: string | undefined };
type PartedUpload = Pick<Stored, "meta" | "encryption"> & { key: string; parts: Map<number, Buffer> };
type Asked = { method: string; key: string | null; query: URLSearchParams };
/** What happens to a valid request: an error status, no response after it was carried out, or a truncated response. */
type Fault = { status: number } | "loseAnswer" | { cutAfter: number } | "hang";

export type S3Server = Awaited<ReturnType<typeof anS3Server>>;

const partLeast = 5 * 2 ** 20;
const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

class Refused extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

/** The hash interface that AWS's signer needs, implemented with Node. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as string);
  }
  update(data: string | Uint8Array) {
    this.#hash.update(data);
  }
  async digest() {
    return new Uint8Array(this.#hash.digest());
  }
  reset() {}
}

export async function anS3Server(bucket = "clubs") {
  const keys = { accessKeyId: "AKIATOUCHLINETEST000", secretAccessKey: "a/secret+key that is long enough" };
  const region = "eu-test-1";
  const files = new Map<string, Stored>();
  const uploads = new Map<string, PartedUpload>();
  const requests: string[] = [];
  let fault: (request: Asked) => Fault | null = () => null;

  async function checkSignature(request: IncomingMessage, url: URL, body: Buffer): Promise<void> {
    const responseBody =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
    const [, accessKeyId, day, ofRegion, names = "", signature = ""] =
      responseBody.exec(request.headers.authorization ?? "") ?? [];
    if (accessKeyId === undefined) throw new Refused(403, "AccessDenied");
    if (accessKeyId !== keys.accessKeyId) throw new Refused(403, "InvalidAccessKeyId");
    if (ofRegion !== region) throw new Refused(400, "AuthorizationHeaderMalformed");
    const date = String(request.headers["x-amz-date"]);
    const at = new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
    if (!date.startsWith(day ?? "") || !(Math.abs(Date.now() - at.getTime()) < 900_000))
      throw new Refused(403, "RequestTimeTooSkewed");
    const hash = request.headers["x-amz-content-sha256"];
    if (hash !== createHash("sha256").update(body).digest("hex")) throw new Refused(400, "XAmzContentSHA256Mismatch");
    const signed = names.split(";");
    // Every header that says what to do with the file must be signed.
    const must = Object.keys(request.headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
    if (must.some((name) => !signed.includes(name))) throw new Refused(403, "AccessDenied");
    const signer = new SignatureV4({
      ...{ service: "s3", region, credentials: keys, sha256: Sha256, uriEscapePath: false, applyChecksum: false },
    });
    const again = await signer.sign(
      {
        ...{ method: request.method ?? "GET", protocol: "http:", hostname: url.hostname, path: url.pathname },
        query: Object.fromEntries(url.searchParams),
        headers: Object.fromEntries(signed.map((name) => [name, String(request.headers[name] ?? "")])),
        body,
      },
      { signingDate: at, signableHeaders: new Set(signed) },
    );
    const right = /Signature=([0-9a-f]{64})/.exec(again.headers.authorization ?? "")?.[1] ?? "";
    if (right.length !== 64 || !timingSafeEqual(Buffer.from(right), Buffer.from(signature)))
      throw new Refused(403, "SignatureDoesNotMatch");
  }

  const server = createServer(async (request, response) => {
    try {
      const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
      const body = await buffer(request);
      const [, inBucket, key = ""] = /^\/([^/]+)(?:\/(.*))?$/.exec(url.pathname) ?? [];
      const what: Asked = { method: request.method ?? "GET", key: key === "" ? null : key, query: url.searchParams };
      requests.push(`${what.method} ${what.key ?? ""}?${url.searchParams}`);
      await checkSignature(request, url, body);
      if (inBucket !== bucket) throw new Refused(404, "NoSuchBucket");
      const met = fault(what);
      if (met === "hang") return;
      if (met && typeof met === "object" && "status" in met) throw new Refused(met.status, "SlowDown");
      const cut = met && typeof met === "object" ? met.cutAfter : null;
      answer(what, request, body, met === "loseAnswer" ? null : response, cut);
      if (met === "loseAnswer") request.socket.destroy();
    } catch (error) {
      const { status, message } = error instanceof Refused ? error : new Refused(500, "InternalError");
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(request.method === "HEAD" ? undefined : xml("Error", `<Code>${message}</Code>`));
    }
  });

  function answer(
    what: Asked,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse | null,
    cut: number | null,
  ) {
    const { method, key, query } = what;
    const say = (status: number, headers: Record<string, string>, content: Buffer | string = "") => {
      if (!response) return;
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(content) });
      if (cut === null || method !== "GET") response.end(method === "HEAD" ? undefined : content);
      else response.write(Buffer.from(content).subarray(0, cut), () => request.socket.destroy());
    };
    const meta = request.headers["x-amz-meta-upload"] as string | undefined;
    const encryption = request.headers["x-amz-server-side-encryption"] as string | undefined;
    const uploadId = query.get("uploadId");
    if (key === null) {
      const prefix = query.get("prefix") ?? "";
      if (query.has("uploads")) {
        const open = [...uploads].filter(([, one]) => one.key.startsWith(prefix));
        const lines = open.map(([id, one]) => `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId></Upload>`);
        return say(200, {}, xml("ListMultipartUploadsResult", lines.join("")));
      }
      const found = [...files.keys()]
        .filter((one) => one.startsWith(prefix))
        .slice(0, Number(query.get("max-keys") ?? 1000));
      return say(
        200,
        {},
        xml("ListBucketResult", found.map((one) => `<Contents><Key>${one}</Key></Contents>`).join("")),
      );
    }
    if (method === "POST" && query.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, { key, meta, encryption, parts: new Map() });
      return say(200, {}, xml("InitiateMultipartUploadResult", `<UploadId>${id}</UploadId>`));
    }
    if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (!upload || upload.key !== key) throw new Refused(404, "NoSuchUpload");
      if (method === "PUT") {
        upload.parts.set(Number(query.get("partNumber")), body);
        return say(200, { etag: etagOf(body) });
      }
      uploads.delete(uploadId);
      if (method === "DELETE") return say(204, {});
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
      const parts = named.map(([, number, etag]) => {
        const part = upload.parts.get(Number(number));
        if (!part || etagOf(part) !== etag) throw new Refused(400, "InvalidPart");
        return part;
      });
      if (parts.slice(0, -1).some((part) => part.length < partLeast)) throw new Refused(400, "EntityTooSmall");
      const bytes = Buffer.concat(parts);
      const etag = `"${createHash("md5").update(bytes).digest("hex")}-${parts.length}"`;
      files.set(key, { bytes, etag, meta: upload.meta, encryption: upload.encryption });
      return say(200, {}, xml("CompleteMultipartUploadResult", `<ETag>${etag}</ETag>`));
    }
    if (method === "PUT") {
      const stored = { bytes: body, etag: etagOf(body), meta, encryption };
      files.set(key, stored);
      return say(200, { etag: stored.etag });
    }
    if (method === "DELETE") {
      files.delete(key);
      return say(204, {});
    }
    const file = files.get(key);
    if (!file) throw new Refused(404, "NoSuchKey");
    const wanted = request.headers["if-match"];
    if (wanted !== undefined && wanted !== file.etag) throw new Refused(412, "PreconditionFailed");
    const headers = { etag: file.etag, ...(file.meta === undefined ? {} : { "x-amz-meta-upload": file.meta }) };
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    if (!range) return say(200, headers, file.bytes);
    const first = Number(range[1]);
    if (first >= file.bytes.length) throw new Refused(416, "InvalidRange");
    const last = range[2] === "" ? file.bytes.length - 1 : Number(range[2]);
    return say(206, headers, file.bytes.subarray(first, last + 1));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const settings: S3Settings = {
    ...keys,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ region, bucket, prefix: "touchline/", sessionToken: null, pathStyle: true },
    encryption: { algorithm: "AES256", keyId: null },
  };
  return {
    settings,
    files,
    uploads,
    requests,
    /** Sets what happens to each request from now on. */
    faulty(next: typeof fault) {
      fault = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const xml = (root: string, content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`;
