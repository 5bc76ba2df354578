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
  passwords: { superuser: string; admin: string; app: string; identity: string };
};

export const recordFile = (dataDir: string) => join(dataDir, "postgres.json");

/** The absolute path of the folder that holds server and data. */
export const homeOf = (dataDir: string, record: DatabaseRecord) =>
  isAbsolute(record.home) ? record.home : join(dataDir, record.home);

const newPassword = () => randomBytes(24).toString("base64url");

/** A record for a database that does not exist yet, with passwords of 192 random bits each. */
export function newRecord(dataDir: string, home: string): DatabaseRecord {
  return {
    home,
    dataDir,
    created: false,
    passwords: { superuser: newPassword(), admin: newPassword(), app: newPassword(), identity: newPassword() },
  };
}

/**
 * The record of a DATA_DIR, or null when it has none. A record from before the identity service had a role of its own gets
 * its password here. Throws a sentence when the file is damaged.
 */
export async function readRecord(dataDir: string): Promise<DatabaseRecord | null> {
  const text = await readFile(recordFile(dataDir), "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw new Error(`${recordFile(dataDir)} can't be read: ${cause.message}`, { cause });
  });
  if (text === null) return null;
  const record = parsed(dataDir, text);
  const { identity } = record.passwords;
  if (identity !== undefined) return { ...record, passwords: { ...record.passwords, identity } };
  const completed = { ...record, passwords: { ...record.passwords, identity: newPassword() } };
  await writeRecord(dataDir, completed);
  return completed;
}

type RecordAsWritten = Omit<DatabaseRecord, "passwords"> & {
  passwords: Omit<DatabaseRecord["passwords"], "identity"> & { identity?: string };
};

function parsed(dataDir: string, text: string): RecordAsWritten {
  try {
    const { home, dataDir: writtenFor, created, passwords } = JSON.parse(text) as RecordAsWritten;
    const { superuser, admin, app, identity } = passwords;
    if (![home, writtenFor, superuser, admin, app].every((value) => typeof value === "string")) throw new Error("gaps");
    if (identity !== undefined && typeof identity !== "string") throw new Error("gaps");
    const known = { superuser, admin, app, ...(identity === undefined ? {} : { identity }) };
    return { home, dataDir: writtenFor, created: created === true, passwords: known };
  } catch (cause) {
    throw new Error(
      `${recordFile(dataDir)} is damaged. It has the database's passwords, so restore it from a backup.`,
      {
        cause,
      },
    );
  }
}

export async function writeRecord(dataDir: string, record: DatabaseRecord): Promise<void> {
  await writeDurably(recordFile(dataDir), `${JSON.stringify(record, null, 2)}\n`);
}
