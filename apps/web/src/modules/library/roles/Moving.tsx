import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, LoadingState, Notice, PageHeader } from "@touchline/ui";
import { useEffect } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { movingQuery } from "./queries.ts";
import classes from "./Roles.module.css";
import { countText, words } from "./words.ts";

/** Shows how many people of a deleted role have been moved to their new one. It continues while this page is closed. */
export function Moving({ taskId, name }: { taskId: string; name: string }) {
  const queryClient = useQueryClient();
  const { data: task, error, refetch } = useQuery(movingQuery(taskId));
  const over = task !== undefined && task.state !== "running";
  useEffect(() => {
    if (!over) return;
    for (const key of ["roles", "members", "member", "dashboard"])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }, [over, queryClient]);
  if (error && !task)
    return <LoadFailed title={words.progressNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!task) return <LoadingState label={words.loadingProgress} lines={3} />;
  const finished = task.done + task.skipped + task.failed;
  return (
    <>
      <PageHeader title={words.deletingTitle({ name })} path={[{ label: words.roles, href: "/roles" }]}>
        {words.deletingAbout}
      </PageHeader>
      <div className={classes.stack}>
        {task.state === "running" ? (
          <div>
            <progress
              className={classes.progress}
              aria-label={words.peopleMovedFrom({ name })}
              max={task.total}
              value={finished}
            />
            <p role="status">
              {words.movedOf({ done: countText(finished), total: words.peopleCount({ count: task.total }) })}
            </p>
          </div>
        ) : task.state === "done" ? (
          <Notice tone="done" title={words.peopleMoved({ count: task.done })}>
            {words.roleDeleted}
          </Notice>
        ) : (
          <Notice tone="stop" title={words.notFinished}>
            {task.failure ?? words.stopped} {words.continueFromRole}
          </Notice>
        )}
        <div>
          <Button variant="secondary" label={words.allRoles} href="/roles" />
        </div>
      </div>
    </>
  );
}
