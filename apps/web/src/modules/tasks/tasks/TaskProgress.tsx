import { LoadingState, Notice, TextLink } from "@touchline/ui";
import { useState } from "react";
import { dayOfInstant } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { hasItems, isRunning, type Task, useTask } from "./queries.ts";
import { TaskActs } from "./TaskActs.tsx";
import classes from "./Tasks.module.css";
import { fileText, isPreparing, resultOf, taskSummary, taskTitle, words } from "./words.ts";

/** A task's progress and, at the end, its result. It continues when the page is closed. */
export function TaskProgress({ taskId }: { taskId: string }) {
  // An undo replaces the task that it undoes.
  const [shownTaskId, setShownTaskId] = useState(taskId);
  const { data: task, error } = useTask(shownTaskId);
  if (!task) {
    if (error) return <Notice tone="stop">{messageOf(error)}</Notice>;
    return <LoadingState label={words.loadingProgress} lines={2} />;
  }
  return (
    <div className={classes.progress}>
      <TaskState task={task} />
      <div className={classes.acts}>
        <TaskActs task={task} onUndoing={(undo) => setShownTaskId(undo.taskId)} />
        {hasItems(task) && <TextLink href={`/tasks/${task.taskId}`}>{words.results}</TextLink>}
      </div>
    </div>
  );
}

/** The state of a task in words, with a progress bar while it runs. */
export function TaskState({ task }: { task: Task }) {
  const { organization } = useActiveProfile();
  if (isRunning(task)) {
    return (
      <>
        <TaskBar task={task} />
        <p className={classes.quiet}>
          {words.progressHint} {task.total > 1 && words.cancelHint}
        </p>
      </>
    );
  }
  const file = fileText(task, serverNow(), organization.timeZone);
  const result = resultOf(task);
  return (
    <Notice tone={file && !file.there ? "none" : result.tone} title={result.heading}>
      {[
        ...(file ? [file.text] : []),
        ...(!file || task.skipped + task.failed > 0 ? [words.countsAre({ counts: taskSummary(task) })] : []),
        ...(task.failure === null ? [] : [task.failure]),
        ...(task.undoableUntil === null
          ? []
          : [words.undoableUntil({ date: dayOfInstant(task.undoableUntil, organization.timeZone) })]),
      ].join(" ")}
    </Notice>
  );
}

export function TaskBar({ task }: { task: Task }) {
  const reached = task.done + task.skipped + task.failed;
  return (
    <div>
      <progress
        className={classes.bar}
        max={task.packing?.total ?? task.total}
        {...(isPreparing(task) ? {} : { value: task.packing?.done ?? reached })}
        aria-label={taskTitle(task)}
      />
      <p role="status">{taskSummary(task)}</p>
    </div>
  );
}
