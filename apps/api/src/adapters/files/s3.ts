import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { assertKey, headBytes, newKey } from "./keys.ts";
import { FileStoreFault, type FilesPort, isNoSuchFile, type ReceivedFile } from "./port.ts";
import { type S3Answer, type S3Limits, type S3Settings, s3Requests, usualLimits } from "./s3-requests.ts";

/** Bytes of a part, and the most that is held of a file at once. The services take parts from 5 MiB on. */
export const partBytes = 8 * 2 ** 20;
/** Names an upload in parts, so that a lost answer to its end can be asked for. */
const uploadName = "x-amz-meta-upload";

/**
 * Stores files in a bucket of any service that speaks S3. A file up to 8 MiB is one request; a longer one comes in parts and
 * appears when all of them are there, and what was received of one that failed is given up at once.
 */
export function s3Files(settings: S3Settings, more: Partial<S3Limits> = {}): FilesPort {
  const limits = { ...usualLimits, ...more };
  const requests = s3Requests(settings, limits);
  const encryption: Record<string, string> = settings.encryption
    ? {
        "x-amz-server-side-encryption": settings.encryption.algorithm,
        ...(settings.encryption.keyId === null
          ? {}
          : { "x-amz-server-side-encryption-aws-kms-key-id": settings.encryption.keyId }),
      }
    : {};

  /** Ends uploads in parts of one file that were not completed. */
  async function giveUpParts(key: string): Promise<void> {
    const whole = `${settings.prefix}${key}`;
    const found = await requests
      .ask({ method: "GET", key: null, query: { uploads: "", prefix: whole } })
      .catch((error: Error) => {
        // Some services don't list them, and end them by themselves.
        if (error instanceof FileStoreFault && error.code === "NotImplemented") return null;
        throw error;
      });
    if (!found) return;
    const { document } = found;
    const keys = document.get("Key") ?? [];
    const ids = document.get("UploadId") ?? [];
    for (const [index, uploadId] of ids.entries()) if (keys[index] === whole) await abortUpload(key, uploadId);
  }

  async function abortUpload(key: string, uploadId: string): Promise<void> {
    await requests.send({ method: "DELETE", key, query: { uploadId } }).catch((error: Error) => {
      // It was ended already.
      if (!isNoSuchFile(error) && !(error instanceof FileStoreFault && error.code === "NoSuchUpload")) throw error;
    });
  }

  async function putPart(key: string, uploadId: string, partNumber: number, body: Buffer): Promise<string> {
    const query = { partNumber: String(partNumber), uploadId };
    const { response, stop } = await requests.send({ method: "PUT", key, query, body });
    const etag = response.headers.get("etag");
    stop();
    if (etag === null) throw new FileStoreFault("S3 PUT file in parts: no ETag");
    return etag;
  }

  /** Asks for the file that an answer was lost about. */
  async function hasCome(key: string, name: string): Promise<boolean> {
    const { response } = await requests.send({ method: "HEAD", key });
    return response.headers.get(uploadName) === name;
  }

  async function complete(key: string, uploadId: string, etags: readonly string[], name: string): Promise<void> {
    const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
    try {
      await requests.ask({ method: "POST", key, query: { uploadId }, body });
    } catch (error) {
      // The first attempt may have ended it, and its answer was lost.
      if (!(await hasCome(key, name).catch(() => false))) throw error;
    }
  }

  return {
    newKey,

    async receive(stream: Readable, maxBytes, storageKey = newKey()) {
      assertKey(storageKey);
      const hash = createHash("sha256");
      const head: Buffer[] = [];
      let bytes = 0;
      let held: Buffer[] = [];
      let heldBytes = 0;
      const name = randomUUID();
      let uploadId: string | null = null;
      let begun = 1;
      const etags: string[] = [];
      const flush = async () => {
        const whole = Buffer.concat(held);
        held = [];
        heldBytes = 0;
        if (uploadId === null) {
          const headers = { ...encryption, [uploadName]: name };
          const { document, attempts } = await requests.ask({
            ...{ method: "POST", key: storageKey, query: { uploads: "" }, headers },
          });
          uploadId = document.get("UploadId")?.[0] ?? null;
          if (uploadId === null) throw new FileStoreFault("S3 POST file in parts: no UploadId");
          begun = attempts;
        }
        for (let at = 0; at < whole.length; at += partBytes) {
          const part = whole.subarray(at, at + partBytes);
          etags.push(await putPart(storageKey, uploadId, etags.length + 1, part));
        }
      };
      const received = (): ReceivedFile => ({
        ...{ storageKey, bytes, sha256: hash.digest("hex"), head: Buffer.concat(head) },
      });
      let whole = false;
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          if (bytes < headBytes) head.push(chunk.subarray(0, headBytes - bytes));
          bytes += chunk.length;
          if (bytes > maxBytes) return null;
          hash.update(chunk);
          for (let at = 0; at < chunk.length; ) {
            if (heldBytes === partBytes) await flush();
            const piece = chunk.subarray(at, at + partBytes - heldBytes);
            held.push(piece);
            heldBytes += piece.length;
            at += piece.length;
          }
        }
        if (uploadId === null) {
          const { stop } = await requests.send({
            ...{ method: "PUT", key: storageKey, headers: encryption, body: Buffer.concat(held) },
          });
          stop();
        } else {
          if (heldBytes > 0) await flush();
          await complete(storageKey, uploadId, etags, name);
        }
        whole = true;
        return received();
      } finally {
        // An upload that was begun twice, because the first answer was lost, left one behind.
        if (uploadId !== null && (!whole || begun > 1)) await giveUpParts(storageKey).catch(() => undefined);
      }
    },

    async open(storageKey, range) {
      assertKey(storageKey);
      const from = range?.first ?? 0;
      const ask = (at: number, etag: string | null): Promise<S3Answer> =>
        requests.send({
          method: "GET",
          key: storageKey,
          headers: {
            ...(range || at > 0 ? { range: `bytes=${at}-${range?.last ?? ""}` } : {}),
            ...(etag === null ? {} : { "if-match": etag }),
          },
        });
      return readOn(await ask(from, null), from, ask, limits);
    },

    async remove(storageKey) {
      assertKey(storageKey);
      const { stop } = await requests.send({ method: "DELETE", key: storageKey }).catch((error: Error) => {
        if (isNoSuchFile(error)) return { stop: () => undefined };
        throw error;
      });
      stop();
      await giveUpParts(storageKey);
    },
  };
}

