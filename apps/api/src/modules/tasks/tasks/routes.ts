import * as contract from "@touchline/contract/tasks/tasks";
import { on } from "../../../http/mount.ts";
import type { DefinedTask } from "./actions/define.ts";
import { cancelTask, undoTask } from "./actions/start.ts";
import { getTask, listTaskItems, listTasks, runningWork, taskResult } from "./queries.ts";

/** @param kinds every kind there is. */
export const taskRoutes = (kinds: readonly DefinedTask[]) => [
  on(contract.listTasks, async (call) => ({ tasks: await listTasks(call, kinds), running: await runningWork(call) })),
  on(contract.getTask, (call, { params }) => getTask(call, kinds, params.id)),
  on(contract.listTaskItems, (call, { params, query }) => listTaskItems(call, kinds, params.id, query)),
  on(contract.downloadTaskResult, (call, { params }) => taskResult(call, kinds, params.id)),
  on(contract.cancelTask, async (call, { params }) => {
    await cancelTask(call, params.id);
    return getTask(call, kinds, params.id);
  }),
  on(contract.undoTask, async (call, { params }) => {
    const { taskId } = await undoTask(call, kinds, params.id);
    return getTask(call, kinds, taskId);
  }),
];
