import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const front = readFileSync(join(import.meta.dirname, "../../../../packages/ui/src/index.ts"), "utf8");
const source = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  .join("\n");
/** Lists exported values of the design system, without types and re-exported packages (the icons). */
const offered = [...front.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
  names.split(",").flatMap((name) => (/^\s*type /.test(name) || name.trim() === "" ? [] : name.trim())),
);
const components = offered.filter((name) => /^[A-Z]/.test(name));
/** `Provider` wraps everything, in `main.tsx`; `NoticesHere` moves the notices of a whole page. */
const around = ["Provider", "NoticesHere"];

test("the design system offers components", () => {
  expect(components.length).toBeGreaterThan(30);
});

test.each(components.filter((name) => !around.includes(name)))("%s is in the gallery", (name) => {
  expect(new RegExp(`<${name}[\\s/>]`).test(source)).toBe(true);
});

test("every icon is in the gallery, by its name", () => {
  expect(front).toContain('export * from "./icons.ts"');
  expect(source).toContain('name.startsWith("Icon")');
});
