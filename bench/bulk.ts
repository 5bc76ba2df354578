import { setTimeout as wait } from "node:timers/promises";
import { asker, forSeconds, inTurn, isGood } from "./asking.ts";
import { type Figure, ms, quantile } from "./figures.ts";
import { idOf } from "./population.ts";
import type { Stage } from "./stage.ts";
import { depths, treeOf } from "./tree.ts";

/** Up to so many memberships all of the organization are changed; of a larger one a state. */
const mostAtRoot = 10_000;

type Task = { taskId: string; state: string; done: number; total: number };

/** Another label for everybody of a level, by a task, and how lists fare meanwhile beside how they fare otherwise. */
export async function listsDuringBulkAct(stage: Stage, seconds: number): Promise<Figure[]> {
  const tree = treeOf(stage.population.shape);
  const { token } = await stage.signIn(stage.people.admin.email);
  const headers = { authorization: `Bearer ${token}` };
  const list = () => {
    const { at, count } = tree[depths[Math.floor(Math.random() * depths.length)] ?? "root"];
    const levelId = idOf("level", at(Math.floor(Math.random() * count)));
    return { headers, path: `/api/app/hierarchy-level/${levelId}/members` };
  };
  const { ask, close } = asker(stage.url);
  const call = async (path: string, body?: unknown) => {
    let said = "";
    const read = (text: string) => {
      said = text;
    };
    const answer = await ask({ path, headers, read, ...(body === undefined ? {} : { method: "POST", body }) });
    if (!isGood(answer)) throw new Error(`${path}: ${answer.status}`);
    return JSON.parse(said) as Task;
  };
  const askers = 2;
  await forSeconds(ask, list, askers, 1);
  const before = await forSeconds(ask, list, askers, seconds);
  const top = stage.population.members <= mostAtRoot ? "root" : "state";
  const begun = performance.now();
  let task = await call(`/api/app/hierarchy-level/${idOf("level", tree[top].at(0))}/member-task`, {
    selection: { filter: {} },
    act: { kind: "members.changeLabel", labelId: idOf("label", 1) },
  });
  const watching = async () => {
    while (task.state === "running") {
      await wait(200);
      task = await call(`/api/app/task/${task.taskId}`);
    }
  };
  const [during] = await Promise.all([inTurn(ask, list, askers, () => task.state === "running"), watching()]);
  const took = performance.now() - begun;
  const after = await forSeconds(ask, list, askers, seconds);
  close();
  if (![...before, ...during, ...after].every(isGood)) throw new Error("A list was refused.");
  const p95 = (answers: typeof during) =>
    quantile(
      answers.map((one) => one.took),
      0.95,
    );
  const otherwise = p95([...before, ...after]);
  const told = `p95 ${ms(p95(during))} of ${during.length} while ${task.done} of ${task.total} changed in ${ms(took)}, else ${ms(otherwise)}`;
  return [{ name: "lists during a bulk act", ratio: p95(during) / otherwise, target: 2, atMost: true, told }];
}
