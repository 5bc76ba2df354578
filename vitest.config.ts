import { defineConfig } from "vitest/config";
import LongestFirst from "./scripts/longest-first.ts";

// It replaces a module of Node's, which must not reach other files.
const replacesModule = "apps/api/src/adapters/files/builtin.test.ts";

// Told apart by what they need: nothing, nothing, module state of their own, or a real database. Elsewhere files share the
// processes of their workers, so that what they import is loaded once; with a database, each has one of its own.
export default defineConfig({
  test: {
    // On two cores vitest's own default is one.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // What takes long and is rarely broken: the gate leaves it out, and `npm run drill -- --thorough` runs it.
    tags: [{ name: "thorough" }],
    projects: [
      {
        test: {
          name: "architecture",
          include: ["*.test.ts", "scripts/*.test.ts"],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        test: {
          name: "rules",
          include: ["packages/*/src/**/*.test.ts", "apps/simulator/src/**/*.test.ts", "apps/vision/src/**/*.test.ts"],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      // A page's session is module state, as in a browser.
      { test: { name: "isolated", include: ["apps/web/src/**/*.test.ts", replacesModule], testTimeout: 30_000 } },
      {
        test: {
          name: "modules",
          include: ["apps/{api,identity,host}/**/*.test.ts"],
          exclude: [replacesModule],
          globalSetup: ["apps/host/test/database.ts"],
          // Only ends what hangs: a test that takes seconds by itself takes a minute beside others on a busy machine.
          testTimeout: 180_000,
          // What is waited for goes on elsewhere, on a machine that has much else to do.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
          // One of three waits for the database or for a process of its own while the others keep two cores busy.
          maxWorkers: 3,
          isolate: false,
          execArgv: ["--import", "./scripts/quick-imports.mjs"],
        },
      },
    ],
  },
});
