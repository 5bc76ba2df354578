import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeLevel } from "@touchline/contract/levels";
import { Button, Dialog, Notice, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useId, useMemo, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import type { ListedLevel } from "../../levels/tree.ts";
import classes from "./Levels.module.css";
import { add, change, showTreeAnew } from "./queries.ts";
import { kindsInUse } from "./rows.ts";

interface EditDialogProps {
  level: ListedLevel;
  levels: readonly ListedLevel[];
  /** A level is added below this one; else it is this one that gets another name or kind. */
  adds: boolean;
  onAdded: (levelId: string) => void;
  onClose: () => void;
}

/** Name and kind of a level. */
export function EditDialog({ level, levels, adds, onAdded, onClose }: EditDialogProps) {
  const kinds = useMemo(
    () => kindsInUse(levels, adds ? level.depth + 1 : level.depth).slice(0, 20),
    [levels, level, adds],
  );
  const [name, setName] = useState(adds ? "" : level.name);
  const below = levels.some((one) => one.parentId === level.levelId);
  const [kind, setKind] = useState(adds ? (below && kinds[0]) || "" : level.kind);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const fail = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  const saving = useMutation({
    mutationFn: (body: { name: string; kind: string }) =>
      adds ? add({ parentId: level.levelId, ...body }) : change(level.levelId, body),
    onSuccess: async (saved) => {
      await showTreeAnew(queryClient);
      notify("done", adds ? `${saved.name} was added to ${level.name}.` : `${saved.name} was saved.`);
      if (adds) onAdded(saved.levelId);
      else onClose();
    },
    onError: (error) => fail(refusedFields(error) ?? noErrors),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const body = { name, kind };
    const found = problemsOf(changeLevel.body, body);
    if (found) return fail(found);
    saving.mutate(body);
  };
  const general = saving.error && !refusedFields(saving.error) ? saving.error.message : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={name === (adds ? "" : level.name)}
      title={adds ? `Add a level to ${level.name}` : `Rename ${level.name}`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={id} label={adds ? "Add level" : "Save"} loading={saving.isPending} />
        </>
      }
    >
      <form id={id} ref={form} onSubmit={save} className={classes.form} noValidate>
        {general && (
          <Notice tone="stop" title={adds ? "Not added" : "Not saved"}>
            {general}
          </Notice>
        )}
        <TextInput
          label="Name"
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setErrors(noErrors);
          }}
          error={errors.name}
        />
        <TextInput
          label="Kind"
          description="What you call such a level: Region, Club, Team."
          maxLength={40}
          list={`${id}-kinds`}
          value={kind}
          onChange={(event) => {
            setKind(event.target.value);
            setErrors(noErrors);
          }}
          error={errors.kind}
        />
        <datalist id={`${id}-kinds`}>
          {kinds.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </form>
    </Dialog>
  );
}
