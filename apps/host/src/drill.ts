// `npm run drill [-- --kills N --seed N]`: proof on this machine that a kill loses nothing that was acknowledged.
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runDrill } from "./drill/drill.ts";

const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
const number = (name: "kills" | "seed", otherwise: number) => {
  const given = values[name] === undefined ? otherwise : Number(values[name]);
  if (Number.isInteger(given) && given >= 1) return given;
  console.error(`--${name} wants a whole number from 1 on.`);
  process.exit(1);
};
const kills = number("kills", 50);
const seed = number("seed", (Date.now() % 1_000_000) + 1);

const dataDir = await mkdtemp(join(await realpath(tmpdir()), "touchline-drill-"));
// Open to the database's own account, so that nothing is put outside this folder when we run as root.
await chmod(dataDir, 0o755);
console.log(`${kills} kills while writing, in ${dataDir} (--seed ${seed}).`);
const report = await runDrill({ dataDir, kills, seed, log: (line) => console.log(line) });
const { acknowledged, unknown, lost, doubled, refused, seconds } = report;
console.log(
  `\n${kills} kills in ${seconds.toFixed(0)} s: ${acknowledged} writes acknowledged, ${unknown} cut off before an answer.` +
    `\n${lost.length} lost, ${doubled.length} doubled, ${refused.length} refused.`,
);
const failed = lost.length + doubled.length + refused.length > 0;
if (failed) console.error(JSON.stringify({ lost, doubled, refused }, null, 2), `\nThe database is kept in ${dataDir}.`);
else await rm(dataDir, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
