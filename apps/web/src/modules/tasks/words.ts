import type { TaskKind, TaskOutcome } from "@touchline/contract/tasks";
import type { Tone } from "@touchline/ui";
import type { Task } from "./queries.ts";

/** What is done, as the title of a task. */
const titles: Record<TaskKind, string> = {
  "labels.delete": "Delete a role",
  "members.changeLabel": "Change role",
  "members.export": "Export members",
  "members.extend": "Extend a requirement",
  "members.message": "Message members",
  "members.move": "Move members",
  "members.remind": "Remind members",
  "members.remove": "Remove members",
  "members.resendActivation": "Resend activation",
};

export const taskTitle = ({ kind, undoOf }: Pick<Task, "kind" | "undoOf">): string =>
  undoOf === null ? titles[kind] : `Undo: ${titles[kind].toLocaleLowerCase()}`;

const count = new Intl.NumberFormat();

/** How many there are left, or what came of them. */
export function taskSummary({ state, total, done, skipped, failed }: Omit<Task, "failure">): string {
  const reached = done + skipped + failed;
  if (state === "running") return `${count.format(reached)} of ${count.format(total)}`;
  const parts = [
    `${count.format(done)} done`,
    ...(skipped > 0 ? [`${count.format(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${count.format(failed)} failed`] : []),
    ...(reached < total ? [`${count.format(total - reached)} not reached`] : []),
  ];
  return parts.join(", ");
}

export const stateWords: Record<Task["state"], string> = {
  running: "Running",
  done: "Done",
  canceled: "Canceled",
  failed: "Stopped",
};

export const stateTones: Record<Task["state"], Tone> = {
  running: "waits",
  done: "done",
  canceled: "needs",
  failed: "stop",
};

export const outcomeWords: Record<TaskOutcome, string> = { done: "Done", skipped: "Skipped", failed: "Failed" };
export const outcomeTones: Record<TaskOutcome, Tone> = { done: "done", skipped: "none", failed: "stop" };
