import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  const telling = ["Bartholomew Featherstonehaugh", "Light and dark are chosen in the header", ...own];
  const found = texts.flatMap(({ name, text }) =>
    telling.filter((words) => text.includes(words)).map((words) => `${name}: ${words}`),
  );
  expect(found).toEqual([]);
}, 180_000);
