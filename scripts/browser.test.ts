import { expect, test } from "vitest";
import { ensureBrowser } from "./browser.ts";

const playwright = "npx playwright install --with-deps chromium";

/** A fake machine on which one of the commands installs a browser, or none does. */
function machine(isRoot: boolean, works: (command: string) => boolean, has = false) {
  let installed = has;
  const typed: string[] = [];
  const run = (command: string) => {
    typed.push(command);
    installed = works(command);
    return installed;
  };
  return { typed, isRoot, hasBrowser: () => installed, run };
}

test("nothing is installed where there is a browser", () => {
  const it = machine(true, () => true, true);
  ensureBrowser(it);
  expect(it.typed).toEqual([]);
});

test("Playwright's own browser is installed where there is none", () => {
  const it = machine(true, (command) => command === playwright);
  ensureBrowser(it);
  expect(it.typed).toEqual([playwright]);
});

test("root gets Debian's package where Playwright cannot download", () => {
  const it = machine(true, (command) => command.includes("apt-get install"));
  ensureBrowser(it);
  expect(it.typed).toEqual([
    playwright,
    expect.stringContaining("apt-get install -y -qq --no-install-recommends chromium"),
  ]);
});

test("without any way the run says in one sentence what to install", () => {
  const it = machine(false, () => false);
  expect(() => ensureBrowser(it)).toThrow(/^The tests need a browser, and none was found\. Install Chromium .+\.$/);
  expect(it.typed).toEqual([playwright]);
});
