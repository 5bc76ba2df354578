import { Agent, request } from "node:http";

/** One request. `path` begins at the server's root. `read` is called with a successful response. */
export type BenchRequest = {
  path: string;
  headers: Record<string, string>;
  method?: "GET" | "POST";
  body?: unknown;
  /** Sent as a form instead. */
  form?: Record<string, string>;
  /** Connections to use instead of the shared ones. */
  agent?: Agent | undefined;
  read?: (text: string) => void;
};
/** A response. Status 0 means that there was none. Times are in milliseconds, and `at` is on the clock of `performance.now`. */
export type Answer = { status: number; took: number; at: number; retryAfter: string | null };

const timeoutMs = 30_000;

/** Sends requests to one server over kept-alive connections. */
export function asker(server: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(server);

  /** @param due when it should have been sent, so that a delay before sending counts. */
  const ask = (
    { path, headers, method = "GET", body, form, agent: own, read }: BenchRequest,
    due = performance.now(),
  ) =>
    new Promise<Answer>((resolve) => {
      const text: Buffer[] = [];
      const settle = (status: number, retryAfter: string | null) => {
        if (read && isGood({ status })) read(Buffer.concat(text).toString());
        resolve({ status, took: performance.now() - due, at: due, retryAfter });
      };
      const kind = form ? "application/x-www-form-urlencoded" : body === undefined ? null : "application/json";
      const typed = kind === null ? headers : { ...headers, "content-type": kind };
      const sent = request(
        { agent: own ?? agent, hostname, port, path, method, headers: typed, timeout: timeoutMs },
        (answer) => {
          answer.on("data", (part: Buffer) => read && text.push(part));
          answer.on("end", () => settle(answer.statusCode ?? 0, answer.headers["retry-after"] ?? null));
          answer.on("error", () => settle(0, null));
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("no answer")));
      sent.on("error", () => settle(0, null));
      sent.end(form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body));
    });
  return { ask, close: () => agent.destroy() };
}

export type Ask = ReturnType<typeof asker>["ask"];

/** Returns the next request. */
export type Next = () => BenchRequest;

export const isGood = ({ status }: { status: number }) => status >= 200 && status < 300;

/** Runs this many clients, each sending one request after another until it is stopped. */
export async function closedLoop(ask: Ask, next: Next, askers: number, hasMore: () => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  const turn = async () => {
    while (hasMore()) answers.push(await ask(next()));
  };
  await Promise.all(Array.from({ length: askers }, turn));
  return answers;
}

/** Keeps this many requests in flight for a time. Each is followed by the next as soon as it is answered. */
export function closedLoopForSeconds(ask: Ask, next: Next, askers: number, seconds: number): Promise<Answer[]> {
  const until = performance.now() + seconds * 1000;
  return closedLoop(ask, next, askers, () => performance.now() < until);
}

/** Sends requests at a rate, whether or not the previous ones have been answered. */
export async function openLoop(ask: Ask, next: Next, perSecond: number, seconds: number): Promise<Answer[]> {
  const begun = performance.now();
  const all = Math.round(perSecond * seconds);
  const answers: Promise<Answer>[] = [];
  while (answers.length < all) {
    const due = Math.min(all, Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1);
    while (answers.length < due) answers.push(ask(next(), begun + (answers.length / perSecond) * 1000));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(answers);
}
