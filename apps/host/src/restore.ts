// `npm run restore -- FILE`: brings a backup back into an empty database and an empty DATA_DIR that has its secret. Exit code 2
// when nothing was restored.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openAdapters } from "./adapters.ts";
import { assertNoFiles, restoreBackup } from "./backup/restore.ts";
import { backupSummary } from "./backup/summary.ts";
import { readHostConfig } from "./config.ts";
import { auditFolder, filesFolder } from "./database.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";
import { keptSecret } from "./secret.ts";

const [path] = process.argv.slice(2);

async function restore(): Promise<void> {
  if (!path) throw new Error("Name the backup: npm run restore -- /var/backups/touchline/touchline-….tar.zst");
  const config = readHostConfig(process.env);
  const secret = config.secret ?? (await keptSecret(config.dataDir, { mayMake: false }));
  await assertNoFiles(filesFolder(config.dataDir));
  const target = config.database
    ? { ...config.database, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => console.error(line) });
  try {
    const { files } = openAdapters(config, secret);
    const { manifest, seconds } = await restoreBackup({
      path,
      passphrase: config.backupPassphrase,
      secret,
      target,
      files,
    });
    const figures = backupSummary(manifest);
    console.log(
      `Restored ${figures.rows} rows of ${manifest.tables.length} tables and ${figures.files} files as they were at ${manifest.snapshotAt}, in ${seconds.toFixed(1)} s. Every checksum is as it was.`,
    );
    if (figures.missing > 0) console.log(`${figures.missing} files were missing already when the backup was made.`);
    console.log(await alarmsToCome(auditFolder(config.dataDir)));
    console.log("Emails that had not left at that instant leave once the product starts, even if they left later.");
  } finally {
    await target.stop();
  }
}

/** A restore takes history back, and the product says so: nobody should wonder why. */
async function alarmsToCome(folder: string): Promise<string> {
  const remembered = await readdir(join(folder, "heads")).catch(() => []);
  return remembered.length > 0
    ? "This server remembers later entries of the audit log. Expect the alarm chainCutOff or chainRewritten for each organization that changed since: that is this restore."
    : "This server remembers nothing of the audit log. Expect the alarm memoryNew for each organization: that is this restore.";
}

await restore().catch((error: Error) => {
  console.error(`Nothing was restored. ${error.message}`);
  process.exitCode = 2;
});
