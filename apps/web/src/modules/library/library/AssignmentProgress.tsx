import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Notice, useNotify } from "@touchline/ui";
import { useEffect, useRef } from "react";
import classes from "./Library.module.css";
import { progressQuery, redoProgressQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Shows how far assignments or a new deadline have been applied to thousands of people; nothing if none is in progress. */
export function AssignmentProgress({ contentId }: { contentId: string }) {
  const assignments = useQuery(progressQuery(contentId)).data;
  const redo = useQuery(redoProgressQuery(contentId)).data;
  return (
    <>
      <Progress
        of={assignments}
        title={words.applyingAssignments}
        says={words.applyingAssignmentsAbout}
        done={words.assignmentsApplied}
        label={words.membershipsChecked}
        progress={words.membershipsProgress}
      />
      <Progress
        of={redo}
        title={words.applyingRedo}
        says={words.applyingRedoAbout}
        done={words.redoApplied}
        label={words.completionsChecked}
        progress={words.completionsProgress}
      />
    </>
  );
}

interface ProgressProps {
  of: { inProgress: boolean; done: number; total: number | null } | undefined;
  title: string;
  says: string;
  /** The message shown at the end. */
  done: string;
  /** The unit of the progress bar. */
  label: string;
  progress: (counts: { done: string; total: string }) => string;
}

function Progress({ of, title, says, done: over, label, progress }: ProgressProps) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const inProgress = of?.inProgress ?? false;
  const before = useRef(false);
  useEffect(() => {
    if (before.current && !inProgress) {
      notify("done", over);
      for (const key of ["members", "member", "requirements"]) void queryClient.invalidateQueries({ queryKey: [key] });
    }
    before.current = inProgress;
  }, [inProgress, notify, queryClient, over]);
  if (!of?.inProgress) return null;
  const { done, total } = of;
  return (
    <div className={classes.failure}>
      <Notice tone="waits" title={title}>
        <p>{says}</p>
        <progress
          className={classes.progress}
          aria-label={label}
          {...(total === null ? {} : { max: Math.max(total, done, 1), value: done })}
        />
        {/* Read aloud it would interrupt at every step. */}
        {total !== null && (
          <p aria-hidden="true">
            {progress({ done: done.toLocaleString(), total: Math.max(total, done).toLocaleString() })}
          </p>
        )}
      </Notice>
    </div>
  );
}
