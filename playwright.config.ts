import { defineConfig } from "@playwright/test";
import { systemBrowser } from "./scripts/browser.ts";
// Here, as each worker reads this file: journeys make organizations by the product's own code.
import "./scripts/quick-imports.mjs";

/** The system's Chromium where there is one; else Playwright's own. */
const system = systemBrowser();

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/setup.ts",
  // Journeys share one server; each has an organization of its own. Four keep two cores busy while some wait.
  workers: 4,
  fullyParallel: true,
  // Node takes the types out of the product's code quicker, and keeps what it compiled.
  build: { external: ["**/apps/**", "**/packages/**"] },
  // By the tag `thorough` of e2e/fixtures.ts.
  ...(process.env.THOROUGH ? { grep: /@thorough/ } : { grepInvert: /@thorough/ }),
  // New policies ask everybody on the server, so whoever publishes some comes last (`--no-deps` runs it by itself).
  projects: [
    { name: "journeys", testIgnore: /updated-policies/ },
    { name: "policies", testMatch: /updated-policies/, fullyParallel: false, dependencies: ["journeys"] },
  ],
  // A journey hangs at what it expects, which has a time of its own; this only ends one that does nothing at all.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    // Requests that journeys hold back must be the page's own. The journey about going offline lets the worker in.
    serviceWorkers: "block",
    actionTimeout: 15_000,
    // With the page as it was at each step, without a film of it; nobody reads those of the gate.
    trace: process.env.CI ? "off" : { mode: "retain-on-failure", screenshots: false },
    launchOptions: {
      ...(system ? { executablePath: system } : {}),
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
