import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, LoadingState, Notice, PageHeader } from "@touchline/ui";
import { useEffect } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { movingQuery } from "./queries.ts";
import classes from "./Roles.module.css";
import { countText, peopleText } from "./words.ts";

/** How far the people of a deleted role are on the way to the one they get. It goes on while this page is closed. */
export function Moving({ taskId, name }: { taskId: string; name: string }) {
  const queryClient = useQueryClient();
  const { data: task, error, refetch } = useQuery(movingQuery(taskId));
  const over = task !== undefined && task.state !== "running";
  useEffect(() => {
    if (!over) return;
    for (const key of ["roles", "members", "member", "dashboard"])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }, [over, queryClient]);
  if (error && !task) return <LoadFailed what="The move" error={error} onRetry={() => void refetch()} />;
  if (!task) return <LoadingState label="Loading progress" lines={3} />;
  const gone = task.done + task.skipped + task.failed;
  return (
    <>
      <PageHeader title={`Deleting ${name}`} path={[{ label: "Roles", href: "/roles" }]}>
        Everybody who had it gets another role, one after the other. This goes on while the page is closed.
      </PageHeader>
      <div className={classes.stack}>
        {task.state === "running" ? (
          <div>
            <progress
              className={classes.progress}
              aria-label={`People moved from ${name}`}
              max={task.total}
              value={gone}
            />
            <p role="status">
              {countText(gone)} of {peopleText(task.total)}
            </p>
          </div>
        ) : task.state === "done" ? (
          <Notice tone="done" title={`${peopleText(task.done)} moved`}>
            The role is deleted. History keeps its name.
          </Notice>
        ) : (
          <Notice tone="stop" title="Not finished">
            {task.failure ?? "It was stopped."} Who has moved stays moved; open the role to go on.
          </Notice>
        )}
        <div>
          <Button variant="secondary" label="All roles" href="/roles" />
        </div>
      </div>
    </>
  );
}
