import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemChromium } from "../playwright.config.ts";

const root = resolve(import.meta.dirname, "..");
/** Milliseconds: the page is built and the demo is made before the host answers. */
const longestStart = 180_000;

/** Any port that is free now, on this machine alone. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

/**
 * Starts the product as people do, with a folder of its own that is gone afterwards. With TOUCHLINE_URL set, that host is
 * used instead: quicker while writing journeys.
 */
export default async function startHost(): Promise<() => Promise<void>> {
  if (!systemChromium) {
    execFileSync(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], {
      cwd: root,
      stdio: "inherit",
    });
  }
  if (process.env.TOUCHLINE_URL) return async () => {};
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), "touchline-e2e-"));
  // Open to the database's own account, so that nothing is put outside this folder when we run as root.
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const host = spawn(process.execPath, ["scripts/run.mjs", "apps/host/src/main.ts"], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, PUBLIC_URL: url, DEMO: "on" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [host.stdout, host.stderr]) stream.setEncoding("utf8").on("data", (text) => said.push(text));
  const stop = async () => {
    if (host.exitCode === null && host.signalCode === null) {
      host.kill("SIGTERM");
      await once(host, "exit");
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const until = Date.now() + longestStart;
  while (!(await isReady(url))) {
    if (host.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`The host did not start:\n${said.join("")}`);
    }
    await wait(200);
  }
  process.env.TOUCHLINE_URL = url;
  return stop;
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.ok ?? false;
}
