import { answersTask } from "./modules/forms/actions/export-answers.ts";
import { moveHolders } from "./modules/labels/actions/remove.ts";
import { memberTasks } from "./modules/members/actions/start.ts";
import { recordTask } from "./modules/records/actions/export-task.ts";
import type { DefinedTask } from "./modules/tasks/actions/define.ts";
import { comparisonTask } from "./modules/timeline/actions/comparison-export.ts";

/** The table of contents: every kind of work on many that people begin. */
export const tasks: readonly DefinedTask[] = [...memberTasks, moveHolders, recordTask, answersTask, comparisonTask];
