// `npm run files:move`: moves the files to where FILES_STORE says that new ones go, beside the running product or without it.
// Exit code 1 when files were missing or damaged, 2 when it was not finished; started again, it goes on.

import { localFiles } from "@touchline/api/adapters/files/builtin";
import { s3Files } from "@touchline/api/adapters/files/s3";
import { plural } from "@touchline/rules";
import { readHostConfig } from "./config.ts";
import { filesFolder } from "./database.ts";
import { moveFiles } from "./files/move.ts";
import { findServer } from "./find-server.ts";

/** Milliseconds between two lines of progress. */
const reportEvery = 10_000;

async function move(): Promise<number> {
  const config = readHostConfig(process.env);
  if (!config.fileStore)
    throw new Error("No bucket is set. Set S3_BUCKET and its key, then FILES_STORE to bucket or disk.");
  const { first: destination } = config.fileStore;
  const [bucket, disk] = [s3Files(config.fileStore.bucket), localFiles(filesFolder(config.dataDir))];
  const [from, to] = destination === "bucket" ? [disk, bucket] : [bucket, disk];
  const server = await findServer();
  let reportedAt = Date.now();
  try {
    const done = await moveFiles({
      ...{ adminUrl: server.adminUrl, destination, from, to },
      onProgress({ moved, present, removed, missing, damaged }, of) {
        if (Date.now() - reportedAt < reportEvery) return;
        reportedAt = Date.now();
        console.log(`${moved + present + removed + missing + damaged} of ${of}`);
      },
    });
    const files = plural(done.moved, { one: "# file", other: "# files" });
    console.log(
      `Moved ${files} (${(done.bytes / 1e6).toFixed(1)} MB) to the ${destination}. Each was read back and compared.` +
        `${done.resumed ? " This includes those of the run before, which was interrupted." : ""}\n` +
        `Already there: ${done.present}\nRemoved by the product meanwhile: ${done.removed}`,
    );
    for (const problem of done.problems) console.error(problem);
    if (done.missing + done.damaged === 0) return 0;
    console.error(
      `Missing in both places: ${done.missing}\nDamaged, and left where they were: ${done.damaged}\nTake these from a backup.`,
    );
    return 1;
  } finally {
    await server.stop();
  }
}

process.exitCode = await move().catch((error: Error) => {
  console.error(`${error.message} Start the command again: it goes on where it stopped.`);
  return 2;
});
