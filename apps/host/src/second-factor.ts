// `npm run second-factor:remove -- somebody@example.org`: for whoever has lost every passkey, the app and the codes.
import { removeSecondFactors } from "@touchline/identity";
import pg from "pg";
import { findServer } from "./find-server.ts";

const [email] = process.argv.slice(2);
if (!email) {
  console.error("Give the email address of the account: npm run second-factor:remove -- somebody@example.org");
  process.exit(1);
}
const { url, stop } = await findServer().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 15_000 });
try {
  const removed = await removeSecondFactors(pool, email);
  if (removed === null) {
    console.error("No account has this email address. Check the spelling.");
    process.exitCode = 1;
  } else {
    console.log(
      `Removed: ${removed}. The account now signs in with its password only, and has been signed out everywhere.`,
    );
  }
} finally {
  await pool.end();
  await stop();
}
