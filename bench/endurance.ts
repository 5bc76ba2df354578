// These take minutes, so they run only if they are named: sustained load, twice the capacity, and slow clients.
import { connect } from "node:net";
import { type Figure, ms, none, quantile, within } from "./figures.ts";
import { type Answer, asker, closedLoopForSeconds, isGood, openLoop } from "./requests.ts";
import type { Stage } from "./setup.ts";
import { traffic } from "./traffic.ts";

const p99 = (answers: readonly Answer[]) =>
  quantile(
    answers.map(({ took }) => took),
    0.99,
  );
const isRefusal = ({ status, retryAfter }: Answer) => status === 503 && retryAfter !== null;

/** Formats the number of responses by status, as in `200: 5, 503: 2`. Status 0 is no response. */
const statuses = (answers: readonly Answer[]) =>
  [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => `${status}: ${all.length}`).join(", ");

/** Sends a steady rate for minutes: nothing fails, no one waits long, and memory doesn't grow. */
export async function steady(stage: Stage, minutes: number, rate: number): Promise<Figure[]> {
  const { ask, close } = asker(stage.url);
  const next = await traffic(stage);
  await openLoop(ask, next, rate, 20);
  const memory: { at: number; bytes: number }[] = [];
  const begun = performance.now();
  const watch = setInterval(async () => memory.push({ at: performance.now(), bytes: await stage.memory() }), 1000);
  const answers = await openLoop(ask, next, rate, minutes * 60);
  clearInterval(watch);
  close();
  const ended = performance.now();
  const minute = Math.min(60_000, (ended - begun) / 3);
  const held = (from: number) => {
    const seen = memory.filter(({ at }) => at >= from && at < from + minute);
    return seen.reduce((sum, { bytes }) => sum + bytes, 0) / seen.length / 1e6;
  };
  const [first, last] = [held(begun), held(ended - minute)];
  const failed = answers.filter((answer) => !isGood(answer)).length;
  return [
    none(`failures at ${rate} requests/s`, failed, `${answers.length} in ${minutes} min (${statuses(answers)})`),
    within("p99 of the load", p99(answers), 300, "ms"),
    {
      name: "memory, last minute compared to first",
      ratio: last / first,
      target: 1.15,
      atMost: true,
      details: `${first.toFixed(0)} MB, then ${last.toFixed(0)} MB`,
    },
  ];
}

/** The number of parallel clients that find out the highest throughput. */
const busy = 24;
/** The milliseconds until everything must be back to normal. */
const recovery = 5000;

/** Sends twice the capacity: accepted requests are as fast as usual, and the others are refused and asked to retry. */
export async function overload(stage: Stage, seconds: number): Promise<Figure[]> {
  const { ask, close } = asker(stage.url);
  const next = await traffic(stage);
  await closedLoopForSeconds(ask, next, busy, 5);
  const usual = (await closedLoopForSeconds(ask, next, busy, seconds)).filter(isGood).length / seconds;
  const pressed = await openLoop(ask, next, usual * 2, seconds);
  const eased = performance.now();
  const after = await openLoop(ask, next, usual / 2, 10);
  close();
  const good = pressed.filter(isGood);
  const lost = pressed.filter((answer) => !isGood(answer) && !isRefusal(answer));
  const struggling = after.filter((answer) => !isGood(answer) || answer.took > 300).map(({ at, took }) => at + took);
  const recovered = Math.max(0, ...struggling.map((at) => at - eased));
  // Requests accepted before the end count; later ones weren't served in time.
  const ending = Math.max(...pressed.map(({ at }) => at));
  const served = good.filter(({ at, took }) => at + took <= ending).length / seconds;
  return [
    {
      name: "goodput at twice the capacity",
      ratio: served / usual,
      target: 0.95,
      atMost: false,
      details: `${served.toFixed(0)}/s of ${usual.toFixed(0)}/s (${statuses(pressed)})`,
    },
    within("p99 of what is taken on", p99(good), 500, "ms"),
    none(
      "requests neither answered nor rejected",
      lost.length,
      statuses(lost) || "all others were 503 with Retry-After",
    ),
    within("time to recover", recovered, recovery, "ms"),
  ];
}

const dawdlers = 700;
/** What each kind of client sends at first, and every second after that. */
const slowly: readonly { kind: string; first: string; drip: string }[] = [
  { kind: "silent", first: "", drip: "" },
  { kind: "headers", first: "GET /healthz HTTP/1.1\r\nHost: bench\r\nX-Slow: ", drip: "a" },
  {
    kind: "bodies",
    first:
      "POST /api/refresh-token HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
    drip: " ",
  },
];

/** Clients that send nothing, or a byte per second of headers or body, are cut off without affecting others. */
export async function slowClients(stage: Stage): Promise<Figure[]> {
  const { ask, close } = asker(stage.url);
  const next = await traffic(stage);
  await openLoop(ask, next, 50, 5);
  const before = await openLoop(ask, next, 50, 10);
  const closing = slowly.map(({ first, drip }) =>
    Promise.all(Array.from({ length: Math.ceil(dawdlers / slowly.length) }, () => dawdle(stage.url, first, drip))),
  );
  const [lasted, meanwhile] = await Promise.all([Promise.all(closing), openLoop(ask, next, 50, 16)]);
  close();
  const longest = lasted.map((each) => Math.max(...each));
  const failed = meanwhile.filter((answer) => !isGood(answer)).length;
  return [
    {
      ...within(`${dawdlers} slow clients disconnected`, Math.max(...longest) / 1000, 15, "s"),
      details: `${slowly.map(({ kind }, n) => `${kind} after ${ms(longest[n] ?? 0)}`).join(", ")} of 15 s`,
    },
    none("failures of other clients meanwhile", failed, statuses(meanwhile)),
    {
      name: "p99 of other clients meanwhile",
      ratio: p99(meanwhile) / p99(before),
      target: 2,
      atMost: true,
      details: `${ms(p99(meanwhile))}, before ${ms(p99(before))}`,
    },
  ];
}

/** Returns how many milliseconds such a connection lasted: 60,000 if it wasn't cut off. */
function dawdle(url: string, first: string, drip: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(first));
    const dripping = setInterval(() => drip && socket.write(drip), 1000);
    const timeout = setTimeout(() => socket.destroy(), 60_000);
    socket.on("error", () => undefined).resume();
    socket.once("close", () => {
      clearInterval(dripping);
      clearTimeout(timeout);
      resolve(performance.now() - begun);
    });
  });
}
