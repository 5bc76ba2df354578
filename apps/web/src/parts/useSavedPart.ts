import { useMutation } from "@tanstack/react-query";
import { useNotify } from "@touchline/ui";
import { createContext, type FormEvent, use, useEffect, useId, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../form-errors.ts";

/** Told by each part whether something typed in it is not saved yet. */
export const UnsavedContext = createContext<(part: string, unsaved: boolean) => void>(() => undefined);

export interface SavedPartOptions<Draft, Saved> {
  /** What is there now. */
  saved: Draft;
  /** What is wrong before anything travels; null when nothing. */
  check?: ((draft: Draft) => FieldErrors | null | Promise<FieldErrors | null>) | undefined;
  save: (draft: Draft) => Promise<Saved>;
  /** Takes over what was answered, before what was typed gives way to it. */
  onSaved: (saved: Saved) => void;
  /** Merges what was typed in the meantime with what was sent. By default it stays as it is. */
  keepTyped?: ((typed: Draft, sent: Draft) => Draft) | undefined;
  /** Said once it is saved. */
  notice: string;
  /** Brings other pages in line. */
  everywhere?: (() => Promise<void>) | undefined;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Manages a part of a page that is saved separately: what is typed, whether it differs, and its errors. */
export function useSavedPart<Draft, Saved>(options: SavedPartOptions<Draft, Saved>) {
  const { saved, check, save, onSaved, keepTyped, notice, everywhere } = options;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const notify = useNotify();
  const setUnsaved = use(UnsavedContext);
  const part = useId();
  const value = draft ?? saved;
  const unsaved = draft !== null && !same(draft, saved);
  useEffect(() => {
    setUnsaved(part, unsaved);
    return () => setUnsaved(part, false);
  }, [setUnsaved, part, unsaved]);

  // Found after a while, so that the field says so only once this is drawn.
  useEffect(() => {
    if (errors !== noErrors) focusFirstError(form.current);
  }, [errors]);
  const saving = useMutation({
    mutationFn: async (sent: Draft) => {
      const found = (await check?.(sent)) ?? null;
      return found ? { found } : { saved: await save(sent) };
    },
    onSuccess: async (result, sent) => {
      if (result.found) return setErrors(result.found);
      onSaved(result.saved);
      // What was typed in the meantime stays.
      setDraft((present) => {
        if (present === null || same(present, sent)) return null;
        return keepTyped ? keepTyped(present, sent) : present;
      });
      setErrors(noErrors);
      notify("done", notice);
      await everywhere?.();
    },
    onError: (error) => setErrors(refusedFields(error) ?? noErrors),
  });
  return {
    form,
    value,
    unsaved,
    errors,
    saving: saving.isPending,
    problem: saving.error && !refusedFields(saving.error) ? saving.error.message : null,
    change: (next: Draft) => {
      setDraft(next);
      setErrors(noErrors);
    },
    undo: () => {
      setDraft(null);
      setErrors(noErrors);
      saving.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (unsaved && !saving.isPending) saving.mutate(value);
    },
  };
}
