import type { TaskKind } from "@touchline/contract";
import { comparisonDays } from "@touchline/contract/reporting/comparison";
import { exportDays } from "@touchline/contract/reporting/members";
import { recordDays } from "@touchline/contract/reporting/records";
import { answerDays } from "@touchline/contract/requirements/forms";
import type { TaskOutcome, WorkKind } from "@touchline/contract/tasks/tasks";
import type { Tone } from "@touchline/ui";
import { dayOfInstant } from "../../../dates.ts";
import { plural } from "../../../plural.ts";
import type { Task, Work } from "./queries.ts";

/** The texts of bulk tasks: their progress, their results, and their list in the header. */
export const words = {
  // The list in the header
  tasks: "Tasks",
  tasksRunning: ({ count }: { count: number }) => plural(count, { one: "Tasks: # running", other: "Tasks: # running" }),

  allTasks: "All tasks",
  tasksAbout: "Bulk actions you started in the last 7 days. They continue when you leave the page.",
  tasksNotLoaded: "Tasks couldn't be loaded",
  loadingTasks: "Loading tasks",
  noTasks: "No tasks in the last 7 days",
  noTasksHint: "When you remind, move or export many people, or import a roster, its progress appears here.",
  runningNow: "Running",
  recentTasks: "Last 7 days",
  counting: "Counting",

  // One task
  task: "Task",
  taskNotLoaded: "The task couldn't be loaded",
  loadingTask: "Loading task",
  loadingProgress: "Loading progress",
  cancel: "Cancel",
  undo: "Undo",
  undoOf: ({ task }: { task: string }) => `Undo: ${task}`,
  downloadFile: "Download file",
  downloadResults: "Download results",
  progressHint: "You can close this. Progress continues under Tasks.",
  cancelHint: "Canceling keeps what is already done.",
  undoableUntil: ({ date }: { date: string }) => `It can be undone until ${date}.`,

  // The result as a heading
  finished: ({ task }: { task: string }) => `${task}: done`,
  partlyDone: ({ task }: { task: string }) => `${task}: not done for everyone`,
  nothingChanged: ({ task }: { task: string }) => `${task}: nothing was changed`,
  canceled: ({ task }: { task: string }) => `${task}: canceled`,
  stopped: ({ task }: { task: string }) => `${task}: stopped`,
  running: ({ task }: { task: string }) => `${task}: running`,

  // The progress and the counts
  preparingFile: "Preparing the file",
  makingFile: ({ done, total }: { done: number; total: number }) =>
    plural(total, {
      one: `Making the file: ${number.format(done)} of # part`,
      other: `Making the file: ${number.format(done)} of # parts`,
    }),
  reachedOf: ({ count, total }: { count: string; total: string }) => `${count} of ${total}`,
  doneCount: ({ count }: { count: number }) => plural(count, { one: "# done", other: "# done" }),
  skippedCount: ({ count }: { count: number }) => plural(count, { one: "# skipped", other: "# skipped" }),
  failedCount: ({ count }: { count: number }) => plural(count, { one: "# failed", other: "# failed" }),
  notReachedCount: ({ count }: { count: number }) => plural(count, { one: "# not reached", other: "# not reached" }),
  stateCounts: ({ state, counts }: { state: string; counts: string }) => `${state}: ${counts}`,
  countsAre: ({ counts }: { counts: string }) => `${counts}.`,

  // The file that a task made
  fileOfChanges: "The changes are in one file.",
  fileOfAnswers: "The answers are in one file.",
  fileOfMembers: ({ count }: { count: number }) =>
    plural(count, { one: "# member is in the file.", other: "# members are in the file." }),
  fileOfRecord: "The record is in one archive.",
  fileKept: ({ contents, date }: { contents: string; date: string }) => `${contents} It is kept until ${date}.`,
  fileDeleted: ({ count }: { count: number }) =>
    plural(count, {
      one: "The file was deleted after # day. Export it again.",
      other: "The file was deleted after # days. Export it again.",
    }),

  // The result of each person
  results: "Results",
  result: "Result",
  name: "Name",
  reason: "Reason",
  unknownPerson: "A person you can no longer see",
  notReached: "Not reached",
  noResults: "No results",
  noResultsHint: "There are no results of this kind. Clear the filter to see all.",
  firstPage: "First page",
  isFirstPage: "This is the first page.",
  nextPage: ({ count }: { count: number }) => `Next ${count}`,
  isLastPage: "This is the last page.",
};

/** Returns the title of a task. */
const titles: Record<TaskKind, string> = {
  "comparison.export": "Export changes",
  "forms.exportAnswers": "Export answers",
  "labels.delete": "Delete role",
  "members.changeLabel": "Change role",
  "members.export": "Export members",
  "members.extend": "Extend requirement",
  "members.message": "Message members",
  "members.move": "Move members",
  "members.remind": "Remind members",
  "members.remove": "Remove members",
  "members.resendActivation": "Resend activation",
  "records.export": "Export record",
};

export const taskTitle = ({ kind, undoOf }: Pick<Task, "kind" | "undoOf">): string =>
  undoOf === null ? titles[kind] : words.undoOf({ task: titles[kind] });

