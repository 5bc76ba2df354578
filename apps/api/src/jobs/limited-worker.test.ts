import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openLimitedWorker, WorkerLimitError } from "./limited-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "touchline-worker-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const serve = pathToFileURL(join(import.meta.dirname, "serve-work.ts")).href;
const entry = join(folder, "work.ts");
writeFileSync(
  entry,
  `import { serveWork } from ${JSON.stringify(serve)};
serveWork((input) => {
  if (input === "spin") for (;;);
  if (input === "grow") for (const all = []; ; ) all.push({ number: all.length });
  if (input === "throw") throw new Error("no such work");
  return input.toUpperCase();
});`,
);
const limits = { seconds: 3, megabytes: 32 };

test("work that never ends, or takes all memory, is ended; what comes after it is done all the same", async () => {
  const run = openLimitedWorker<string, string>(pathToFileURL(entry), limits);
  expect(await run("one")).toBe("ONE");
  await expect(run("spin")).rejects.toThrow(WorkerLimitError);
  expect(await run("two")).toBe("TWO");
  await expect(run("grow")).rejects.toThrow(WorkerLimitError);
  expect(await run("three")).toBe("THREE");
  await expect(run("throw")).rejects.toThrow("no such work");
  expect(await Promise.all(["four", "five"].map(run))).toEqual(["FOUR", "FIVE"]);
});
