// `npm run backup -- DIR`: the database and the files in one file, beside the running product or without it. BACKUP_PASSPHRASE
// encrypts it. Exit code 1 when it was made and files were missing, 2 when it was not made.

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { plural } from "@touchline/rules";
import { openAdapters } from "./adapters.ts";
import { makeBackup } from "./backup/make.ts";
import { keepNewest } from "./backup/retention.ts";
import { backupSummary } from "./backup/summary.ts";
import { readHostConfig } from "./config.ts";
import { findServer } from "./find-server.ts";
import { keptSecret } from "./secret.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { scheduled: { type: "boolean" } } });
const [folder] = positionals;

async function back(): Promise<number> {
  const config = readHostConfig(process.env);
  const into = folder ?? config.backup?.folder;
  if (into === undefined) throw new Error("Give the folder for the backup: npm run backup -- /var/backups/touchline");
  const server = await findServer();
  try {
    const secret = config.secret ?? (await keptSecret(config.dataDir, { mayMake: false }));
    const made = await makeBackup({
      adminUrl: server.adminUrl,
      files: openAdapters(config, secret).files,
      secret,
      folder: resolve(into),
      passphrase: config.backupPassphrase,
      kind: values.scheduled ? "scheduled" : "manual",
    });
    const { rows, files, missing } = backupSummary(made.manifest);
    console.log(
      `Backup saved in ${made.seconds.toFixed(1)} s (${(made.bytes / 1e6).toFixed(1)} MB):\n${made.path}\n` +
        `Rows: ${rows} in ${plural(made.manifest.tables.length, { one: "# table", other: "# tables" })}\n` +
        `Files: ${files}`,
    );
    if (!made.encrypted)
      console.log(
        "This backup isn't encrypted: anyone who has the file can read its personal data. Set BACKUP_PASSPHRASE to encrypt the next one.",
      );
    if (values.scheduled && config.backup) {
      await keepNewest(into, made.manifest.secretFingerprint, config.backup.keep);
    }
    if (missing > 0) {
      console.error(
        plural(missing, {
          one: "# file that the database refers to is missing from the file store. See manifest.json in the backup.",
          other:
            "# files that the database refers to are missing from the file store. See manifest.json in the backup.",
        }),
      );
      return 1;
    }
    return 0;
  } finally {
    await server.stop();
  }
}

process.exitCode = await back().catch((error: Error) => {
  console.error(error.message);
  return 2;
});
