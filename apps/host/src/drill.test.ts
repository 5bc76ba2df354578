import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runDrill } from "./drill/drill.ts";

// A sample of what `npm run drill` does hundreds of times.
const kills = 8;

test(`${kills} kills in the midst of writing lose and double neither writes nor what follows from them`, async () => {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), "touchline-drill-test-"));
  await chmod(dataDir, 0o755);
  try {
    const report = await runDrill({ dataDir, kills, seed: 4, log: () => {} });
    expect(report).toMatchObject({ kills, lost: [], doubled: [], refused: [], uninvited: [], invitedTwice: [] });
    expect(report).toMatchObject({ miscounts: 0, dead: 0 });
    expect(report.acknowledged).toBeGreaterThan(kills);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 240_000);
