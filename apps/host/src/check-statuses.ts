// `npm run check:statuses`: every status, demand and count against what it follows from; with `-- --files` the bytes of every file too. Exit code 1 when anything differs.

import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { plural } from "@touchline/rules";
import { openAdapters } from "./adapters.ts";
import { checkEverybody } from "./check-everybody.ts";
import { readHostConfig } from "./config.ts";
import { findServer } from "./find-server.ts";
import { keptSecret } from "./secret.ts";

const { appUrl, stop } = await findServer().catch((error: Error) => {
  console.error(error.message);
  process.exit(2);
});
if (appUrl === null) {
  console.error("DATABASE_URL isn't set. Set it to the address of the database with the role that serves requests.");
  process.exit(2);
}
const config = readHostConfig(process.env);
const database = await openDatabase(appUrl, { max: 2, log: console.error });
try {
  const adapters = openAdapters(config, config.secret ?? (await keptSecret(config.dataDir)));
  const tenancy = openTenancy(database.pool);
  const wrong = await checkEverybody({ tenancy, adapters, now: () => new Date() }, console.log, {
    files: process.argv.includes("--files"),
  });
  console.log(
    wrong === 0
      ? "Every status, due date, and count is correct."
      : plural(wrong, { one: "# difference was found.", other: "# differences were found." }),
  );
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await database.close();
  await stop();
}
