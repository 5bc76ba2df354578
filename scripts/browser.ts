import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const systemBrowsers = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Returns the path of a Chromium installed on the system, or null. */
export const systemBrowser = (): string | null => systemBrowsers.find(existsSync) ?? null;

/** The parts of the machine that `ensureBrowser` needs. */
export type Machine = {
  isRoot: boolean;
  hasBrowser(): boolean;
  /** Runs one command to its end. @returns whether it succeeded. */
  run(command: string): boolean;
};

const thisMachine: Machine = {
  isRoot: process.getuid?.() === 0,
  hasBrowser: () => systemBrowser() !== null || existsSync(chromium.executablePath()),
  run: (command) => spawnSync(command, { shell: true, stdio: "inherit", timeout: 600_000 }).status === 0,
};

/**
 * Makes sure that there is a Chromium for the browser tests: the system's, Playwright's own, or Debian's package.
 *
 * @throws Error with one sentence that says what to install.
 */
export function ensureBrowser({ isRoot, hasBrowser, run }: Machine = thisMachine): void {
  const ways = [
    "npx playwright install --with-deps chromium",
    ...(isRoot ? ["apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium"] : []),
  ];
  for (const way of ways) {
    if (hasBrowser()) return;
    run(way);
  }
  if (hasBrowser()) return;
  throw new Error(
    "The tests need a browser, and none was found. Install Chromium (Debian or Ubuntu: sudo apt-get install chromium), then run npm test again.",
  );
}
