// `npm run backup:verify -- FILE`: restores a backup into a scratch place, looks at all of it there, and removes it again. Exit code 1
// when something is wrong with it, 2 when it can't be restored.
import { openScratch, verifyBackup } from "./backup/verify.ts";
import { readHostConfig } from "./config.ts";
import { keptSecret } from "./secret.ts";

/** Problems that are told one by one. */
const mostTold = 100;

const [path] = process.argv.slice(2);

async function verify(): Promise<number> {
  if (!path) throw new Error("Name the backup: npm run backup:verify -- /var/backups/touchline/touchline-….tar.zst");
  const config = readHostConfig(process.env);
  const secret = config.secret ?? (await keptSecret(config.dataDir, { mayMake: false }));
  const scratch = await openScratch();
  const leave = () => void scratch.close().finally(() => process.exit(130));
  process.on("SIGINT", leave).on("SIGTERM", leave);
  try {
    const found = await verifyBackup({ path, passphrase: config.backupPassphrase, secret, scratch });
    const { manifest, rows, walledTables, organizations, entries, people, problems } = found;
    console.log(
      `${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files, as they were at ${manifest.snapshotAt}: every checksum is right.\n` +
        `Row-level security stands around ${walledTables} tables.\n` +
        `${organizations} organizations: ${entries} entries of the audit log and the statuses of ${people} people were checked.`,
    );
    for (const problem of problems.slice(0, mostTold)) console.error(problem);
    if (problems.length > mostTold) console.error(`… and ${problems.length - mostTold} more.`);
    console.log(problems.length === 0 ? "The backup is good." : `${problems.length} problems.`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await scratch.close();
  }
}

process.exitCode = await verify().catch((error: Error) => {
  console.error(error.message);
  return 2;
});
