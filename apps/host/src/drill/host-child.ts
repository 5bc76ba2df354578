import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findPlace } from "../postgres/place.ts";
import { findPostmaster } from "../postgres/postmaster.ts";

const root = resolve(import.meta.dirname, "../../../..");
/**
 * The milliseconds until a start counts as failed. After a kill the database first replays its log, and the machine may be
 * busy.
 */
const longestStart = 300_000;

/** A host in a process of its own, with its own folder and port. */
export type HostChild = { url: string; process: ChildProcess };

/**
 * Starts the host and waits until it is ready.
 *
 * @param environment settings besides folder and port.
 * @throws an error with its output if it ends or doesn't become ready.
 */
export async function startChild(
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<HostChild> {
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(root, "scripts/run.mjs"), join(root, "apps/host/src/headless.ts")], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "off",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  const until = Date.now() + longestStart;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await endChild({ url, process: child }, "SIGKILL");
      throw new Error(`The host didn't start again:\n${output.join("")}`);
    }
    await wait(50);
  }
  return { url, process: child };
}

/** Sends a signal and waits for the process to end. */
export async function endChild({ process: child }: HostChild, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/** Whether the host and its database answer. */
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

/** Kills the database server itself, like the kernel of a machine without memory would. */
export async function killDatabase(dataDir: string): Promise<void> {
  const place = await findPlace(await realpath(dataDir), () => {});
  const server = await findPostmaster(place);
  if (server) process.kill(server.pid, "SIGKILL");
}
