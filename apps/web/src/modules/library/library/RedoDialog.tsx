import { useQuery } from "@tanstack/react-query";
import { addToDay } from "@touchline/rules/calendar";
import { Notice } from "@touchline/ui";
import { useState } from "react";
import { dayText } from "../../../dates.ts";
import { named } from "./EffectDialog.tsx";
import classes from "./Library.module.css";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { previewRedoOf } from "./queries.ts";
import { words } from "./words.ts";

interface RedoDialogProps {
  contentId: string;
  redoBy: string;
  saving: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

const count = new Intl.NumberFormat();

/** Previews a deadline to complete a version again, before it is saved: whose completions expire, and who loses clearance. */
export function RedoDialog({ contentId, redoBy, saving, onClose, onConfirm }: RedoDialogProps) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { data, error } = useQuery({
    queryKey: ["redoEffect", contentId, redoBy],
    queryFn: ({ signal }) => previewRedoOf(contentId, redoBy, signal, (done, total) => setProgress({ done, total })),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const date = dayText(redoBy);
  const losing = data?.losingClearance;
  return (
    <PreviewDialog
      title={words.redoTitle({ date })}
      saveLabel={words.saveVersion}
      canSave={data !== undefined}
      saving={saving}
      error={error}
      loading={!data}
      progress={
        progress && words.peopleProgress({ done: count.format(progress.done), total: count.format(progress.total) })
      }
      onSave={onConfirm}
      onClose={onClose}
    >
      {data?.ending === 0 && <p>{words.redoEndsNothing}</p>}
      {data && data.ending > 0 && (
        <>
          <p>{words.redoEnds({ count: data.ending, date })}</p>
          <p>{words.redoReminders}</p>
        </>
      )}
      {losing && losing.memberships > 0 && (
        <Notice
          tone="stop"
          title={words.redoLosesClearance({
            count: losing.memberships,
            date: dayText(addToDay(redoBy, { days: 1 })),
          })}
        >
          <p>{words.redoUnless}</p>
          <p>{named(losing)}</p>
        </Notice>
      )}
      {losing?.memberships === 0 && data && data.ending > 0 && (
        <Notice tone="done" title={words.redoLosesNothing}>
          {words.redoLosesNothingAbout}
        </Notice>
      )}
      <p className={classes.quiet}>{words.redoFinal}</p>
    </PreviewDialog>
  );
}
