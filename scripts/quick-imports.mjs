// Makes a process start sooner; for `node --import` and the entry guard.
import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";

// What was compiled once, types stripped, is read again at the next start: half a second less.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled"));
// The package.json of drizzle-orm has 180 kB, and Node parses it anew for each of its files: another 0.8 s.
registerHooks({
  resolve(specifier, context, next) {
    const within = /\/node_modules\/drizzle-orm\//.test(context.parentURL ?? "") && /^\.{1,2}\/.*\.js$/.test(specifier);
    if (!within) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  },
});
