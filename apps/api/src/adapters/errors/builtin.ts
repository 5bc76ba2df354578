import type { ErrorReporter, Fault } from "./port.ts";

/** Different errors that can wait to be written; more are dropped, because the server's log has them too. */
const mostWaiting = 100;

/**
 * Reports to the installation's own store, one write at a time. Equal errors that arrive meanwhile are counted and written
 * together, so that many of them cost little.
 *
 * @param keep writes one error and how often it occurred.
 * @param onLost called with the reason why a write failed; that error is dropped.
 */
export function builtinReporter(
  keep: (fault: Fault, times: number) => Promise<void>,
  onLost: (error: unknown) => void,
): ErrorReporter {
  const waiting = new Map<string, { fault: Fault; times: number }>();
  let writing: Promise<void> | null = null;

  async function writeAll() {
    for (;;) {
      const [key, next] = waiting.entries().next().value ?? [];
      if (key === undefined || !next) return;
      waiting.delete(key);
      await keep(next.fault, next.times).catch(onLost);
    }
  }

  return {
    report(fault) {
      const key = JSON.stringify(fault);
      const same = waiting.get(key);
      if (same) same.times += 1;
      else if (waiting.size < mostWaiting) waiting.set(key, { fault, times: 1 });
      writing ??= writeAll().finally(() => {
        writing = null;
      });
    },
    settled: async () => {
      while (writing) await writing;
    },
  };
}
