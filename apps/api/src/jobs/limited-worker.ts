import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The work was ended because it took too long or too much memory; this says nothing else about the input. */
export class WorkerLimitError extends Error {}

export type WorkerLimits = {
  /** Seconds of real time for one piece of work, after which its thread is ended. */
  seconds: number;
  /** The thread's heap. Memory outside it, such as shared bytes, doesn't count. */
  megabytes: number;
  /** Seconds that an idle thread is kept, because starting one costs more than most of its work. Default: 30. */
  idleSeconds?: number;
};

/** Seconds that a thread may take to load its code on a busy machine. */
const longestStart = 60;

type WorkerAnswer<Output> = { output: Output; full: boolean } | { failure: string };

/**
 * Runs a module in a thread of its own under limits that the work can't escape. The module calls `serveWork`. Threads are
 * started when they are needed and reused while they are healthy; the caller limits how many run at once.
 *
 * @param shared the `workerData` of every thread, or a promise of it, such as compiled code.
 */
export function openLimitedWorker<Input, Output>(
  entry: URL,
  { seconds, megabytes, idleSeconds = 30 }: WorkerLimits,
  shared: () => unknown = () => undefined,
) {
  const idle: { worker: Worker; timer: NodeJS.Timeout; leave: () => void }[] = [];

  async function start(): Promise<Worker> {
    const worker = new Worker(entry, {
      workerData: await shared(),
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 },
    });
    await within(worker, longestStart, once(worker, "message"));
    return worker;
  }

  function keepIdle(worker: Worker): void {
    const leave = () => {
      const place = idle.findIndex((one) => one.worker === worker);
      if (place >= 0) idle.splice(place, 1);
      void worker.terminate();
    };
    worker.unref();
    worker.on("error", leave);
    idle.push({ worker, leave, timer: setTimeout(leave, idleSeconds * 1000).unref() });
  }

  function take(): Worker | undefined {
    const taken = idle.pop();
    if (!taken) return undefined;
    clearTimeout(taken.timer);
    taken.worker.off("error", taken.leave);
    taken.worker.ref();
    return taken.worker;
  }

  /** @throws WorkerLimitError when the work did not end within its limits. */
  return async function run(input: Input): Promise<Output> {
    const worker = take() ?? (await start());
    const answered = once(worker, "message");
    worker.postMessage(input);
    const [answer] = (await within(worker, seconds, answered)) as [WorkerAnswer<Output>];
    if ("failure" in answer) {
      void worker.terminate();
      throw new Error(answer.failure);
    }
    if (answer.full) void worker.terminate();
    else keepIdle(worker);
    return answer.output;
  };
}

/** Waits a limited time for a thread; one that fails or takes longer is ended. */
async function within<Result>(worker: Worker, seconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WorkerLimitError(`a worker did not end within ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    void worker.terminate();
    if ((error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY") {
      throw new WorkerLimitError("a worker needed more memory than it may have");
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
