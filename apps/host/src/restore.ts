// `npm run restore -- FILE`: brings a backup back into an empty database and an empty DATA_DIR that has its secret. Exit code 2
// when nothing was restored.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasFiles } from "@touchline/api/adapters/files/s3";
import { plural } from "@touchline/rules";
import { openAdapters } from "./adapters.ts";
import { assertNoFiles, restoreBackup } from "./backup/restore.ts";
import { backupSummary } from "./backup/summary.ts";
import { readHostConfig } from "./config.ts";
import { auditFolder, filesFolder } from "./database.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";
import { keptSecret } from "./secret.ts";

const [path] = process.argv.slice(2);

async function restore(): Promise<void> {
  if (!path)
    throw new Error("Give the path of the backup: npm run restore -- /var/backups/touchline/touchline-….tar.zst");
  const config = readHostConfig(process.env);
  const secret = config.secret ?? (await keptSecret(config.dataDir, { mayMake: false }));
  await assertNoFiles(filesFolder(config.dataDir));
  if (config.fileStore && (await hasFiles(config.fileStore.bucket))) {
    throw new Error("The bucket isn't empty under S3_PREFIX. Restore into an empty bucket, or under another prefix.");
  }
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
      `Restored the backup from ${manifest.snapshotAt} in ${seconds.toFixed(1)} s. Every checksum is correct.\n` +
        `Rows: ${figures.rows} in ${plural(manifest.tables.length, { one: "# table", other: "# tables" })}\n` +
        `Files: ${figures.files}`,
    );
    if (figures.missing > 0) {
      console.log(
        plural(figures.missing, {
          one: "# file was already missing when the backup was made.",
          other: "# files were already missing when the backup was made.",
        }),
      );
    }
    console.log(await alarmsToCome(auditFolder(config.dataDir)));
    console.log(
      "Emails that were waiting when the backup was made will be sent when you start Touchline, even if they were sent after the backup.",
    );
  } finally {
    await target.stop();
  }
}

/** A restore takes history back, and the product says so: nobody should wonder why. */
async function alarmsToCome(folder: string): Promise<string> {
  const remembered = await readdir(join(folder, "heads")).catch(() => []);
  return remembered.length > 0
    ? "This server has a record of later audit log entries. Because of this restore, expect the alarm chainCutOff or chainRewritten for each organization that has changed since."
    : "This server has no record of the audit log. Because of this restore, expect the alarm memoryNew for each organization.";
}

await restore().catch((error: Error) => {
  console.error(`Nothing was restored. ${error.message}`);
  process.exitCode = 2;
});
