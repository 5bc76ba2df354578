import { useQuery } from "@tanstack/react-query";
import { addToDay } from "@touchline/rules/calendar";
import { Button, Dialog, LoadingState, Notice } from "@touchline/ui";
import { useState } from "react";
import { dayText } from "../../../dates.ts";
import { named } from "./EffectDialog.tsx";
import classes from "./Library.module.css";
import { previewRedoOf } from "./queries.ts";

interface RedoDialogProps {
  contentId: string;
  redoBy: string;
  saving: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

const count = new Intl.NumberFormat();
const many = (of: number, one: string, more: string) => `${count.format(of)} ${of === 1 ? one : more}`;

/** Whose completions end when a version is to be done again by a day, and who is cleared no longer then; before it is saved. */
export function RedoDialog({ contentId, redoBy, saving, onClose, onConfirm }: RedoDialogProps) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const { data, error } = useQuery({
    queryKey: ["redoEffect", contentId, redoBy],
    queryFn: ({ signal }) => previewRedoOf(contentId, redoBy, signal, (done, total) => setProgress({ done, total })),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const day = dayText(redoBy);
  const losing = data?.losingClearance;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`To be done again by ${day}`}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="secondary" label="Back" onClick={onClose} />
          <Button label="Save version" disabled={!data} loading={saving} onClick={onConfirm} />
        </>
      }
    >
      <div className={classes.fields}>
        {error && (
          <Notice tone="stop" title="That didn't work">
            {error.message}
          </Notice>
        )}
        {!data && !error && (
          <>
            <LoadingState label="Working out what this changes" />
            {progress && (
              <p className={classes.quiet} aria-hidden="true">
                {count.format(progress.done)} of {count.format(progress.total)} people
              </p>
            )}
          </>
        )}
        {data?.ending === 0 && <p>Nothing that was completed counts beyond that day.</p>}
        {data && data.ending > 0 && (
          <p>
            {many(data.ending, "completion now counts", "completions now count")} beyond that day and will end with{" "}
            {day}. Whoever does it again before then stays cleared. Each person is reminded once by mail, when 30 days
            are left, and again once it has ended.
          </p>
        )}
        {losing && losing.memberships > 0 && (
          <Notice
            tone="stop"
            title={`${many(losing.memberships, "membership loses", "memberships lose")} clearance on ${dayText(addToDay(redoBy, { days: 1 }))}`}
          >
            Unless it is done again by then. {named(losing)}
          </Notice>
        )}
        {losing?.memberships === 0 && data && data.ending > 0 && (
          <Notice tone="done" title="Nobody who is cleared now loses clearance by it">
            Whoever it ends for is not cleared, or does it by choice.
          </Notice>
        )}
        <p className={classes.quiet}>
          It cannot be taken back: a later version without a day leaves this one in force. An administrator may extend
          completions by decree.
        </p>
      </div>
    </Dialog>
  );
}
