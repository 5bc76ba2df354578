import { Button, Notice, Panel } from "@touchline/ui";
import type { ReactNode } from "react";
import classes from "./Profile.module.css";
import type { Section } from "./useSection.ts";

interface SectionFormProps {
  title: string;
  /** One sentence: what it is for. */
  lead?: ReactNode;
  section: Pick<Section<never>, "form" | "unsaved" | "saving" | "problem" | "undo" | "submit">;
  children: ReactNode;
}

/** A titled part of the page with its own Save. */
export function SectionForm({ title, lead, section, children }: SectionFormProps) {
  const { form, unsaved, saving, problem, undo, submit } = section;
  return (
    <Panel title={title}>
      <form
        ref={form}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (unsaved) submit();
        }}
      >
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
            disabledReason={unsaved ? undefined : "Nothing was changed here."}
          />
          {unsaved && !saving && (
            <Button variant="quaternary" label="Undo" aria-label={`Undo: ${title}`} onClick={undo} />
          )}
        </div>
      </form>
    </Panel>
  );
}
