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
// Imported only now: older versions have no such names.
const { enableCompileCache, registerHooks } = await import("node:module");
// What was compiled once, types stripped, is read again at the next start: half a second less.
enableCompileCache(resolve("node_modules/.cache/compiled"));
// The package.json of drizzle-orm has 180 kB, and Node parses it anew for each of its files: another 0.8 s.
registerHooks({
  resolve(specifier, context, next) {
    const within = /\/node_modules\/drizzle-orm\//.test(context.parentURL ?? "") && /^\.{1,2}\/.*\.js$/.test(specifier);
    if (!within) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  },
});
const [entry] = process.argv.splice(2, 1);
if (!entry) throw new Error("usage: node scripts/run.mjs FILE.ts [arguments]");
await import(pathToFileURL(resolve(entry)).href);
