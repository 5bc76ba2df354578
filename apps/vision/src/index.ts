import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import {
  documentReading,
  faceComparison,
  faceReading,
  type VisionOutcome,
  type VisionPort,
} from "@touchline/contract/vision";
import type { z } from "zod";
import { residentBytes } from "./memory.ts";
import { packagesInstalled } from "./packages.ts";
import { pictureLimits } from "./picture-limits.ts";
import type { VisionReply, VisionRequest } from "./protocol.ts";

export type VisionLimits = {
  /** The maximum number of queued requests. More are refused as busy. */
  queue: number;
  /** Milliseconds for one request, and for a process's first request, which loads the models. */
  timeoutMs: number;
  firstTimeoutMs: number;
  /** Milliseconds without a request after which the process ends. */
  idle: number;
  /** Bytes of resident memory above which the process is ended. */
  memory: number;
};

export const visionLimits: VisionLimits = {
  queue: 60,
  timeoutMs: 60_000,
  firstTimeoutMs: 90_000,
  idle: 120_000,
  memory: 1_500_000_000,
};

/** Milliseconds between two checks of a working process's memory. */
const lookEvery = 250;

type Failure = Extract<VisionOutcome<never>, { status: "failed" }>["reason"];
type Waiting = { request: VisionRequest; settle(answer: VisionReply | Failure | "closed"): void };

/** The reader, and a function that ends it. `pid` is the process that reads, if there is one. */
export type Vision = VisionPort & { close(): Promise<void>; pid(): number | null };

/**
 * The reader of pictures. Its process starts with the first request and ends after an idle time. A process that dies, takes
 * too long or uses too much memory is replaced with the next request, and only the current picture fails.
 *
 * @param options.log called when a process is ended or dies; never with the content of a picture.
 */
export function openVision({
  limits: limitOptions = {},
  log = () => {},
  installed = packagesInstalled(),
}: {
  limits?: Partial<VisionLimits>;
  log?: (line: string) => void;
  installed?: boolean;
} = {}): Vision {
  const limits = { ...visionLimits, ...limitOptions };
  const queue: Waiting[] = [];
  let child: ChildProcess | null = null;
  let fresh = true;
  let working = false;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;
  let requests = 0;

  const process = () => {
    if (child) return child;
    child = startProcess();
    fresh = true;
    const mine = child;
    mine.once("exit", () => {
      if (child === mine) child = null;
    });
    return mine;
  };

  const work = async () => {
    if (working) return;
    working = true;
    clearTimeout(idle);
    for (let next = queue[0]; next; next = queue[0]) {
      const answer = closed
        ? "closed"
        : await ask(process(), next.request, fresh ? limits.firstTimeoutMs : limits.timeoutMs, limits.memory);
      fresh = false;
      queue.shift();
      if (typeof answer === "string" && !closed) {
        log(`The reader of pictures was ended: ${answer}.`);
        await ended(child);
        child = null;
      }
      next.settle(answer);
    }
    working = false;
    if (closed) return;
    idle = setTimeout(() => void ended(child), limits.idle);
    idle.unref();
  };

  const requested = async <Schema extends z.ZodType>(
    kind: VisionRequest["kind"],
    images: Uint8Array[],
    schema: Schema,
  ): Promise<VisionOutcome<z.infer<Schema>>> => {
    if (!installed || closed) return { status: "unavailable" };
    if (queue.length >= limits.queue) return { status: "busy" };
    requests += 1;
    // Longer files can't be valid pictures, so they aren't copied between processes.
    const sent = images.map((image) => (image.length > pictureLimits.bytes ? new Uint8Array() : image));
    const request = { id: requests, kind, images: sent };
    const answer = await new Promise<VisionReply | Failure | "closed">((settle) => {
      queue.push({ request, settle });
      void work();
    });
    if (answer === "closed") return { status: "unavailable" };
    if (typeof answer === "string") return { status: "failed", reason: answer };
    // The process has handled untrusted bytes, so its answer is validated.
    const read = schema.safeParse(answer.reading);
    return read.success ? { status: "read", reading: read.data } : { status: "failed", reason: "broken" };
  };

  return {
    face: (image) => requested("face", [image], faceReading),
    document: (image) => requested("document", [image], documentReading),
    compare: (one, other) => requested("compare", [one, other], faceComparison),
    state: () => (!installed || closed ? "unavailable" : child ? "awake" : "asleep"),
    pid: () => child?.pid ?? null,
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await ended(child);
    },
  };
}

const root = resolve(import.meta.dirname, "../../..");

/** Starts a process that may read the product's programs and system libraries, and write nothing. */
function startProcess(): ChildProcess {
  const own = ["node_modules", "packages", "apps/vision", "package.json"].map((name) => join(root, name));
  const system = ["/usr/lib", "/usr/share", "/lib", "/etc", "/proc", "/sys"];
  const readable = [...own, ...system].map((path) => `--allow-fs-read=${path}`);
  const child = fork(join(import.meta.dirname, "worker.ts"), {
    serialization: "advanced",
    stdio: "ignore",
    execArgv: ["--max-old-space-size=512", "--permission", "--allow-addons", ...readable],
    env: { PATH: globalThis.process.env.PATH, ORT_DISABLE_TELEMETRY: "1", OMP_NUM_THREADS: "1" },
  });
  // Without a listener, an error of the process would end this one. Pending requests notice it themselves.
  child.on("error", () => {});
  return child;
}

/** Requests one reading. @returns the answer, or the reason why there is none */
async function ask(
  child: ChildProcess,
  request: VisionRequest,
  timeoutMs: number,
  memory: number,
): Promise<VisionReply | Failure> {
  const ends: (() => void)[] = [];
  try {
    return await new Promise((settle) => {
      const late = setTimeout(() => settle("tooSlow"), timeoutMs);
      const look = setInterval(async () => {
        const bytes = child.pid === undefined ? null : await residentBytes(child.pid);
        if (bytes !== null && bytes > memory) settle("tooMuchMemory");
      }, lookEvery);
      const onReply = (reply: VisionReply) => {
        if (reply.id === request.id) settle(reply);
      };
      const onEnd = () => settle("broken");
      child.on("message", onReply).once("exit", onEnd).once("error", onEnd);
      ends.push(() => {
        clearTimeout(late);
        clearInterval(look);
        child.off("message", onReply).off("exit", onEnd).off("error", onEnd);
      });
      child.send(request, (error) => error && settle("broken"));
    });
  } finally {
    for (const end of ends) end();
  }
}

/** Ends a process at once. It has nothing to clean up. */
async function ended(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
