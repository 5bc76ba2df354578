// A host in a process of its own, for tests that kill it. It starts the database of argv[2], prints its addresses, and waits.
import { startEmbeddedPostgres } from "../src/postgres/supervisor.ts";

const [, , dataDir] = process.argv;
if (!dataDir) throw new Error("usage: host-process.ts DATA_DIR");
try {
  const { adminUrl, appUrl, stop } = await startEmbeddedPostgres({ dataDir });
  process.once("SIGTERM", () => void stop().then(() => process.exit()));
  process.stdout.write(`${JSON.stringify({ adminUrl, appUrl })}\n`);
  setInterval(() => {}, 60_000);
} catch (cause) {
  process.stdout.write(`${JSON.stringify({ refused: cause instanceof Error ? cause.message : String(cause) })}\n`);
  process.exitCode = 1;
}
