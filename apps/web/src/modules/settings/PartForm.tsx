import { Button, Notice, Panel } from "@touchline/ui";
import type { FormEvent, ReactNode, Ref } from "react";
import classes from "./Settings.module.css";

interface PartFormProps {
  title: string;
  /** One sentence: what it is for. */
  lead?: ReactNode;
  part: {
    form: Ref<HTMLFormElement>;
    unsaved: boolean;
    saving: boolean;
    problem: string | null;
    undo: () => void;
    submit: (event: FormEvent) => void;
  };
  /** Why it cannot be saved yet. */
  hindrance?: string | undefined;
  children: ReactNode;
}

/** A titled part of the settings with its own Save. */
export function PartForm({ title, lead, part, hindrance, children }: PartFormProps) {
  const { form, unsaved, saving, problem, undo, submit } = part;
  return (
    <Panel title={title}>
      <form ref={form} className={classes.form} noValidate onSubmit={submit}>
        {lead && <p className={classes.lead}>{lead}</p>}
        {problem && (
          <Notice tone="stop" title="Not saved">
            {problem}
          </Notice>
        )}
        {children}
        <div className={classes.acts}>
          <Button
            type="submit"
            label="Save"
            aria-label={`Save: ${title}`}
            loading={saving}
            disabledReason={unsaved ? hindrance : "Nothing was changed here."}
          />
          {unsaved && !saving && (
            <Button variant="quaternary" label="Undo" aria-label={`Undo: ${title}`} onClick={undo} />
          )}
        </div>
      </form>
    </Panel>
  );
}
