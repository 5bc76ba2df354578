import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "@touchline/ui";
import { createContext, use, useEffect, useId, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../formErrors.ts";
import { type Details, detailsQuery, showEverywhere } from "./queries.ts";

/** Told by each section whether something typed in it is not saved yet. */
export const UnsavedContext = createContext<(section: string, unsaved: boolean) => void>(() => undefined);

interface SectionOptions<Draft> {
  profileId: string;
  /** What is there now. */
  saved: Draft;
  /** What is wrong before anything travels; null when nothing. */
  check?: (draft: Draft) => FieldErrors | null;
  /** Answers with the details as they are then; null where they do not tell. */
  save: (draft: Draft) => Promise<Details | null>;
  /** Said once it is saved. */
  said: string;
  /** Shown on other pages too. */
  everywhere?: boolean;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A part of the page that is saved by itself: what is typed, whether it differs, and what is wrong with it. */
export function useSection<Draft>({ profileId, saved, check, save, said, everywhere }: SectionOptions<Draft>) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const tell = use(UnsavedContext);
  const section = useId();
  const value = draft ?? saved;
  const unsaved = draft !== null && !same(draft, saved);
  useEffect(() => {
    tell(section, unsaved);
    return () => tell(section, false);
  }, [tell, section, unsaved]);

  const fail = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async (details, sent) => {
      if (details) queryClient.setQueryData(detailsQuery(profileId).queryKey, details);
      // What was typed meanwhile stays.
      setDraft((present) => (same(present, sent) ? null : present));
      setErrors(noErrors);
      notify("done", said);
      if (everywhere) await showEverywhere(queryClient);
    },
    onError: (error) => fail(refusedFields(error) ?? noErrors),
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
    submit: () => {
      if (saving.isPending) return;
      const found = check?.(value) ?? null;
      if (found) fail(found);
      else saving.mutate(value);
    },
  };
}

export type Section<Draft> = ReturnType<typeof useSection<Draft>>;
