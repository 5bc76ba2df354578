/** What other areas may use of reporting: how many people below a level are counted, and removing members. */

export { countedBelow } from "./dashboard/queries/counts.ts";
export { removeTask } from "./members/actions/change-tasks.ts";
