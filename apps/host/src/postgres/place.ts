import { randomBytes } from "node:crypto";
import { access, chmod, mkdir, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { closedFolder, nobody, runsAsRoot, type SystemAccount } from "./account.ts";
import { makeFolder, writeDurably } from "./durable.ts";
import { type DatabaseRecord, homeOf, newRecord, readRecord, recordFile, writeRecord } from "./record.ts";

/** Where one database lies and who runs it. `account` is null when the server runs as the user we are. */
export type DatabaseLocation = { home: string; data: string; account: SystemAccount | null; record: DatabaseRecord };

/** For data that must survive a reboot but can't be in DATA_DIR, so never a temporary folder. */
const outside = "/var/lib/touchline";

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Finds the place that DATA_DIR records, or chooses one. Server and data lie in `DATA_DIR/postgres` wherever the
 * server's account can reach that. Only a root whose DATA_DIR is closed to others (a clone under /root, say) gets a
 * folder of its own in /var/lib/touchline, since PostgreSQL refuses to run as root and `nobody` could not get in.
 * @param dataDir real path of DATA_DIR. Throws a sentence when the recorded place is lost, closed or another's.
 */
export async function findPlace(dataDir: string, log: (line: string) => void): Promise<DatabaseLocation> {
  const recorded = await readRecord(dataDir);
  const record = recorded ? await followMove(dataDir, recorded, log) : await choosePlace(dataDir, log);
  const home = homeOf(dataDir, record);
  const data = join(home, "data");
  if (record.created && !(await exists(data))) {
    throw new Error(
      `The database of ${dataDir} is missing from ${home}. Restore that folder from a backup, ` +
        `or remove ${recordFile(dataDir)} to start with an empty database.`,
    );
  }
  await makeFolder(home, runsAsRoot() ? 0o755 : 0o700);
  return { home, data, account: await accountFor(home, data), record };
}

async function choosePlace(dataDir: string, log: (line: string) => void): Promise<DatabaseRecord> {
  const closed = runsAsRoot() ? await closedFolder(dataDir, await nobody()) : null;
  if (!closed) {
    const record = newRecord(dataDir, "postgres");
    await writeRecord(dataDir, record);
    return record;
  }
  const home = join(outside, `database-${randomBytes(4).toString("hex")}`);
  // Only a folder that we made is opened; one that the administrator closed is asked about below.
  if (await mkdir(outside, { recursive: true })) await chmod(outside, 0o755);
  if (await closedFolder(outside, await nobody())) {
    throw new Error(
      `The database must run as \`nobody\`, which can't open ${closed} or ${outside}. Give it access to one of them.`,
    );
  }
  const record = newRecord(dataDir, home);
  await makeFolder(home, 0o755);
  await writeDurably(join(home, "BELONGS_TO"), `${dataDir}\n`, 0o644);
  await writeRecord(dataDir, record);
  log(`Other accounts can't open ${closed}, so the database is in ${home}. Back it up together with ${dataDir}.`);
  return record;
}

/** A DATA_DIR that was moved takes its outside database along; a copy of one that still exists may not. */
async function followMove(dataDir: string, record: DatabaseRecord, log: (line: string) => void) {
  if (record.dataDir === dataDir) return record;
  if (isAbsolute(record.home)) {
    const original = await readRecord(record.dataDir).catch(() => null);
    if (original?.home === record.home) {
      throw new Error(
        `${dataDir} is a copy of ${record.dataDir}, and both use the same database in ${record.home}. ` +
          `Remove ${recordFile(dataDir)} to give the copy its own empty database.`,
      );
    }
    await writeDurably(join(record.home, "BELONGS_TO"), `${dataDir}\n`, 0o644);
    log(`DATA_DIR was moved from ${record.dataDir} to ${dataDir}. Its database stays in ${record.home}.`);
  }
  const moved = { ...record, dataDir };
  await writeRecord(dataDir, moved);
  return moved;
}

/** As root: the owner of existing data, else `nobody`. As a user: that user, whose data it must be. */
async function accountFor(home: string, data: string): Promise<SystemAccount | null> {
  const owner = await stat(data).catch(() => null);
  if (!runsAsRoot()) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new Error(
        `The database in ${data} belongs to another account (uid ${owner.uid}). Start Touchline as that account.`,
      );
    }
    return null;
  }
  const account = owner ? { uid: owner.uid, gid: owner.gid } : await nobody();
  const closed = await closedFolder(home, account);
  if (closed) {
    throw new Error(
      `The database in ${home} runs as the account with uid ${account.uid}, which can't open ${closed}. ` +
        `Allow it (chmod o+x ${closed}), or move DATA_DIR to a folder that other accounts can open.`,
    );
  }
  return account;
}
