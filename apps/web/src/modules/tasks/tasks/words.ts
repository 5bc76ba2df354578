import type { TaskKind } from "@touchline/contract";
import { comparisonDays } from "@touchline/contract/reporting/comparison";
import { exportDays } from "@touchline/contract/reporting/members";
import { recordDays } from "@touchline/contract/reporting/records";
import { answerDays } from "@touchline/contract/requirements/forms";
import type { TaskOutcome } from "@touchline/contract/tasks/tasks";
import type { Tone } from "@touchline/ui";
import { dayOfInstant } from "../../../dates.ts";
import type { Task } from "./queries.ts";

/** Every text of these pages, in complete sentences. */
export const words = {
  cancel: "Cancel",
  downloadFile: "Download file",
  downloadResult: "Download result",
  undo: "Undo",
  noResultsOfThisKind: "No results of this kind. Clear the choice above to see all.",
  name: "Name",
  aPersonYouCanNo: "A person you can no longer see",
  outcome: "Outcome",
  notReached: "Not reached",
  why: "Why",
  task: "Task",
  theTask: "The task",
  loadingTheTask: "Loading the task",
  results: "Results",
  nobody: "Nobody",
  firstPage: "First page",
  thisIsTheFirstPage: "This is the first page.",
  next: ({ itemsPerPage }: { itemsPerPage: number }) => `Next ${itemsPerPage}`,
  thereAreNoMore: "There are no more.",
  youCanCloseThisProgress: "You can close this. Progress continues under Tasks.",
  loadingProgress: "Loading progress",
  cancelingKeepsWhatIsAlready: " Canceling keeps what is already done.",
  itCanBeUndoneUntil: ({ dayOfInstant }: { dayOfInstant: string }) => ` It can be undone until ${dayOfInstant}.`,
  tasksRunning: ({ running }: { running: number }) => `Tasks: ${running} running`,
  tasks: "Tasks",
};

/** What is done, as the title of a task. */
const titles: Record<TaskKind, string> = {
  "comparison.export": "Export changes",
  "forms.exportAnswers": "Export answers",
  "labels.delete": "Delete a role",
  "members.changeLabel": "Change role",
  "members.export": "Export members",
  "members.extend": "Extend a requirement",
  "members.message": "Message members",
  "members.move": "Move members",
  "members.remind": "Remind members",
  "members.remove": "Remove members",
  "members.resendActivation": "Resend activation",
  "records.export": "Export record",
};

export const taskTitle = ({ kind, undoOf }: Pick<Task, "kind" | "undoOf">): string =>
  undoOf === null ? titles[kind] : `Undo: ${titles[kind].toLocaleLowerCase()}`;

const count = new Intl.NumberFormat();

/** What is said of the file that a kind of task makes, and how many days it is kept. */
const files: Partial<Record<TaskKind, { text: (done: number) => string; days: number }>> = {
  "comparison.export": { text: () => "The changes are in one file.", days: comparisonDays },
  "forms.exportAnswers": { text: () => "The answers are in one file.", days: answerDays },
  "members.export": {
    text: (done) => (done === 1 ? "1 member is in the file." : `${count.format(done)} members are in the file.`),
    days: exportDays,
  },
  "records.export": { text: () => "The record is in one archive.", days: recordDays },
};
const makesFile = (kind: TaskKind) => files[kind] !== undefined;

const dayLong = 86_400_000;

/** What is in the file that a task has made, and until when it is there; null where it made none. */
export function fileText(task: Pick<Task, "kind" | "state" | "done" | "createdAt">, now: number, zone: string) {
  const { kind, state, done, createdAt } = task;
  const file = files[kind];
  if (!file || state !== "done" || done === 0) return null;
  const gone = Date.parse(createdAt) + file.days * dayLong;
  if (gone <= now) return { there: false, text: `The file was deleted after ${file.days} days. Export it again.` };
  const until = dayOfInstant(new Date(gone).toISOString(), zone);
  return { there: true, text: `${file.text(done)} It is kept for you until ${until}.` };
}

/** All is taken up, and the file of it was not begun yet: there is nothing to count. */
export const isPreparing = ({ kind, state, total, done, skipped, failed, packing }: Omit<Task, "failure">) =>
  state === "running" && packing === null && makesFile(kind) && done + skipped + failed >= total;

/** How many there are left, or what came of them. */
export function taskSummary(task: Omit<Task, "failure">): string {
  const { state, total, done, skipped, failed, packing } = task;
  const reached = done + skipped + failed;
  if (packing !== null) {
    return `Making the file: ${count.format(packing.done)} of ${count.format(packing.total)} parts`;
  }
  if (isPreparing(task)) return "Preparing the file";
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

const stateTones: Record<Task["state"], Tone> = {
  running: "waits",
  done: "done",
  canceled: "needs",
  failed: "stop",
};

/** What became of a task that is over: one that is through and left everybody out is no success. */
export function resultOf({ state, done, skipped, failed }: Pick<Task, "state" | "done" | "skipped" | "failed">): {
  tone: Tone;
  words: string;
} {
  if (state === "done" && done === 0 && skipped + failed > 0) return { tone: "needs", words: "nothing was changed" };
  if (state === "done" && failed > 0) return { tone: "needs", words: "not done for everyone" };
  return { tone: stateTones[state], words: stateWords[state].toLocaleLowerCase() };
}

export const outcomeWords: Record<TaskOutcome, string> = { done: "Done", skipped: "Skipped", failed: "Failed" };
export const outcomeTones: Record<TaskOutcome, Tone> = { done: "done", skipped: "none", failed: "stop" };
