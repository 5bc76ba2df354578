import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBackup } from "../apps/host/src/backup/make.ts";
import { restoreBackup } from "../apps/host/src/backup/restore.ts";
import { execute, inDatabase } from "../apps/host/src/drill/other-database.ts";
import { type Figure, within } from "./figures.ts";
import type { Stage } from "./setup.ts";

/** The seconds that each may take. */
const most = 60;
const secret = "a secret for backups that is long enough";
const database = "restored";

/**
 * Measures backing up the database while the product runs, and restoring it next to the original. The population has no files.
 */
export async function backingUp({ adminUrl, appUrl, identityUrl }: Stage): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "touchline-bench-backup-"));
  const none = { open: () => Promise.reject(new Error("no bytes")), receive: async () => null, remove: async () => {} };
  await execute(adminUrl, `CREATE DATABASE ${database}`);
  try {
    const made = await makeBackup({ adminUrl, files: none, secret, folder, passphrase: null, kind: "manual" });
    const { size } = await stat(made.path);
    const [admin, app, identity] = [adminUrl, appUrl, identityUrl].map((url) => inDatabase(url, database)) as [
      string,
      string,
      string,
    ];
    const target = { adminUrl: admin, appUrl: app, identityUrl: identity };
    const back = await restoreBackup({ path: made.path, passphrase: null, secret, target, files: none });
    return [
      within(`backup, ${(size / 1e6).toFixed(0)} MB`, made.seconds, most, "s"),
      within(`restore, ${(back.rows / 1e6).toFixed(1)} million rows`, back.seconds, most, "s"),
    ];
  } finally {
    await execute(adminUrl, `DROP DATABASE ${database} WITH (FORCE)`);
    await rm(folder, { recursive: true, force: true });
  }
}
