import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for argon2id: 19 MiB (in KiB), two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Too many hashes are already queued. Answer 503, so that the caller retries. */
export class TooBusy extends Error {
  override name = "TooBusy";
  override message = "Too many passwords are waiting to be checked.";
  /** In seconds. */
  readonly retryAfter = 2;
}

/**
 * Runs tasks with limited concurrency and a limited queue. A task is refused if the queue is full, or if its first task has
 * waited longer than `maxWaitMs` milliseconds, so that the wait stays short even if tasks take long.
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

  /** @throws TooBusy if no task may join now. */
  function assertOpen(): void {
    const [first] = waiting;
    if (waiting.length >= length || (first && now() - first.since > maxWaitMs)) throw new TooBusy();
  }

  async function within<T>(task: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      assertOpen();
      // A finished task hands its slot to the next one without freeing it, so `running` doesn't change.
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

// One queue for the whole process, because hashing can starve everything else. A hash takes about 25 ms, so the wait is
// about a second, or three if the machine is busy.
const line = boundedLine({ concurrency: 2, length: 64, maxWaitMs: 3_000 });

/** Checks before other work whether a hash would be refused now. @throws TooBusy if it would. */
export const assertPasswordsOpen = line.assertOpen;

// The same password may arrive composed or decomposed from different keyboards.
const normalized = (password: string) => password.normalize("NFKC");

/** Returns the password's argon2id hash in PHC string format. @throws TooBusy */
export function hashPassword(password: string): Promise<string> {
  return line.within(() => hash(normalized(password), parameters));
}

/** Tests whether `stored` is the hash of `password`. @throws TooBusy */
export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return line.within(() => verify(stored, normalized(password)));
}
