import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { IconListCheck, Popover, TextLink } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { countRunning, tasksQuery } from "./queries.ts";
import { TaskEntry, WorkEntry } from "./TaskEntries.tsx";
import classes from "./Tasks.module.css";
import { words } from "./words.ts";

/** The most tasks in the list. The page of all tasks has the others. */
const mostShown = 6;

/** The header's list of background tasks that the person started. Hidden if there are none. */
export function TaskTray() {
  const { data } = useQuery(tasksQuery);
  const { pathname } = useLocation();
  const running = data ? countRunning(data) : 0;
  useLookAgain(running);
  if (!data || data.tasks.length + data.running.length === 0) return null;
  const label = running > 0 ? words.tasksRunning({ count: running }) : words.tasks;
  return (
    // Closed when another page is opened.
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
        <>
          <ul className={classes.list}>
            {data.running.slice(0, mostShown).map((work) => (
              <li key={`${work.kind} ${work.subjectId}`}>
                <WorkEntry work={work} />
              </li>
            ))}
            {data.tasks.slice(0, mostShown).map((task) => (
              <li key={task.taskId}>
                <TaskEntry task={task} />
              </li>
            ))}
          </ul>
          <p className={classes.all}>
            <TextLink href="/tasks">{words.allTasks}</TextLink>
          </p>
        </>
      )}
    </Popover>
  );
}

/** Refetches lists when a task has ended, because they may be out of date. */
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