/** The bytes of an answer. Where it breaks off, the rest is asked for, of the same version of the file alone. */
function readOn(
  first: S3Answer,
  from: number,
  ask: (at: number, etag: string | null) => Promise<S3Answer>,
  { timeout, attempts }: S3Limits,
): Readable {
  const etag = first.response.headers.get("etag");
  let answer = first;
  const bytes = async function* () {
    let at = from;
    const end = at + Number(first.response.headers.get("content-length") ?? Number.NaN);
    for (let broken = 0; ; broken += 1) {
      try {
        for await (const piece of patiently(answer, timeout)) {
          at += piece.length;
          yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
        }
        if (Number.isNaN(end) || at === end) return;
        throw new FileStoreFault("the answer ended too early");
      } catch (error) {
        if (at === end) return;
        if (broken + 1 >= attempts) throw new FileStoreFault("S3 GET file: broke off", { cause: error });
        answer = await ask(at, etag);
      }
    }
  };
  const stream = Readable.from(bytes(), { objectMode: false });
  stream.once("close", () => answer.stop());
  return stream;
}

async function* patiently({ response, stop }: S3Answer, timeout: number): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  while (true) {
    const timer = setTimeout(() => stop(new Error("timeout")), timeout);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}

/** Returns whether a bucket has any file under its prefix. @throws FileStoreFault */
export async function hasFiles(settings: S3Settings): Promise<boolean> {
  const { prefix } = settings;
  const { document } = await s3Requests(settings, usualLimits).ask({
    ...{ method: "GET", key: null, query: { "list-type": "2", "max-keys": "1", prefix } },
  });
  return (document.get("Key") ?? []).length > 0;
}
