import { setTimeout as wait } from "node:timers/promises";
import { type Figure, ms, quantile } from "./figures.ts";
import { idOf } from "./population.ts";
import { type Answer, asker, isGood } from "./requests.ts";
import type { Stage } from "./setup.ts";
import { depths, treeOf } from "./tree.ts";

/** Access tokens live five minutes. */
const renewedAfter = 200_000;

export type Caller = {
  headers(): Promise<{ authorization: string }>;
  /** @throws the answer if it isn't a success. */
  call<Answered>(method: string, path: string, body?: unknown): Promise<Answered>;
};

/** Calls endpoints as the administrator over HTTP, for as long as needed. */
export async function asAdmin({ url, people, signIn }: Stage): Promise<Caller> {
  let signedIn = { ...(await signIn(people.admin.email)), at: performance.now() };
  const headers: Caller["headers"] = async () => {
    if (performance.now() - signedIn.at > renewedAfter) {
      signedIn = { ...(await signIn(people.admin.email)), at: performance.now() };
    }
    return { authorization: `Bearer ${signedIn.token}` };
  };
  return {
    headers,
    async call<Answered>(method: string, path: string, body?: unknown) {
      const typed = body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
      const ask = async () => fetch(`${url}${path}`, { method, headers: { ...(await headers()), ...typed }, ...sent });
      let answer = await ask();
      // Asked to come back later, so it retries like a page does.
      for (let tries = 0; method === "GET" && answer.status === 503 && tries < 30; tries += 1) {
        await answer.body?.cancel();
        await wait(1000);
        answer = await ask();
      }
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (answer.status === 204 ? null : await answer.json()) as Answered;
    },
  };
}

/** Page views per second, far more than one organization's people produce. */
const perSecond = 20;

/** Loads members lists at any depth, and sometimes a dashboard, at a steady rate until `work` is done. */
export async function whileRead<Result>(stage: Stage, by: Caller, work: () => Promise<Result>) {
  const tree = treeOf(stage.population.shape);
  const { ask, close } = asker(stage.url);
  const answers: Promise<Answer>[] = [];
  let busy = true;
  const looking = async () => {
    for (let due = performance.now(); busy; due += 1000 / perSecond) {
      const headers = await by.headers();
      const { at, count } = tree[depths[Math.floor(Math.random() * depths.length)] ?? "root"];
      const page = answers.length % 4 === 3 ? "dashboard-info" : "members";
      const path = `/api/app/hierarchy-level/${idOf("level", at(Math.floor(Math.random() * count)))}/${page}`;
      answers.push(ask({ headers, path }, due));
      await wait(Math.max(0, due + 1000 / perSecond - performance.now()));
    }
  };
  const [came] = await Promise.all([
    work().finally(() => {
      busy = false;
    }),
    looking(),
  ]);
  const read = await Promise.all(answers);
  close();
  return { came, read };
}

/** A refused request counts as waiting forever. */
const timesOf = (answers: readonly Answer[]) =>
  answers.map((one) => (isGood(one) ? one.took : Number.POSITIVE_INFINITY));

const percentiles = (answers: readonly Answer[]) => {
  const took = timesOf(answers);
  return `p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}`;
};

/** The 99th percentile of page views during the work, as a share of an acceptable time. */
export function readers(name: string, during: readonly Answer[], otherwise: readonly Answer[]): Figure {
  const most = 500;
  const refused = during.filter((one) => !isGood(one)).length;
  return {
    name: `lists during ${name}`,
    ratio: quantile(timesOf(during), 0.99) / most,
    target: 1,
    atMost: true,
    details: `${percentiles(during)} of ${during.length} (${most} ms allowed${refused > 0 ? `, ${refused} refused` : ""}), otherwise ${percentiles(otherwise)}`,
  };
}

/** The total time, and the longest time without progress. The details hold every change of `count`. */
export function progress() {
  const begun = performance.now();
  let last = begun;
  let longest = 0;
  let before = -1;
  return {
    /** The result of a page view. */
    saw(count: number) {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      if (count !== before) last = now;
      before = count;
    },
    took: () => performance.now() - begun,
    longest: () => longest,
  };
}

/** The milliseconds between two checks of the progress. */
export const looks = 100;
