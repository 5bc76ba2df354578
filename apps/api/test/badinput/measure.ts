import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { builtinScan } from "../../src/adapters/scan/builtin.ts";
import { inspected } from "../../src/modules/files/files/actions/inspect.ts";

/**
 * Checks every file of a folder as if it had been uploaded, in a process of its own, and prints for each the result, the time,
 * and how much the process grew at most, in bytes.
 */
const folder = process.argv[2] ?? "";
const chunk = 64 * 1024;

async function look(name: string) {
  const bytes = readFileSync(join(folder, name));
  const open = async () =>
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
      })(),
      { objectMode: false },
    );
  globalThis.gc?.();
  const before = process.resourceUsage().maxRSS;
  const [began, worked] = [performance.now(), process.cpuUsage()];
  const receive = async () => ({ storageKey: "measured", bytes: 0, sha256: "", head: bytes.subarray(0, 0) });
  const { found } = await inspected({ files: { open, receive }, scan: builtinScan() } as never, {
    storageKey: "measured",
    bytes: bytes.length,
    sha256: "",
    head: bytes.subarray(0, 4100),
    // Names that a folder can't hold are written with the code points of their characters.
    name: decodeURIComponent(name),
  });
  const { user, system } = process.cpuUsage(worked);
  // Other processes on this machine don't count. Parallel work of several threads counts once.
  const milliseconds = Math.min(performance.now() - began, (user + system) / 1000);
  const grown = (process.resourceUsage().maxRSS - before) * 1024;
  return { name, found: found ?? { problem: "not taken" }, milliseconds, grown };
}

const results = [];
// The code that the first file of each kind loads doesn't count.
for (const name of ["warm.png", "warm.pdf", "warm.txt"]) if (readdirSync(folder).includes(name)) await look(name);
for (const name of readdirSync(folder).sort()) results.push(await look(name));
process.stdout.write(JSON.stringify(results));
