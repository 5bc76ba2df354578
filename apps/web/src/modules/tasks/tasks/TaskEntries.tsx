import { TextLink } from "@touchline/ui";
import { agoText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { isRunning, type Task, type Work } from "./queries.ts";
import { TaskActs } from "./TaskActs.tsx";
import { TaskBar } from "./TaskProgress.tsx";
import classes from "./Tasks.module.css";
import { fileText, stateWords, taskSummary, taskTitle, words, workSummary, workTitle } from "./words.ts";

/** A task in a list: its progress while it runs, then its result. */
export function TaskEntry({ task }: { task: Task }) {
  const { organization } = useActiveProfile();
  return (
    <>
      <p className={classes.entry}>
        <TextLink href={`/tasks/${task.taskId}`}>{taskTitle(task)}</TextLink>
        <span className={classes.quiet}>{agoText(task.createdAt, serverNow(), organization.timeZone)}</span>
      </p>
      {isRunning(task) ? (
        <TaskBar task={task} />
      ) : (
        <p className={classes.quiet}>
          {fileText(task, serverNow(), organization.timeZone)?.text ??
            words.stateCounts({ state: stateWords[task.state], counts: taskSummary(task) })}
        </p>
      )}
      <div className={classes.acts}>
        <TaskActs task={task} />
      </div>
    </>
  );
}

/** The pages that show such work in full and, if possible, let it be canceled. */
const pageOf: Record<Work["kind"], (subjectId: string | null) => string> = {
  "assignments.apply": (contentId) => `/library/${contentId}`,
  "level.move": () => "/levels",
  "redo.apply": (contentId) => `/library/${contentId}`,
  "roster.check": (importId) => `/people/add/${importId}`,
  "results.record": (importId) => `/review/external/import/${importId}`,
  "results.undo": (importId) => `/review/external/import/${importId}`,
  "roster.write": (importId) => `/people/add/${importId}`,
  "timeZone.change": () => "/account/organization",
};

/** Running work that isn't a task, with a link to its page. */
export function WorkEntry({ work }: { work: Work }) {
  const { done, total } = work;
  return (
    <>
      <p className={classes.entry}>
        <TextLink href={pageOf[work.kind](work.subjectId)}>{workTitle(work)}</TextLink>
      </p>
      <div>
        <progress
          className={classes.bar}
          aria-label={workTitle(work)}
          {...(total === null ? {} : { max: Math.max(total, done, 1), value: done })}
        />
        <p>{workSummary(work)}</p>
      </div>
    </>
  );
}
