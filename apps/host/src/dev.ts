// `npm run dev`: the product with both halves reloading. Vite serves the page and hands the rest on to a server that is
// started anew whenever its sources change; the database outlives that.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createServer as createVite } from "vite";
import { readHostConfig } from "./config.ts";
import { assertPortFree, freePort } from "./port.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";
import { stopWithNpm } from "./run.ts";
import { closers } from "./shutdown.ts";

const root = resolve(import.meta.dirname, "../../..");
const log = (line: string) => console.log(line);
const ends = closers(log);

async function start() {
  const config = readHostConfig(process.env);
  await assertPortFree(config.host, config.port);
  const database = config.database ?? (await startEmbedded(config.dataDir));
  const port = await freePort();
  const server = spawn(
    process.execPath,
    ["--watch", "--watch-preserve-output", "scripts/run.mjs", "apps/host/src/headless.ts"],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        HOST: "127.0.0.1",
        PORT: String(port),
        PUBLIC_URL: config.publicUrl,
        DATA_DIR: config.dataDir,
        DATABASE_URL: database.appUrl ?? "",
        IDENTITY_DATABASE_URL: database.identityUrl ?? "",
        DATABASE_ADMIN_URL: database.adminUrl,
        DEMO: config.demo ? "on" : "off",
      },
    },
  );
  ends.add(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  });

  const target = `http://127.0.0.1:${port}`;
  const vite = await createVite({
    configFile: join(root, "apps/web/vite.config.ts"),
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      proxy: { "/api": target, "/identity": target, "/readyz": target, "/healthz": target, "/metrics": target },
    },
  });
  ends.add(() => vite.close());
  await vite.listen();
  log(
    `\nTouchline is running at ${config.publicUrl}. The web app and the server reload when you save. Press Ctrl-C to stop.`,
  );
}

async function startEmbedded(dataDir: string) {
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  ends.add(() => embedded.stop());
  return embedded;
}

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  void starting
    .catch(() => {})
    .then(() => ends.closeAll())
    .then(() => process.exit(0));
}
const starting = start();
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
stopWithNpm(stop);
starting.catch(async (error: unknown) => {
  console.error(`\nTouchline didn't start. ${error instanceof Error ? error.message : error}`);
  await ends.closeAll();
  process.exit(1);
});
