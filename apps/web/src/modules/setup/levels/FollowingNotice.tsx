import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Notice, useNotify } from "@touchline/ui";
import { useEffect, useRef } from "react";
import classes from "./Levels.module.css";
import { followingQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Shows how far the members of moved levels have been updated. Hidden when no update is running. */
export function FollowingNotice() {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data = [] } = useQuery(followingQuery);
  const inProgress = data.length > 0;
  const before = useRef(false);
  useEffect(() => {
    if (before.current && !inProgress) {
      notify("done", words.updated);
      for (const key of ["level", "members", "member"]) void queryClient.invalidateQueries({ queryKey: [key] });
    }
    before.current = inProgress;
  }, [inProgress, notify, queryClient]);
  if (!inProgress) return null;
  return (
    <div className={classes.following}>
      <Notice tone="waits" title={words.updatingTitle}>
        <p>{words.updatingHint}</p>
        {data.map(({ levelId, name, done, total }) => (
          <div key={levelId}>
            <progress className={classes.progress} aria-label={name} max={Math.max(total, done, 1)} value={done} />
            {/* Not announced by screen readers, because it would interrupt at every step. */}
            <p aria-hidden="true">
              {words.updatingProgress({
                name,
                done: done.toLocaleString(),
                total: Math.max(total, done).toLocaleString(),
              })}
            </p>
          </div>
        ))}
      </Notice>
    </div>
  );
}
