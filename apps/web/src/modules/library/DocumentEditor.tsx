import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Role } from "@touchline/contract";
import { Button, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors } from "../../formErrors.ts";
import { LeaveGuard } from "../../LeaveGuard.tsx";
import type { ListedLevel } from "../../levels/tree.ts";
import { useKeys } from "../../useKeys.ts";
import { useTitle } from "../../useTitle.ts";
import { AssignmentList } from "./AssignmentList.tsx";
import { AssignmentProgress } from "./AssignmentProgress.tsx";
import { changesBetween, type DocumentDraft, newDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { progressQuery } from "./queries.ts";
import { SettingsFields } from "./SettingsFields.tsx";
import { PartFailed, problemsOfDraft, type Saved, saveDocument, savedText } from "./save.ts";

export interface EditorLevels {
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: Role }[];
}

interface DocumentEditorProps extends EditorLevels {
  initial: DocumentDraft;
  initialSaved: Saved;
  /** 0 before the first. */
  version: number;
}

/** Settings at the left, to whom it is assigned at the right; saved together. */
export function DocumentEditor({ initial, initialSaved, version: known, levels, labels }: DocumentEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [saved, setSaved] = useState(initialSaved);
  const [version, setVersion] = useState(known);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const isNew = saved.contentId === null;
  const unsaved = changesBetween(saved.draft ?? newDraft(initial.levelId), draft).any;
  useTitle(isNew ? "New document" : draft.name);

  const saving = useMutation({
    mutationFn: () => saveDocument(saved, draft, setSaved),
    onSuccess: (result) => {
      notify("done", savedText(result));
      if (result.version !== null) setVersion(result.version);
      void queryClient.invalidateQueries({ queryKey: ["library"] });
      void queryClient.invalidateQueries({ queryKey: progressQuery(result.contentId).queryKey });
      for (const key of ["members", "member", "requirements"]) void queryClient.invalidateQueries({ queryKey: [key] });
      if (initialSaved.contentId === null) {
        void navigate({ href: `/library/${result.contentId}`, replace: true, ignoreBlocker: true });
      }
    },
    onError: (error) => refuse(error instanceof PartFailed ? error.fields : noErrors),
  });
  const refuse = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  const save = () => {
    if (saving.isPending) return;
    saving.reset();
    const found = problemsOfDraft(draft, isNew);
    if (found) return refuse(found);
    setErrors(noErrors);
    saving.mutate();
  };
  const change = (next: Partial<DocumentDraft>) => {
    setDraft((present) => ({ ...present, ...next }));
    setErrors((present) => without(present, Object.keys(next)));
  };
  useKeys({ confirm: save });

  const failed = saving.error !== null && Object.keys(errors).length === 0;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save();
      }}
    >
      <PageHeader
        title={isNew ? "New document" : draft.name || "Document"}
        path={[{ label: "Library", href: "/library" }]}
      >
        {isNew ? "Say what is to be sent in, and of whom it is asked." : version > 0 && `Document, version ${version}.`}
      </PageHeader>
      {failed && (
        <div className={classes.failure}>
          <Notice tone="stop" title="Not everything was saved">
            {saving.error.message}
          </Notice>
        </div>
      )}
      {saved.contentId !== null && <AssignmentProgress contentId={saved.contentId} />}
      <div className={classes.columns}>
        <Panel title="What is asked for">
          <SettingsFields draft={draft} change={change} errors={errors} levels={levels} isNew={isNew} />
        </Panel>
        <Panel title="Of whom it is asked">
          <AssignmentList draft={draft} change={change} errors={errors} levels={levels} labels={labels} />
        </Panel>
      </div>
      <div className={classes.bar}>
        <span role="status">
          {Object.keys(errors).length > 0
            ? "Something needs correcting; see the marked fields."
            : unsaved
              ? "Changes are not saved yet."
              : isNew
                ? ""
                : "Everything is saved."}
        </span>
        <Button
          type="submit"
          label={isNew ? "Save document" : "Save changes"}
          loading={saving.isPending}
          disabled={!unsaved && !isNew}
        />
      </div>
      <LeaveGuard unsaved={unsaved} what="What you changed on this document" />
    </form>
  );
}

/** Fields of the form whose errors come under another name from the contract. */
const sentAs: Record<string, string> = { assignments: "contentAssignments" };

/** What is wrong apart from the fields that have just been changed. */
function without(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const gone = fields.map((field) => sentAs[field] ?? field);
  const stays = (path: string) => !gone.some((field) => path === field || path.startsWith(`${field}.`));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stays(path)));
}
