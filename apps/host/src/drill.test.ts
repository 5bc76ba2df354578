import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runDrill } from "./drill/drill.ts";

const kills = 20;

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
