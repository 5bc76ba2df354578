/** What other areas may use of tasks: starting work on many people, and reporting its progress and results. */

export {
  type DefinedTask,
  defineTask,
  type ItemOutcome,
  type RunningTask,
  type TaskItem,
} from "./tasks/actions/define.ts";
export { completeTask, endTask, openPacking } from "./tasks/actions/run.ts";
export { startTask, startWalk } from "./tasks/actions/start.ts";
export { failedTasks, getTask, ownTask } from "./tasks/queries.ts";
