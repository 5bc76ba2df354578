import { Button, Notice, Panel } from "@touchline/ui";
import type { ReactNode } from "react";
import classes from "./SavedPart.module.css";
import type { useSavedPart } from "./useSavedPart.ts";
import { words } from "./words.ts";

interface SavedPartProps {
  title: string;
  /** One sentence: what it is for. */
  lead?: ReactNode;
  part: Pick<
    ReturnType<typeof useSavedPart<never, unknown>>,
    "form" | "unsaved" | "saving" | "problem" | "undo" | "submit"
  >;
  /** Why it cannot be saved yet. */
  hindrance?: string | undefined;
  children: ReactNode;
}

/** A titled part of a page with its own Save. */
export function SavedPart({ title, lead, part, hindrance, children }: SavedPartProps) {
  const { form, unsaved, saving, problem, undo, submit } = part;
  return (
    <Panel title={title}>
      <form ref={form} className={classes.form} noValidate onSubmit={submit}>
        {lead && <p className={classes.lead}>{lead}</p>}
        {problem && (
          <Notice tone="stop" title={words.notSaved}>
            {problem}
          </Notice>
        )}
        {children}
        <div className={classes.acts}>
          <Button
            type="submit"
            label={words.save}
            aria-label={words.saveSection({ title })}
            loading={saving}
            disabledReason={unsaved ? hindrance : words.nothingChanged}
          />
          {unsaved && !saving && (
            <Button variant="quaternary" label={words.undo} aria-label={words.undoSection({ title })} onClick={undo} />
          )}
        </div>
      </form>
    </Panel>
  );
}
