import { type Figure, ms, quantile } from "./figures.ts";
import { idOf } from "./population.ts";
import type { Case } from "./reading.ts";
import { asker, closedLoopForSeconds, isGood } from "./requests.ts";
import type { Stage } from "./setup.ts";
import { type Depth, depths, treeOf } from "./tree.ts";

const kinds = { lists: "members", dashboards: "dashboard-info" } as const;

/** The minimum number of requests for a 95th percentile. */
const fewest = 100;

/** Compares slow and median requests at each depth, with random levels. */
export async function spread(stage: Stage, seconds: number): Promise<Figure[]> {
  const tree = treeOf(stage.population.shape);
  const { token } = await stage.signIn(stage.people.admin.email);
  const headers = { authorization: `Bearer ${token}` };
  const { ask, close } = asker(stage.url);
  const figures: Figure[] = [];
  for (const [kind, path] of Object.entries(kinds)) {
    const took: Record<Depth, number[]> = { root: [], state: [], district: [], club: [] };
    const one = async () => {
      const depth = depths[Math.floor(Math.random() * depths.length)] ?? "root";
      const { at, count } = tree[depth];
      const level = idOf("level", at(Math.floor(Math.random() * count)));
      const answer = await ask({ headers, path: `/api/app/hierarchy-level/${level}/${path}` });
      if (!isGood(answer)) throw new Error(`${kind} of the ${depth} were answered with ${answer.status}.`);
      return () => took[depth].push(answer.took);
    };
    for (let warming = 0; warming < 40; warming += 1) await one();
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until || depths.some((depth) => took[depth].length < fewest)) (await one())();
    for (const depth of depths) {
      const [p50, p95] = [quantile(took[depth], 0.5), quantile(took[depth], 0.95)];
      const details = `p50 ${ms(p50)}, p95 ${ms(p95)} of ${took[depth].length}`;
      figures.push({ name: `spread of ${kind}, ${depth}`, ratio: p95 / p50, target: 5, atMost: true, details });
    }
  }
  close();
  return figures;
}

/** Compares the figures that must not grow with the organization. */
const growing = ["list root", "list root, deep page", "dashboard root", "pending count, root", "review list, root"];

/** The usual milliseconds of each case, requested one after the other, by the name of the case. */
export type RequestRates = Record<string, number>;

export async function requestRates(stage: Stage, cases: readonly Case[], seconds: number): Promise<RequestRates> {
  const { ask, close } = asker(stage.url);
  const seen: RequestRates = {};
  for (const { name, paths, person } of cases.filter((one) => growing.includes(one.name))) {
    const { token } = await stage.signIn(person.email);
    let turn = 0;
    const next = () => {
      turn += 1;
      return { headers: { authorization: `Bearer ${token}` }, path: paths[turn % paths.length] as string };
    };
    await closedLoopForSeconds(ask, next, 1, 0.5);
    const answers = await closedLoopForSeconds(ask, next, 1, seconds / 2);
    seen[name] = quantile(
      answers.map(({ took }) => took),
      0.5,
    );
  }
  close();
  return seen;
}

/** Returns how much longer the largest organization waits than the smallest. */
export function growthOf(smallest: RequestRates, largest: RequestRates): Figure[] {
  return Object.entries(largest).map(([name, time]) => {
    const before = smallest[name] ?? Number.NaN;
    return {
      name: `growth of ${name}`,
      ratio: time / before,
      target: 3,
      atMost: true,
      details: `p50 ${ms(before)}, then ${ms(time)}`,
    };
  });
}
