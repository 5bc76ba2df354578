import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { access, glob, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = resolve(import.meta.dirname, "../../..");
const dist = join(root, "apps/web/dist");
const vite = join(root, "node_modules/vite/bin/vite.js");
const sources = [
  "apps/web/{index.html,vite.config.ts,endpoints-alone.ts,package.json}",
  "apps/web/{src,public}/**",
  "packages/{ui,contract,rules}/{package.json,src/**}",
  "package-lock.json",
];
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
/** Bytes; smaller files travel in one packet anyway. */
const worthCompressing = 1400;
/** Builds that are kept besides the current one, for servers that still use them. */
const kept = 2;

/**
 * The folder with the page, built from its present sources: `apps/web/dist/<hash of the sources>`. Built only when there
 * is none for them. A folder appears by its name when it is whole, so several may build at once.
 *
 * @throws Error with what Vite said.
 */
export async function builtWeb(log: (line: string) => void): Promise<string> {
  const folder = join(dist, await hashOfSources());
  const exists = await access(join(folder, "index.html")).then(
    () => true,
    () => false,
  );
  if (exists) return folder;
  log("Building the web app. This only happens after its source files change.");
  const aside = join(dist, `building-${process.pid}`);
  await mkdir(dist, { recursive: true });
  try {
    await runVite(aside);
    await compress(aside);
    await rename(aside, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster with the same sources.
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOlder(folder);
  return folder;
}

async function hashOfSources(): Promise<string> {
  const paths: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash("sha256");
  for (const path of paths.sort()) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(await readFile(path))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/** In a process of its own: what a build needs of memory is gone afterwards. */
async function runVite(outDir: string): Promise<void> {
  const args = [vite, "build", "apps/web", "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"];
  // What asks for the page may run as a test or while developing: the page is built for use all the same.
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], timeout: 300_000 });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The web app couldn't be built.\n${output.join("").trim()}`);
}

/** Writes a compressed version next to each file that becomes smaller. The server sends what a browser accepts. */
async function compress(folder: string): Promise<void> {
  for await (const entry of glob("**/*.{js,mjs,css,svg,wasm}", { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const whole = await readFile(path);
    if (whole.length < worthCompressing) continue;
    await writeFile(`${path}.br`, await brotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    await writeFile(`${path}.gz`, await gzipped(whole, { level: 9 }));
  }
}

/** By the time of their making, oldest first; never the present one. */
async function removeOlder(present: string): Promise<void> {
  const names = (await readdir(dist)).filter((name) => /^[0-9a-f]{16}$/.test(name) && join(dist, name) !== present);
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(dist, name))).mtimeMs })));
  const expired = aged.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(expired.map(({ name }) => rm(join(dist, name), { recursive: true, force: true })));
}
