import type { FileHandle } from "node:fs/promises";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localFiles } from "./builtin.ts";

/** The operations on the disk, in order. */
const done: string[] = [];
const refused = new Set<string>();

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const open = async (path: string, ...more: []): Promise<FileHandle> => {
    if (refused.has(path)) throw Object.assign(new Error("no folder is opened here"), { code: "EPERM" });
    const handle = await real.open(path, ...more);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      done.push(`flush ${path}`);
      await sync();
    };
    return handle;
  };
  const rename = async (from: string, to: string) => {
    done.push(`rename ${to}`);
    await real.rename(from, to);
  };
  return { ...real, open, rename };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
  done.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const receive = (key: string) => localFiles(folder).receive(Readable.from([Buffer.from("whole")]), 10, key);
const first = "ab/abcdef01-0000-4000-8000-000000000000";
const second = "ab/abcdef02-0000-4000-8000-000000000000";

test("a file that came is on the disk under its name: it, then its name, then the folder that was made for it", async () => {
  await receive(first);
  const place = join(folder, first);
  expect(done).toEqual([
    `flush ${join(folder, "incoming", "abcdef01-0000-4000-8000-000000000000")}`,
    `rename ${place}`,
    `flush ${dirname(place)}`,
    `flush ${folder}`,
  ]);
  done.length = 0;
  await receive(second);
  expect(done.slice(1)).toEqual([`rename ${join(folder, second)}`, `flush ${dirname(place)}`]);
});

test("where no folder is opened, files come all the same", async () => {
  refused.add(join(folder, "ab")).add(folder);
  await receive(first);
  expect(String(await readFile(join(folder, first)))).toBe("whole");
});
