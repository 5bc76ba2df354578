import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { builtWeb } from "./web-build.ts";

const gallery = join(import.meta.dirname, "../../web/src/gallery");

test("the built page holds nothing of the gallery of components, neither its code nor its samples", async () => {
  const folder = await builtWeb(() => {});
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile() && /\.(js|css|html|map)$/.test(file.name))
      .map(async ({ parentPath, name }) => {
        const text = await readFile(join(parentPath, name), "utf8");
        // A map holds the sources of the page whole, also the line that leads to the gallery while developing.
        return { name, text: name.endsWith(".map") ? JSON.parse(text).sources.join("\n") : text };
      }),
  );
  expect(texts.some(({ text }) => text.includes("Log in"))).toBe(true);
  const own = (await readdir(gallery)).filter((name) => name.endsWith(".tsx")).map((name) => `gallery/${name}`);
  const markers = ["Bartholomew Featherstonehaugh", "Light and dark are chosen in the header", ...own];
  const found = texts.flatMap(({ name, text }) =>
    markers.filter((words) => text.includes(words)).map((words) => `${name}: ${words}`),
  );
  expect(found).toEqual([]);
}, 180_000);

/** Bytes of script and style, compressed, before a page shows itself for the first time. */
const mostAtFirst = 200_000;

type Chunk = { file: string; css?: string[]; imports?: string[] };

describe(`the first load is at most ${mostAtFirst / 1000} kB`, async () => {
  const folder = await builtWeb(() => {});
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));

  /** The files that come with a module: its own, and those of all that it imports outright. */
  function filesOf(module: string, before = new Set<string>()): Set<string> {
    const chunk = manifest[module];
    if (!chunk) throw new Error(`The build has no ${module}`);
    if (before.has(chunk.file)) return before;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) before.add(file);
    for (const imported of chunk.imports ?? []) filesOf(imported, before);
    return before;
  }

  test.for([
    ["/", null],
    ["/login", "session/LoginPage.tsx"],
    ["/signup", "modules/joining/signup/SignupPage.tsx"],
    ["/requirements", "modules/requirements/requirements/RequirementsPage.tsx"],
    ["/requirements/{id}", "modules/requirements/requirements/RequirementPage.tsx"],
    ["/dashboard", "modules/reporting/dashboard/DashboardPage.tsx"],
    ["/groupAccountDashboard", "modules/joining/family/FamilyPage.tsx"],
    ["/editProfile", "modules/requirements/profile/EditProfilePage.tsx"],
    ["/account/settings", "modules/accounts/account/SettingsPage.tsx"],
    ["/payments", "modules/billing/payments/PaymentsPage.tsx"],
    ["/account/billing/payment", "modules/billing/organization/PaymentMethodPage.tsx"],
  ] as const)("of %s", async ([, page]) => {
    const files = new Set([...filesOf("index.html"), ...(page ? filesOf(`src/${page}`) : [])]);
    const weights = await Promise.all(
      [...files].map(
        async (file) => [file, gzipSync(await readFile(join(folder, file)), { level: 9 }).length] as const,
      ),
    );
    const heaviest = weights.toSorted(([, one], [, other]) => other - one);
    const whole = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
    expect(whole, heaviest.map(([file, bytes]) => `${file} ${bytes}`).join("\n")).toBeLessThan(mostAtFirst);
  });

  test("the payment page asks for few files of its own: on a slow line each costs more than its bytes", () => {
    const first = filesOf("index.html");
    const own = [...filesOf("src/modules/billing/payments/PaymentsPage.tsx")].filter((file) => !first.has(file));
    expect(own.length).toBeLessThanOrEqual(12);
  });

  test("and the page's first file makes its calls without Zod", async () => {
    const map = JSON.parse(await readFile(join(folder, `${manifest["index.html"]?.file}.map`), "utf8"));
    expect(map.sources.filter((source: string) => source.includes("node_modules/zod/"))).toEqual([]);
  });
});
