import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { writeDurably } from "./durable.ts";

/** What DATA_DIR keeps about its database, in `postgres.json`, readable by the owner alone. */
export type DatabaseRecord = {
  /** Where server and data lie: "postgres" (inside DATA_DIR) or an absolute path outside it. */
  home: string;
  /** The real path of DATA_DIR when this was written: tells a moved folder, and a copied one. */
  dataDir: string;
  /** Whether the data was made. From then on its absence is a loss, never a reason to make an empty one. */
  created: boolean;
  passwords: { superuser: string; admin: string; app: string };
};

export const recordFile = (dataDir: string) => join(dataDir, "postgres.json");

/** The absolute path of the folder that holds server and data. */
export const homeOf = (dataDir: string, record: DatabaseRecord) =>
  isAbsolute(record.home) ? record.home : join(dataDir, record.home);

/** A record for a database that does not exist yet, with passwords of 192 random bits each. */
export function newRecord(dataDir: string, home: string): DatabaseRecord {
  const password = () => randomBytes(24).toString("base64url");
  return {
    home,
    dataDir,
    created: false,
    passwords: { superuser: password(), admin: password(), app: password() },
  };
}

/** The record of a DATA_DIR, or null when it has none. Throws a sentence when the file is damaged. */
export async function readRecord(dataDir: string): Promise<DatabaseRecord | null> {
  const text = await readFile(recordFile(dataDir), "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw new Error(`${recordFile(dataDir)} cannot be read: ${cause.message}`, { cause });
  });
  if (text === null) return null;
  try {
    const { home, dataDir: writtenFor, created, passwords } = JSON.parse(text) as DatabaseRecord;
    const { superuser, admin, app } = passwords;
    if (![home, writtenFor, superuser, admin, app].every((value) => typeof value === "string")) throw new Error("gaps");
    return { home, dataDir: writtenFor, created: created === true, passwords: { superuser, admin, app } };
  } catch (cause) {
    throw new Error(`${recordFile(dataDir)} is damaged; restore it from a backup, it holds the database's passwords.`, {
      cause,
    });
  }
}

export async function writeRecord(dataDir: string, record: DatabaseRecord): Promise<void> {
  await writeDurably(recordFile(dataDir), `${JSON.stringify(record, null, 2)}\n`);
}
