import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { miscounted } from "@touchline/api/modules/compliance/standing/actions/recount";
import type { ResponseOf } from "@touchline/contract";
import {
  downloadMemberExport,
  type MemberAct,
  type MemberSelection,
  startMemberTask,
} from "@touchline/contract/reporting/members";
import { getTask, undoTask } from "@touchline/contract/tasks/tasks";
import { asAdmin, type Caller, looks, progress, readers, whileRead } from "./background-load.ts";
import { gathered } from "./concurrency.ts";
import { type Figure, ms, none, within } from "./figures.ts";
import { idOf } from "./population.ts";
import type { Answer } from "./requests.ts";
import type { Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";

const wanted = 10_000;
type Task = ResponseOf<typeof getTask>;
type Begun = { levelId: string; selection: MemberSelection; act: MemberAct };

/** Measures bulk actions on 10,000 members with undo, and lists at the same time. */
export async function actingOnMany(stage: Stage, seconds: number): Promise<Figure[]> {
  const tree = treeOf(stage.population.shape);
  const root = idOf("level", 0);
  const club = idOf("level", tree.club.at(0));
  const { levelId } = await gathered(stage, "Many", wanted);
  const by = await asAdmin(stage);
  const { read: before } = await whileRead(stage, by, () => wait(seconds * 1000));
  const figures: Figure[] = [];
  const everybody = { filter: {} };
  const run = async (name: string, begun: Begun) => {
    const came = await whileRead(stage, by, () => watched(by, start(by, begun)));
    figures.push(...judged(name, came, before));
    return came.came.task;
  };
  const undo = async (name: string, { taskId }: Task) => {
    const back = by.call<Task>("POST", undoTask.path.replace("{id}", taskId));
    figures.push(...judged(name, await whileRead(stage, by, () => watched(by, back)), before));
  };
  const message = { kind: "members.message", subject: "Season opening", text: "See you on Saturday at nine." } as const;
  await run("message", { levelId, selection: everybody, act: message });
  await run("reminder", { levelId, selection: everybody, act: { kind: "members.remind" } });
  // Members from an earlier import are treasurers with email addresses.
  const waiting: MemberSelection = { filter: { overallStatuses: ["NotActivated"], labels: [idOf("label", 5)] } };
  await run("activation again", { levelId: root, selection: waiting, act: { kind: "members.resendActivation" } });
  const act = { kind: "members.changeLabel", labelId: idOf("label", 1) } as const;
  await undo("role, undone", await run("role", { levelId, selection: everybody, act }));
  const move = { kind: "members.move", levelId: club } as const;
  await undo("move to a club, undone", await run("move to a club", { levelId, selection: everybody, act: move }));
  const remove = { kind: "members.remove" } as const;
  await undo("removal, undone", await run("removal", { levelId, selection: everybody, act: remove }));
  const columns = ["email", "role", "level", "status", "done", "since"] as const;
  // All except treasurers, because a task takes at most 100,000 people.
  const all: MemberSelection = { filter: { labels: [0, 1, 2, 3, 4].map((label) => idOf("label", label)) } };
  for (const [at, selection] of [
    [levelId, everybody],
    [root, all],
  ] as const) {
    for (const format of ["csv", "xlsx"] as const) {
      const act = { kind: "members.export", format, columns: [...columns] } satisfies MemberAct;
      figures.push(await downloaded(stage, by, await run(format, { levelId: at, selection, act })));
    }
  }
  const wrong = await stage.asSystem(miscounted);
  figures.push(none("wrong counts afterwards", wrong.length, JSON.stringify(wrong[0] ?? "none")));
  return figures;
}

const start = (by: Caller, { levelId, selection, act }: Begun) =>
  by.call<Task>("POST", startMemberTask.path.replace("{id}", levelId), { selection, act });

/** Polls until a task has ended. @throws if it failed. */
async function watched(by: Caller, begun: Promise<Task>) {
  const seen = progress();
  let task = await begun;
  while (task.state === "running") {
    seen.saw(task.done + task.skipped + task.failed);
    await wait(looks);
    task = await by.call<Task>("GET", getTask.path.replace("{id}", task.taskId));
  }
  if (task.state !== "done") throw new Error(task.failure ?? task.state);
  // Once more at the end, because what followed the last step counts too.
  seen.saw(Number.POSITIVE_INFINITY);
  return { task, took: seen.took(), longest: seen.longest() };
}

type Watched = { came: Awaited<ReturnType<typeof watched>>; read: Answer[] };

function judged(name: string, { came, read }: Watched, before: readonly Answer[]): Figure[] {
  const { task, took, longest } = came;
  const each = `${task.total} in ${ms(took)}, ${(took / task.total).toFixed(2)} ms each`;
  const progressed = within(`${name} of ${task.total}, longest time without progress`, longest, 1000, "ms");
  return [
    { ...progressed, details: `${progressed.details}; ${each}, ${task.done} done, ${task.skipped} skipped` },
    readers(`${name} of ${task.total}`, read, before),
  ];
}

/** Downloads the file that the task has made. */
async function downloaded(stage: Stage, by: Caller, { taskId, total }: Task): Promise<Figure> {
  const begun = performance.now();
  const path = downloadMemberExport.path.replace("{id}", taskId);
  const answer = await fetch(`${stage.url}${path}`, { headers: await by.headers() });
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
  let bytes = 0;
  for await (const part of Readable.fromWeb(answer.body as never)) bytes += (part as Buffer).length;
  const figure = within(`download of ${total}`, performance.now() - begun, 5000, "ms");
  return {
    ...figure,
    details: `${figure.details}; ${(bytes / 1e6).toFixed(1)} MB, memory ${Math.round((await stage.memory()) / 1e6)} MB`,
  };
}
