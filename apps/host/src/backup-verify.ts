// `npm run backup:verify -- FILE`: restores a backup into a scratch place, looks at all of it there, and removes it again. Exit code 1
// when something is wrong with it, 2 when it can't be restored.
import { plural } from "@touchline/rules";
import { openScratch, verifyBackup } from "./backup/verify.ts";
import { readHostConfig } from "./config.ts";
import { keptSecret } from "./secret.ts";

/** The most problems that are listed one by one. */
const maxReported = 100;

const [path] = process.argv.slice(2);

async function verify(): Promise<number> {
  if (!path)
    throw new Error("Give the path of the backup: npm run backup:verify -- /var/backups/touchline/touchline-….tar.zst");
  const config = readHostConfig(process.env);
  const secret = config.secret ?? (await keptSecret(config.dataDir, { mayMake: false }));
  const scratch = await openScratch();
  const leave = () => void scratch.close().finally(() => process.exit(130));
  process.on("SIGINT", leave).on("SIGTERM", leave);
  try {
    const found = await verifyBackup({ path, passphrase: config.backupPassphrase, secret, scratch });
    const { manifest, rows, walledTables, organizations, entries, people, problems } = found;
    console.log(
      `The backup is from ${manifest.snapshotAt}. Every checksum is correct.\n` +
        `Rows: ${rows} in ${plural(manifest.tables.length, { one: "# table", other: "# tables" })}\n` +
        `Files: ${manifest.files.length}\n` +
        `Tables with row-level security: ${walledTables}\n` +
        `Organizations checked: ${organizations}\n` +
        `Audit log entries checked: ${entries}\n` +
        `People whose statuses were checked: ${people}`,
    );
    for (const problem of problems.slice(0, maxReported)) console.error(problem);
    if (problems.length > maxReported)
      console.error(
        plural(problems.length - maxReported, { one: "… and # more problem.", other: "… and # more problems." }),
      );
    console.log(
      problems.length === 0
        ? "The backup is good."
        : plural(problems.length, { one: "# problem was found.", other: "# problems were found." }),
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    await scratch.close();
  }
}

process.exitCode = await verify().catch((error: Error) => {
  console.error(error.message);
  return 2;
});
