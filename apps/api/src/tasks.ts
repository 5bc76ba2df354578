import { moveHolders } from "./modules/labels/actions/remove.ts";
import { memberTasks } from "./modules/members/actions/start.ts";
import type { DefinedTask } from "./modules/tasks/actions/define.ts";

/** The table of contents: every kind of work on many that people begin. */
export const tasks: readonly DefinedTask[] = [...memberTasks, moveHolders];
