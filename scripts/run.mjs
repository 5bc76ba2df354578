// The entry guard: every npm script that runs TypeScript comes through here, so that an older Node ends with a sentence
// instead of a syntax error.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `Touchline needs Node 24 or newer, this is ${process.version}. On Linux and Windows "npm ci" brings it along: ` +
      `start with "npm start" or "npm test", not with "node". On macOS install Node 24 or newer.\n`,
  );
  process.exit(1);
}
// Imported only now: older versions lack what it needs.
await import("./quick-imports.mjs");
const [entry] = process.argv.splice(2, 1);
if (!entry) throw new Error("usage: node scripts/run.mjs FILE.ts [arguments]");
await import(pathToFileURL(resolve(entry)).href);
