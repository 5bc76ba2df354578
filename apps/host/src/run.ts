import { type HostConfig, readHostConfig } from "./config.ts";
import { type Closers, closers } from "./shutdown.ts";
import { startHost, type Web } from "./start.ts";

/** npm passes a Ctrl-C on to a process that got it already: what follows at once is the same one. */
const sameKeyPress = 500;

class GivenUp extends Error {}

/** What went wrong at the bottom of it: wrapped errors repeat whole statements. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.message.length > 1000 ? sentenceOf(error.cause) : error.message;
}

/** Starts what the process runs. Everything that was started is registered with `closers`; `throwIfAborted` throws if the start was aborted. */
export type Start<Started extends object = { url: string }> = (
  config: HostConfig,
  around: { closers: Closers; log: (line: string) => void; throwIfAborted: () => void },
) => Promise<Started>;

/** Runs the product in this process, as `runPart` says; `web` prepares its page. */
export function runHost(
  web: (log: (line: string) => void) => ReturnType<Web>,
  announce: (started: {
    url: string;
    demo: boolean;
    simulatorUrl: string | null;
    seconds: number;
    config: HostConfig;
  }) => void,
): void {
  runPart((config, around) => startHost(config, () => web(around.log), around), announce);
}

/**
 * Runs something in this process until SIGINT or SIGTERM, which end it in order with exit code 0; a second signal ends it at
 * once. A start that fails prints one sentence and has exit code 1.
 *
 * @param announce called once it serves; `seconds` have passed since the process began.
 */
export function runPart<Started extends object>(
  begin: Start<Started>,
  announce: (started: Started & { seconds: number; config: HostConfig }) => void,
): void {
  const log = (line: string) => console.log(line);
  const ends = closers(log);
  let stoppedAt: number | null = null;

  const start = async () => {
    const config = readHostConfig(process.env);
    const throwIfAborted = () => {
      if (stoppedAt !== null) throw new GivenUp();
    };
    const started = await begin(config, { closers: ends, log, throwIfAborted });
    announce({ ...started, seconds: performance.now() / 1000, config });
  };
  const starting = start();

  const stop = async () => {
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt > sameKeyPress) process.exit(130);
      return;
    }
    stoppedAt = performance.now();
    log("\nStopping…");
    await starting.catch(() => {});
    await ends.closeAll();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  stopWithNpm(stop);

  starting.catch(async (error: unknown) => {
    if (error instanceof GivenUp) return;
    console.error(`\nTouchline didn't start. ${sentenceOf(error)}`);
    await ends.closeAll();
    process.exit(1);
  });
}

/** Under npm a shell stands between: told to end, it ends alone and leaves us behind with another parent. */
export function stopWithNpm(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    stop();
  }, 500);
  look.unref();
}