/** Returns the title of work in steps that isn't a task. */
const workTitles: Record<WorkKind, (of: { name: string }) => string> = {
  "assignments.apply": ({ name }) => `Apply assignments: ${name}`,
  "level.move": ({ name }) => `Move level: ${name}`,
  "redo.apply": ({ name }) => `Apply the deadline to complete it again: ${name}`,
  "roster.check": ({ name }) => `Check roster: ${name}`,
  "results.record": ({ name }) => `Record background check results: ${name}`,
  "results.undo": ({ name }) => `Undo background check results: ${name}`,
  "roster.write": ({ name }) => `Import roster: ${name}`,
  "timeZone.change": ({ name }) => `Change time zone: ${name.replaceAll("_", " ")}`,
};

export const workTitle = (work: Pick<Work, "kind" | "name">): string => workTitles[work.kind](work);

/** Describes the progress of such work, or says that it is still being counted. */
export const workSummary = ({ done, total }: Pick<Work, "done" | "total">): string =>
  total === null
    ? words.counting
    : words.reachedOf({ count: number.format(done), total: number.format(Math.max(done, total)) });

const number = new Intl.NumberFormat("en-US");

/** Describes the file that a kind of task makes, and for how many days it is kept. */
const files: Partial<Record<TaskKind, { contents: (done: number) => string; days: number }>> = {
  "comparison.export": { contents: () => words.fileOfChanges, days: comparisonDays },
  "forms.exportAnswers": { contents: () => words.fileOfAnswers, days: answerDays },
  "members.export": { contents: (count) => words.fileOfMembers({ count }), days: exportDays },
  "records.export": { contents: () => words.fileOfRecord, days: recordDays },
};
const makesFile = (kind: TaskKind) => files[kind] !== undefined;

const dayLong = 86_400_000;

/** Describes a task's file and how long it can be downloaded. @returns null if the task made no file. */
export function fileText(task: Pick<Task, "kind" | "state" | "done" | "createdAt">, now: number, zone: string) {
  const { kind, state, done, createdAt } = task;
  const file = files[kind];
  if (!file || state !== "done" || done === 0) return null;
  const deletedAt = Date.parse(createdAt) + file.days * dayLong;
  if (deletedAt <= now) return { there: false, text: words.fileDeleted({ count: file.days }) };
  const date = dayOfInstant(new Date(deletedAt).toISOString(), zone);
  return { there: true, text: words.fileKept({ contents: file.contents(done), date }) };
}

/** Tests whether all results are in but the file isn't being written yet, so that there is nothing to count. */
export const isPreparing = ({ kind, state, total, done, skipped, failed, packing }: Omit<Task, "failure">) =>
  state === "running" && packing === null && makesFile(kind) && done + skipped + failed >= total;

/** Describes a running task's progress, or the counts of its results. */
export function taskSummary(task: Omit<Task, "failure">): string {
  const { state, total, done, skipped, failed, packing } = task;
  const reached = done + skipped + failed;
  if (packing !== null) return words.makingFile(packing);
  if (isPreparing(task)) return words.preparingFile;
  if (state === "running") return words.reachedOf({ count: number.format(reached), total: number.format(total) });
  return [
    words.doneCount({ count: done }),
    ...(skipped > 0 ? [words.skippedCount({ count: skipped })] : []),
    ...(failed > 0 ? [words.failedCount({ count: failed })] : []),
    ...(reached < total ? [words.notReachedCount({ count: total - reached })] : []),
  ].join(", ");
}

type Heading = (of: { task: string }) => string;

const stateHeadings: Record<Task["state"], Heading> = {
  running: words.running,
  done: words.finished,
  canceled: words.canceled,
  failed: words.stopped,
};

const stateTones: Record<Task["state"], Tone> = {
  running: "waits",
  done: "done",
  canceled: "needs",
  failed: "stop",
};

/** Returns the heading of a task that has ended. One that skipped or failed everything isn't shown as a success. */
export function resultOf(task: Pick<Task, "kind" | "undoOf" | "state" | "done" | "skipped" | "failed">): {
  tone: Tone;
  heading: string;
} {
  const { state, done, skipped, failed } = task;
  const of = { task: taskTitle(task) };
  if (state === "done" && done === 0 && skipped + failed > 0)
    return { tone: "needs", heading: words.nothingChanged(of) };
  if (state === "done" && failed > 0) return { tone: "needs", heading: words.partlyDone(of) };
  return { tone: stateTones[state], heading: stateHeadings[state](of) };
}

/** Returns the state of a task, as it stands before its counts. */
export const stateWords: Record<Task["state"], string> = {
  running: "Running",
  done: "Done",
  canceled: "Canceled",
  failed: "Stopped",
};

export const outcomeWords: Record<TaskOutcome, string> = { done: "Done", skipped: "Skipped", failed: "Failed" };
/** Labels the filter for each result with its number. */
export const outcomeCounts: Record<TaskOutcome, (of: { count: string }) => string> = {
  done: ({ count }) => `Done ${count}`,
  skipped: ({ count }) => `Skipped ${count}`,
  failed: ({ count }) => `Failed ${count}`,
};
export const outcomeTones: Record<TaskOutcome, Tone> = { done: "done", skipped: "none", failed: "stop" };
