import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for argon2id: 19 MiB (in KiB), two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Too many hashes are waiting already: answer 503 and let the caller come again. */
export class TooBusy extends Error {
  override name = "TooBusy";
  override message = "Too many passwords are waiting to be checked.";
  /** Seconds. */
  readonly retryAfter = 2;
}

/**
 * Runs tasks with a bounded concurrency and a bounded line in front of it: nobody joins one that is full, or whose first has
 * waited longer than `maxWaitMs` milliseconds. So the wait stays short also where a task takes long.
 */
export function boundedLine({
  concurrency,
  length,
  maxWaitMs,
  now = () => performance.now(),
}: {
  concurrency: number;
  length: number;
  maxWaitMs: number;
  now?: () => number;
}) {
  const waiting: { since: number; go: () => void }[] = [];
  let running = 0;

  /** @throws TooBusy when nobody may join just now. */
  function assertOpen(): void {
    const [first] = waiting;
    if (waiting.length >= length || (first && now() - first.since > maxWaitMs)) throw new TooBusy();
  }

  async function within<T>(task: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      assertOpen();
      // Whoever finishes hands over the place without freeing it, so `running` stays as it is.
      await new Promise<void>((go) => waiting.push({ since: now(), go }));
    } else {
      running++;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next.go();
      else running--;
    }
  }
  return { within, assertOpen };
}

// One line for the whole process: hashing is what can starve everything else. About 25 ms each, so a second of waiting;
// three where the machine has other things to do.
const line = boundedLine({ concurrency: 2, length: 64, maxWaitMs: 3_000 });

/** For whoever has something to do before the hash that would be for nothing. @throws TooBusy when a hash would be refused now. */
export const assertPasswordsOpen = line.assertOpen;

// The same password typed on two keyboards may arrive composed or decomposed.
const normalized = (password: string) => password.normalize("NFKC");

/** The password as argon2id in PHC string format. @throws TooBusy */
export function hashPassword(password: string): Promise<string> {
  return line.within(() => hash(normalized(password), parameters));
}

/** Whether `password` is the one that `stored` was made from. @throws TooBusy */
export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return line.within(() => verify(stored, normalized(password)));
}
