import { moveHolders } from "./modules/library/labels/actions/remove.ts";
import { memberTasks } from "./modules/reporting/members/actions/start.ts";
import { recordTask } from "./modules/reporting/records/actions/export-task.ts";
import { comparisonTask } from "./modules/reporting/timeline/actions/comparison-export.ts";
import { answersTask } from "./modules/requirements/forms/actions/export-answers.ts";
import type { DefinedTask } from "./modules/tasks/tasks/actions/define.ts";

/** The table of contents: every kind of work on many that people begin. */
export const tasks: readonly DefinedTask[] = [...memberTasks, moveHolders, recordTask, answersTask, comparisonTask];
