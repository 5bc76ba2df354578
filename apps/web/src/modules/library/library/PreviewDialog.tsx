import { Button, Dialog, LoadingState, Notice } from "@touchline/ui";
import type { ReactNode } from "react";
import classes from "./Library.module.css";
import { words } from "./words.ts";

interface PreviewDialogProps {
  title: string;
  saveLabel: string;
  canSave: boolean;
  saving: boolean;
  error: Error | null;
  /** Whether the effect is still being computed. */
  loading: boolean;
  /** A sentence that says how far the computation is. */
  progress: string | null;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the effect of a change before it is saved: the computation's progress, its errors, and the buttons to save or go back. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { title, saveLabel, canSave, saving, error, loading, progress, onSave, onClose, children } = props;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="secondary" label={words.back} onClick={onClose} />
          <Button label={saveLabel} disabled={!canSave} loading={saving} onClick={onSave} />
        </>
      }
    >
      <div className={classes.fields}>
        {error && (
          <Notice tone="stop" title={words.failed}>
            {error.message}
          </Notice>
        )}
        {loading && !error && (
          <>
            <LoadingState label={words.checkingEffect} />
            {progress && (
              <p className={classes.quiet} aria-hidden="true">
                {progress}
              </p>
            )}
          </>
        )}
        {children}
      </div>
    </Dialog>
  );
}
