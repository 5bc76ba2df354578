import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../formErrors.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { putSettings, type SettingsChange, settingsQuery } from "./queries.ts";

interface PartOptions<Draft> {
  /** What is there now. */
  saved: Draft;
  /** As it is sent. */
  sent: (draft: Draft) => SettingsChange;
  /** Said once it is saved. */
  said: string;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A part of the settings that is saved by itself: what is typed, whether it differs, and what is wrong with it. */
export function usePart<Draft>({ saved, sent, said }: PartOptions<Draft>) {
  const { organizationId } = useActiveProfile();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const value = draft ?? saved;
  const unsaved = draft !== null && !same(draft, saved);
  const saving = useMutation({
    mutationFn: (body: SettingsChange) => putSettings(organizationId, body),
    onSuccess: async (settings) => {
      queryClient.setQueryData(settingsQuery(organizationId).queryKey, settings);
      setDraft(null);
      setErrors(noErrors);
      notify("done", said);
      await showEverywhere(queryClient);
    },
    onError: (error) => {
      setErrors(refusedFields(error) ?? noErrors);
      focusFirstError(form.current);
    },
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
      if (unsaved && !saving.isPending) saving.mutate(sent(value));
    },
  };
}

/** Name, logo and colour are shown around every page. */
export async function showEverywhere(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  const kept = ["people", "activeProfile", "navigation"];
  await Promise.all(kept.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
