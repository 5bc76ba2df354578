import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Notice, useNotify } from "@touchline/ui";
import { useEffect, useRef } from "react";
import classes from "./Library.module.css";
import { progressQuery } from "./queries.ts";

/** How far people have followed assignments that concern thousands; nothing when none are under way. */
export function AssignmentProgress({ contentId }: { contentId: string }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data } = useQuery(progressQuery(contentId));
  const underWay = data?.underWay ?? false;
  const before = useRef(false);
  useEffect(() => {
    if (before.current && !underWay) {
      notify("done", "What people owe is up to date.");
      for (const key of ["members", "member", "requirements"]) void queryClient.invalidateQueries({ queryKey: [key] });
    }
    before.current = underWay;
  }, [underWay, notify, queryClient]);
  if (!data?.underWay) return null;
  const { done, total } = data;
  return (
    <div className={classes.failure}>
      <Notice tone="waits" title="People are being brought in line">
        <p>What each of them owes follows step by step. You may leave this page: it goes on.</p>
        <progress
          className={classes.progress}
          aria-label="Memberships brought in line"
          {...(total === null ? {} : { max: Math.max(total, done, 1), value: done })}
        />
        {/* Read aloud it would interrupt at every step. */}
        {total !== null && (
          <p aria-hidden="true">
            {done.toLocaleString()} of {Math.max(total, done).toLocaleString()} memberships
          </p>
        )}
      </Notice>
    </div>
  );
}
