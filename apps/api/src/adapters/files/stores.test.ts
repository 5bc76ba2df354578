import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anS3Server, type S3Server } from "../../../test/s3-server.ts";
import { localFiles } from "./builtin.ts";
import { FileStoreFault, type FilesPort, isNoSuchFile } from "./port.ts";
import { hasFiles, partBytes, s3Files } from "./s3.ts";
import { twoStores } from "./two-stores.ts";

let server: S3Server;
let folder: string;
beforeAll(async () => {
  server = await anS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stores-"));
});
afterEach(async () => {
  server.faulty(() => null);
  server.files.clear();
  expect(server.uploads.size).toBe(0);
  server.uploads.clear();
  await rm(folder, { recursive: true });
});

const quick = { timeout: 20_000, attempts: 3, firstPause: 1 };
const inBucket = (more = {}) => s3Files(server.settings, { ...quick, ...more });
const onDisk = () => localFiles(folder);
const inPieces = (bytes: Buffer, size = 65_536) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
    { objectMode: false },
  );
const read = async (files: FilesPort, key: string, range?: { first: number; last: number }) =>
  buffer(await files.open(key, range));
const large = randomBytes(partBytes + 12_345);
const failing = (after: Buffer) =>
  Readable.from(
    (async function* () {
      yield after;
      throw new Error("the line went dead");
    })(),
  );

describe.each<[string, () => FilesPort, () => Promise<number>]>([
  [
    "a folder",
    onDisk,
    async () => (await readdir(folder, { recursive: true })).filter((at) => /.{36}$/.test(at)).length,
  ],
  ["a bucket", inBucket, async () => server.files.size + server.uploads.size],
])("%s", (_, open, count) => {
  test.each([
    ["nothing", 0],
    ["a little", 10_000],
    ["exactly a part", partBytes],
    ["more than a part", large.length],
  ])("keeps a file of %s, and tells its size, hash and beginning", async (_size, bytes) => {
    const files = open();
    const content = large.subarray(0, bytes);
    const received = await files.receive(inPieces(content), bytes);
    expect(received).toMatchObject({ bytes, sha256: createHash("sha256").update(content).digest("hex") });
    expect(received?.head.equals(content.subarray(0, 4100))).toBe(true);
    const key = received?.storageKey ?? "";
    expect((await read(files, key)).equals(content)).toBe(true);
    if (bytes > 100) {
      const range = { first: bytes - 90, last: bytes - 11 };
      expect((await read(files, key, range)).equals(content.subarray(-90, -10))).toBe(true);
    }
  });

  test("replaces a file whole, removes it, and finds nothing then", async () => {
    const files = open();
    const key = files.newKey();
    await files.receive(inPieces(Buffer.from("first")), 100, key);
    await files.receive(inPieces(Buffer.from("second")), 100, key);
    expect(String(await read(files, key))).toBe("second");
    await files.remove(key);
    await files.remove(key);
    expect(await count()).toBe(0);
    expect(await files.open(key).catch(isNoSuchFile)).toBe(true);
  });

  test.each([1_000, partBytes + 1])("keeps nothing of what is longer than %d bytes, or breaks off", async (most) => {
    const files = open();
    expect(await files.receive(inPieces(large), most)).toBeNull();
    await expect(files.receive(failing(large.subarray(0, most)), large.length)).rejects.toThrow("the line went dead");
    expect(await count()).toBe(0);
  });

  test("takes no name but its own", async () => {
    for (const key of ["../../etc/passwd", "ab/abc?x=1", ""]) {
      await expect(open().receive(inPieces(Buffer.from("x")), 10, key)).rejects.toThrow("not a storage key");
    }
  });
});

