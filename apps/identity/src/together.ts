import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { DatabaseError, type Pool, type PoolClient, type QueryResult } from "pg";

/** What asks the database single questions: a pool, or one whose questions travel together. */
export type Asks = Pick<Pool, "query">;

type Asked = {
  text: string;
  values: unknown[] | undefined;
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
};

/**
 * The pool, for questions of fixed texts: those of one turn of the event loop leave on one connection in one write, and
 * PostgreSQL keeps their plans. Each stands for itself, as on the pool: one that fails takes none with it. While
 * passwords are hashed a write costs more than most questions.
 */
export function together(pool: Pool): Asks {
  let waiting: Asked[] = [];

  async function send() {
    const asked = waiting;
    waiting = [];
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      for (const one of asked) one.reject(error);
      return;
    }
    // Without a listener a lost connection would end the process; the questions fail anyway.
    const ignore = () => {};
    client.on("error", ignore);
    let broken: Error | undefined;
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    const answers = asked.map(async ({ text, values, resolve, reject }) => {
      try {
        resolve(
          await client.query({ name: nameOf(text), text, values }).catch((error: unknown) => {
            if (!unplanned(error)) throw error;
            return client.query(text, values);
          }),
        );
      } catch (error) {
        if (ended(error)) broken = error as Error;
        reject(error);
      }
    });
    process.nextTick(() => stream.uncork());
    await Promise.all(answers);
    client.off("error", ignore);
    client.release(broken);
  }

  const query = (text: string, values?: unknown[]) =>
    new Promise<QueryResult>((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(send);
      waiting.push({ text, values, resolve, reject });
    });
  return { query } as unknown as Asks;
}

/**
 * Whether a connection is of no use after this: also what PostgreSQL says before it closes one (at a restart, to an idle
 * one) is its own answer. The severity may be in another language, the code is not.
 */
function ended(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return error.severity === "FATAL" || error.severity === "PANIC" || /^(57P|08)/.test(error.code ?? "");
}

/**
 * Whether a question was not looked at as the plan it named is not there: another of the same text left in front of it, and
 * was refused. It is asked again by its text, for an answer of its own.
 */
const unplanned = (error: unknown) => error instanceof DatabaseError && error.code === "26000";

const names = new Map<string, string>();

/** Texts are few and written by us, so that this does not grow. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}
