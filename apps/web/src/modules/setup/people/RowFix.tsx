import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RosterField, rosterFields } from "@touchline/contract/setup/imports";
import { Button, Notice, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { focusNow } from "../../../form-errors.ts";
import classes from "./People.module.css";
import { fixRow, type ImportRow, type RosterImport } from "./queries.ts";
import { fieldNames, rowResultNames, words } from "./words.ts";

/** The names that can be chosen for a level or role. */
export type KnownNames = Partial<Record<RosterField, readonly string[]>>;

type Cells = Partial<Record<RosterField, string>>;

const mostOffered = 200;

const buttonOf = (number: string) => document.querySelector<HTMLElement>(`[data-fix-row${number}]`);

/** Fixes a row in place: the cell with the error first, the others on demand. Only this row is checked again. */
export function RowFix({ row, roster, names }: { row: ImportRow; roster: RosterImport; names: KnownNames }) {
  const [draft, setDraft] = useState<Cells | null>(null);
  const [all, setAll] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const id = useId();
  const importId = roster.rosterImportId;
  const readAnew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["rosterImport", importId] }),
      queryClient.invalidateQueries({ queryKey: ["rosterImportRows", importId] }),
    ]);
  const saving = useMutation({
    mutationFn: (cells: Cells) => fixRow(importId, row.number, cells, row.revision),
    onSuccess: async (fixed) => {
      const mended = fixed.fate !== "error";
      notify(
        mended ? "done" : "stop",
        mended
          ? words.rowResult({ number: row.number, result: rowResultNames[fixed.fate] })
          : words.rowMessage({ number: row.number, message: fixed.message }),
      );
      await readAnew();
      if (!mended) return setDraft({});
      focusNow(
        () => setDraft(null),
        // In a filtered list this row disappears, so the focus moves to the next one.
        () => buttonOf(`="${row.number}"`) ?? buttonOf(""),
      );
    },
    // A change that was made in another window is shown before it can be overwritten.
    onError: readAnew,
  });
  const { cells } = row;
  if (cells === null) return null;
  const close = () =>
    focusNow(
      () => setDraft(null),
      () => opener.current,
    );
  const first = row.field ?? "lastName";
  if (draft === null) {
    return (
      <span className={classes.fix}>
        <Button
          ref={opener}
          small
          variant="secondary"
          data-fix-row={row.number}
          label={row.fate === "error" ? words.fixRow : words.changeRow}
          aria-label={
            row.fate === "error"
              ? words.fixRowTitle({ number: row.number })
              : words.changeRowTitle({ number: row.number })
          }
          onClick={() =>
            focusNow(
              () => setDraft({}),
              () => form.current?.querySelector("input"),
            )
          }
        />
      </span>
    );
  }
  const { columns } = roster.mapping;
  const present = rosterFields.filter(
    (field) => columns[field] !== null || cells[field] !== undefined || field === "level" || field === "label",
  );
  const visible = all || row.field === null ? present : [first];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(draft);
  };
  return (
    <form
      ref={form}
      className={classes.fixing}
      aria-label={words.fixRowLabel({ number: row.number, message: row.message })}
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && close()}
      noValidate
    >
      {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
      {visible.map((field) => (
        <span key={field}>
          <TextInput
            label={fieldNames[field]}
            maxLength={1_000}
            list={names[field] ? `${id}-${field}` : undefined}
            aria-invalid={field === row.field || undefined}
            value={draft[field] ?? cells[field] ?? ""}
            onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
          />
          {names[field] && (
            <datalist id={`${id}-${field}`}>
              {names[field].slice(0, mostOffered).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          )}
        </span>
      ))}
      <span className={classes.fixActions}>
        <Button small type="submit" label={words.save} loading={saving.isPending} />
        <Button small variant="secondary" label={words.cancel} onClick={close} />
        {visible.length < present.length && (
          <Button small variant="quaternary" label={words.showAllCells} onClick={() => setAll(true)} />
        )}
      </span>
    </form>
  );
}
