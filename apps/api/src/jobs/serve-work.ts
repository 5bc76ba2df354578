import { parentPort } from "node:worker_threads";

/** Megabytes of heap above which a thread is replaced after its work, because libraries keep what they have loaded. */
const heapIsFull = () => process.memoryUsage().heapUsed > 40 * 1024 * 1024;

/**
 * Processes each piece of work that `openLimitedWorker` sends to this thread.
 *
 * @param isFull whether the thread holds so much memory that it is replaced after its work.
 */
export function serveWork<Input, Output>(
  work: (input: Input) => Output | Promise<Output>,
  isFull: () => boolean = heapIsFull,
): void {
  const port = parentPort;
  if (!port) throw new Error("this module runs as a worker");
  port.on("message", async (input: Input) => {
    try {
      const output = await work(input);
      port.postMessage({ output, full: isFull() });
    } catch (error) {
      port.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  // Reports that the code is loaded, so that loading doesn't count as work.
  port.postMessage("ready");
}