describe("a bucket", () => {
  test("that doesn't know the key, the secret or the region is not written to; no message holds a secret", async () => {
    const wrong = { secretAccessKey: "wrong", accessKeyId: "AKIAWRONG", region: "us-east-1" };
    for (const [name, value] of Object.entries(wrong)) {
      const files = s3Files({ ...server.settings, [name]: value }, quick);
      const met = await files.receive(inPieces(Buffer.from("x")), 10).catch((error: Error) => error);
      expect(met).toBeInstanceOf(FileStoreFault);
      expect((met as Error).message).toMatch(/^S3 PUT file: 40[03] (SignatureDoesNotMatch|InvalidAccessKeyId|Auth)/);
      expect(JSON.stringify(met)).not.toContain(server.settings.secretAccessKey);
    }
    expect(server.files.size).toBe(0);
  });

  test("is asked to encrypt, whether a file comes at once or in parts, and keeps it under its prefix", async () => {
    for (const bytes of [100, partBytes + 100]) await inBucket().receive(inPieces(large.subarray(0, bytes)), bytes);
    expect([...server.files.values()].map((one) => one.encryption)).toEqual(["AES256", "AES256"]);
    expect([...server.files.keys()].every((key) => key.startsWith("touchline/"))).toBe(true);
    expect(await hasFiles(server.settings)).toBe(true);
    expect(await hasFiles({ ...server.settings, prefix: "another/" })).toBe(false);
  });

  test("that is overloaded, says nothing, or whose answers are lost is asked again, until it is enough", async () => {
    for (const [fault, bytes] of [
      [{ status: 503 }, large.length],
      ["loseAnswer", large.length],
      ["hang", 1_000],
    ] as const) {
      const met = new Map<string, number>();
      server.faulty(({ method, query }) => {
        const what = `${method} ${query}`.replace(/uploadId=[^&]+/, "");
        met.set(what, (met.get(what) ?? 0) + 1);
        return met.get(what) === 1 && method !== "GET" ? fault : null;
      });
      const limits = fault === "hang" ? { timeout: 1_000 } : {};
      const received = await inBucket(limits).receive(inPieces(large.subarray(0, bytes)), bytes);
      const stored = server.files.get(`touchline/${received?.storageKey}`);
      expect(stored?.bytes.equals(large.subarray(0, bytes))).toBe(true);
      expect(server.uploads.size).toBe(0);
    }
    server.faulty(() => ({ status: 503 }));
    const before = server.requests.length;
    await expect(inBucket().open(inBucket().newKey())).rejects.toThrow(FileStoreFault);
    expect(server.requests.length - before).toBe(quick.attempts);
    server.faulty(() => null);
  });

  test("whose answer breaks off is read on from there, of the same file alone", async () => {
    const key = (await inBucket().receive(inPieces(large), large.length))?.storageKey ?? "";
    let times = 0;
    server.faulty(({ method }) => {
      if (method === "GET") times += 1;
      return times <= 2 ? { cutAfter: 1_000_000 * times } : null;
    });
    expect((await read(inBucket(), key)).equals(large)).toBe(true);
    expect(times).toBe(3);
    times = 0;
    server.faulty(({ method }) => {
      if (method === "GET") times += 1;
      if (times > 1) return null;
      setImmediate(() => server.files.set(`touchline/${key}`, { ...stored, etag: '"another"' }));
      return { cutAfter: 1_000 };
    });
    const stored = server.files.get(`touchline/${key}`) as NonNullable<ReturnType<S3Server["files"]["get"]>>;
    await expect(read(inBucket(), key)).rejects.toThrow("412");
  });

  test("that lost the connection in the middle of an upload has nothing left of it when the file is removed", async () => {
    const key = inBucket().newKey();
    server.faulty(({ method }) => (method === "DELETE" || method === "GET" ? { status: 500 } : null));
    await expect(inBucket().receive(failing(large), large.length, key)).rejects.toThrow("went dead");
    expect(server.uploads.size).toBe(1);
    server.faulty(() => null);
    await inBucket().remove(key);
    expect(server.uploads.size).toBe(0);
  });
});

test("two stores: new files go to the first, are read where they are, and are removed from both", async () => {
  const [first, second] = [inBucket(), onDisk()];
  const both = twoStores(first, second);
  const old = (await second.receive(inPieces(Buffer.from("old")), 10))?.storageKey ?? "";
  const fresh = (await both.receive(inPieces(Buffer.from("new")), 10))?.storageKey ?? "";
  expect([String(await read(both, old)), String(await read(both, fresh))]).toEqual(["old", "new"]);
  expect(await second.open(fresh).catch(isNoSuchFile)).toBe(true);
  await first.receive(inPieces(Buffer.from("old")), 10, old);
  await both.remove(old);
  expect(await both.open(old).catch(isNoSuchFile)).toBe(true);
  server.faulty(() => ({ status: 403 }));
  await expect(both.open(fresh)).rejects.toThrow(FileStoreFault);
});
