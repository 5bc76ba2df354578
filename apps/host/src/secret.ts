import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const fewest = 32;

/**
 * The secret of this installation: made once, kept in `DATA_DIR/session-secret`, readable by its owner alone. Everything
 * sealed in the database opens with it only, so it belongs into the same backup.
 *
 * @throws Error with one sentence when the kept one is damaged: a new one could not open what is sealed.
 */
export async function keptSecret(dataDir: string, { mayMake = true }: { mayMake?: boolean } = {}): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, "session-secret");
  const kept = await readKept(path);
  if (kept !== null) return kept;
  if (!mayMake) {
    throw new Error(
      `${path} is missing, and the database has data that was encrypted with it. Restore the file from a backup, or set SESSION_SECRET to its content.`,
    );
  }
  // Written aside and linked: the name never holds half a secret, and of two that start at once one wins.
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(aside, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(aside);
  const made = await readKept(path);
  if (made === null) throw new Error(`${path} disappeared while it was being created. Start Touchline again.`);
  return made;
}

async function readKept(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const secret = text.trim();
  if (secret.length < fewest) {
    throw new Error(
      `${path} is damaged. Restore it from a backup. Without it, encrypted data in the database can't be read.`,
    );
  }
  return secret;
}
