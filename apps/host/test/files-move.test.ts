import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { localFiles } from "@touchline/api/adapters/files/builtin";
import { s3Files } from "@touchline/api/adapters/files/s3";
import { openDatabase } from "@touchline/api/database/database";
import { anS3Server, type S3Server } from "@touchline/api/test/s3-server";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesFolder } from "../src/database.ts";
import { moveFiles } from "../src/files/move.ts";
import { type Clone, cloneTemplate } from "./clone.ts";

const count = 120;
/** A file that is uploaded in parts, among small ones. */
const largeBytes = 9 * 2 ** 20;

let clone: Clone;
let server: S3Server;
let dataDir: string;
const contents = new Map<string, string>();
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  [clone, server] = await Promise.all([cloneTemplate(), anS3Server()]);
  dataDir = await mkdtemp(join(tmpdir(), "files-move-"));
  const disk = localFiles(filesFolder(dataDir));
  const database = await openDatabase(clone.appUrl, { max: 1, log: () => undefined });
  const organizationId = randomUUID();
  const client = await database.pool.connect();
  await client.query(
    "INSERT INTO organization_directory (organization_id, name, name_key, is_demo, created_at) VALUES ($1, 'A club', 'club', false, now())",
    [organizationId],
  );
  await client.query("SELECT set_config('app.organization_id', $1, false)", [organizationId]);
  for (let at = 0; at < count; at += 1) {
    const bytes = randomBytes(at === 40 ? largeBytes : 50 + at);
    const stored = await disk.receive(Readable.from([bytes], { objectMode: false }), bytes.length);
    const key = stored?.storageKey ?? "";
    contents.set(key, hashOf(bytes));
    await client.query(
      `INSERT INTO stored_file (organization_id, file_id, name, extension, media_type, bytes, sha256, storage_key, uploaded_by, created_at)
       VALUES ($1, $2, 'a.pdf', 'pdf', 'application/pdf', $3, $4, $5, $2, now())`,
      [organizationId, randomUUID(), bytes.length, hashOf(bytes), key],
    );
  }
  client.release();
  await database.close();
});
afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await server.close();
  await clone.drop();
});

/** Runs the command like an operator. */
function command(first: "bucket" | "disk") {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server.settings;
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "../src/files-move.ts")], {
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, SESSION_SECRET: "s".repeat(32), FILES_STORE: first },
      ...{ DATABASE_ADMIN_URL: clone.adminUrl, DATABASE_URL: clone.appUrl, IDENTITY_DATABASE_URL: clone.identityUrl },
      ...{ S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_PREFIX: "touchline" },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  return { child, ended: once(child, "close").then(([code, signal]) => ({ code, signal, said })) };
}
const onDisk = async () =>
  (await readdir(filesFolder(dataDir), { recursive: true })).filter((name) => name.length === 39 && contents.has(name));
const inBucket = () => [...server.files.keys()].map((key) => key.replace("touchline/", ""));

test("files are moved to a bucket, killed in between, continued, and moved back: each is the same, and none is lost", {
  tags: ["thorough"],
}, async () => {
  const first = command("bucket");
  // It is killed when many files are moved and one is being moved.
  server.faulty(({ method, key }) => {
    if (method !== "PUT" || key === null || server.files.size < 70) return null;
    first.child.kill("SIGKILL");
    return "hang";
  });
  expect(await first.ended).toMatchObject({ signal: "SIGKILL" });
  server.faulty(() => null);
  const [left, there] = [await onDisk(), inBucket()];
  expect(left.length).toBeGreaterThan(10);
  expect(there.length).toBeGreaterThan(60);
  expect(new Set([...left, ...there])).toEqual(new Set(contents.keys()));

  const second = await command("bucket").ended;
  expect(second).toMatchObject({ code: 0, said: expect.stringContaining("which was interrupted") });
  const [, moved, present] = /^Moved (\d+) files .*\nAlready there: (\d+)$/m.exec(second.said) ?? [];
  expect(Number(moved) + Number(present)).toBe(count);
  expect(await onDisk()).toEqual([]);
  expect(new Map([...server.files].map(([key, { bytes }]) => [key.replace("touchline/", ""), hashOf(bytes)]))).toEqual(
    contents,
  );
  expect([...server.files.values()].every(({ encryption }) => encryption === "AES256")).toBe(true);

  const [disk, bucket] = [localFiles(filesFolder(dataDir)), s3Files(server.settings)];
  const back = await moveFiles({ adminUrl: clone.adminUrl, destination: "disk", from: bucket, to: disk });
  expect(back).toMatchObject({ moved: count, present: 0, resumed: false });
  expect(inBucket()).toEqual([]);
  for (const [key, hash] of contents) expect(hashOf(await readFile(join(filesFolder(dataDir), key)))).toBe(hash);
});

test("a damaged file stays, a missing one is named, files removed in the meantime stay removed, and two moves don't run at once", async () => {
  const [disk, bucket] = [localFiles(filesFolder(dataDir)), s3Files(server.settings)];
  const [damaged = "", missing = "", removed = ""] = [...contents.keys()].sort();
  await writeFile(join(filesFolder(dataDir), damaged), "something else");
  await disk.remove(missing);
  const move = () => moveFiles({ adminUrl: clone.adminUrl, destination: "bucket", from: disk, to: bucket });
  const competing: Promise<unknown>[] = [];
  server.faulty(({ method, key }) => {
    if (method !== "PUT" || key !== `touchline/${removed}` || competing.length > 0) return null;
    competing.push(
      move().catch((error: Error) => error.message),
      disk.remove(removed),
      bucket.remove(removed),
    );
    return null;
  });
  const done = await move();
  server.faulty(() => null);
  expect((await Promise.all(competing))[0]).toBe("Files are already being moved. Wait until that is done.");
  expect(done).toMatchObject({ moved: count - 3, damaged: 1, missing: 1, removed: 1, resumed: false });
  expect(done.problems.sort()).toEqual([`${damaged} is damaged`, `${missing} is missing`]);
  expect(await onDisk()).toEqual([damaged]);
  expect(inBucket()).toHaveLength(count - 3);
  const client = new pg.Client({ connectionString: clone.adminUrl });
  await client.connect();
  const { rows } = await client.query(
    "SELECT count(*)::int AS moves, count(finished_at)::int AS finished FROM file_move",
  );
  await client.end();
  expect(rows[0]?.moves).toBeGreaterThan(0);
  expect(rows[0]?.finished).toBe(rows[0]?.moves);
});
