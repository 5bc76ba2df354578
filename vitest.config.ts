import { defineConfig } from "vitest/config";

// Three kinds of tests, told apart by what they need: nothing, nothing, or a real database.
export default defineConfig({
  test: {
    projects: [
      { test: { name: "architecture", include: ["*.test.ts", "scripts/*.test.ts"], testTimeout: 30_000 } },
      {
        test: {
          name: "rules",
          include: ["packages/*/src/**/*.test.ts", "apps/web/src/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "modules",
          include: ["apps/{api,identity,host}/**/*.test.ts"],
          globalSetup: ["apps/host/test/database.ts"],
          testTimeout: 60_000,
          // What is waited for goes on elsewhere, on a machine that has much else to do.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
          maxWorkers: 2,
          execArgv: ["--import", "./scripts/quick-imports.mjs"],
        },
      },
    ],
  },
});
