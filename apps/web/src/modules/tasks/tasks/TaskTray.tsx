import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { IconListCheck, Popover, TextLink } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { agoText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { isRunning, type Task, tasksQuery } from "./queries.ts";
import { TaskActs } from "./TaskActs.tsx";
import { TaskBar } from "./TaskProgress.tsx";
import classes from "./Tasks.module.css";
import { fileText, stateWords, taskSummary, taskTitle, words } from "./words.ts";

/** More are on no screen; the newest are what one looks for. */
const mostShown = 6;

/** In the header: what one began to be done in the background, from any page. Nothing where there is nothing. */
export function TaskTray() {
  const { data: tasks = [] } = useQuery(tasksQuery);
  const { pathname } = useLocation();
  const running = tasks.filter(isRunning).length;
  useLookAgain(running);
  if (tasks.length === 0) return null;
  const label = running > 0 ? words.tasksRunning({ count: running }) : words.tasks;
  return (
    // On another page it is closed.
    <Popover
      key={pathname}
      trigger={
        <span className={classes.tray} data-running={running > 0 || undefined}>
          <IconListCheck aria-hidden="true" />
          {running > 0 && <span className={classes.count}>{running}</span>}
        </span>
      }
      triggerLabel={label}
      title={words.tasks}
    >
      {() => (
        <ul className={classes.list}>
          {tasks.slice(0, mostShown).map((task) => (
            <li key={task.taskId}>
              <Entry task={task} />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

function Entry({ task }: { task: Task }) {
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

/** When something has ended, lists may show what is no more so. */
function useLookAgain(running: number): void {
  const client = useQueryClient();
  const before = useRef(running);
  useEffect(() => {
    if (running < before.current) {
      for (const key of ["members", "member"]) void client.invalidateQueries({ queryKey: [key] });
    }
    before.current = running;
  }, [running, client]);
}
