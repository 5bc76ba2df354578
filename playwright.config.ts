import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

/** The system's own browser where there is one; Playwright's otherwise, which the setup fetches. */
export const systemChromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

// Journeys through the real product: one host with the demo, one after the other.
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/host.ts",
  workers: 1,
  fullyParallel: false,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.TOUCHLINE_URL,
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: systemChromium ? { executablePath: systemChromium } : {},
  },
});
