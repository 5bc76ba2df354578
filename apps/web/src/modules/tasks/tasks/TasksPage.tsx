import { useQuery } from "@tanstack/react-query";
import { EmptyState, IconListCheck, LoadingState, PageHeader, Panel } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import { isRunning, tasksQuery } from "./queries.ts";
import { TaskEntry, WorkEntry } from "./TaskEntries.tsx";
import classes from "./Tasks.module.css";
import { words } from "./words.ts";

/** Lists the reader's tasks: those that are running, and those that have ended in the last few days. */
export function TasksPage() {
  useTitle(words.tasks);
  const { data, error, refetch } = useQuery(tasksQuery);
  if (error && !data) {
    return <LoadFailed title={words.tasksNotLoaded} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <LoadingState label={words.loadingTasks} />;
  const running = data.tasks.filter(isRunning);
  const over = data.tasks.filter((task) => !isRunning(task));
  return (
    <>
      <PageHeader title={words.tasks}>{words.tasksAbout}</PageHeader>
      {running.length + data.running.length > 0 && (
        <Panel title={words.runningNow}>
          <ul className={classes.list}>
            {data.running.map((work) => (
              <li key={`${work.kind} ${work.subjectId}`}>
                <WorkEntry work={work} />
              </li>
            ))}
            {running.map((task) => (
              <li key={task.taskId}>
                <TaskEntry task={task} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {over.length > 0 && (
        <Panel title={words.recentTasks}>
          <ul className={classes.list}>
            {over.map((task) => (
              <li key={task.taskId}>
                <TaskEntry task={task} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {data.tasks.length + data.running.length === 0 && (
        <EmptyState icon={IconListCheck} title={words.noTasks}>
          {words.noTasksHint}
        </EmptyState>
      )}
    </>
  );
}
