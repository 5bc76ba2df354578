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
 * Runs tasks with a bounded concurrency and a bounded line in front of it.
 * @throws TooBusy at once when the line is full.
 */
export function boundedLine({ concurrency, length }: { concurrency: number; length: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= length) throw new TooBusy();
      // Whoever finishes hands over the place without freeing it, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

// One line for the whole process: hashing is what can starve everything else. About 25 ms each, so a second of waiting.
const line = boundedLine({ concurrency: 2, length: 64 });

// The same password typed on two keyboards may arrive composed or decomposed.
const normalized = (password: string) => password.normalize("NFKC");

/** The password as argon2id in PHC string format. @throws TooBusy */
export function hashPassword(password: string): Promise<string> {
  return line(() => hash(normalized(password), parameters));
}

/** Whether `password` is the one that `stored` was made from. @throws TooBusy */
export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return line(() => verify(stored, normalized(password)));
}
