import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createSignupUrl } from "@touchline/contract/signup-urls";
import { Button, DateInput, Dialog, Notice, Select, TextInput } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { messageOf } from "../../errorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import { LevelSelect } from "../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../levels/tree.ts";
import classes from "./SignupLinks.module.css";
import { makeLink, type NewSignupUrl, type SignupUrl } from "./signupUrls.ts";

interface NewLinkDialogProps {
  /** Where the reader may add people. */
  levels: readonly ListedLevel[];
  /** Those that see nobody else. */
  labels: readonly { labelId: string; name: string }[];
  levelId: string | null;
  onMade: (link: SignupUrl) => void;
  onClose: () => void;
}

/** Where people join by the link, as what, until when and how many. */
export function NewLinkDialog({ levels, labels, levelId: here, onMade, onClose }: NewLinkDialogProps) {
  const [levelId, setLevelId] = useState(here);
  const [labelId, setLabelId] = useState<string | null>(labels.length === 1 ? (labels[0]?.labelId ?? null) : null);
  const [endsOn, setEndsOn] = useState("");
  const [most, setMost] = useState("");
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: makeLink,
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ["signupUrls"] });
      onMade(made);
    },
    onError: (error) => fail(refusedFields(error) ?? noErrors),
  });
  const fail = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  function change<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value);
      setErrors(noErrors);
    };
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (making.isPending) return;
    const body = {
      levelId: levelId ?? "",
      labelId: labelId ?? "",
      endsOn: endsOn || null,
      maxUses: most.trim() === "" ? null : Number(most),
    } satisfies NewSignupUrl;
    const found = problemsOf(createSignupUrl.body, body);
    if (!found) return making.mutate(body);
    fail({
      ...found,
      ...(levelId === null && { levelId: "Choose a level." }),
      ...(labelId === null && { labelId: "Choose a role." }),
      ...(found.maxUses && { maxUses: "Write a whole number from 1, or leave it empty." }),
    });
  };
  const general = making.error && !refusedFields(making.error) ? messageOf(making.error) : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="New sign-up link"
      footer={<Button type="submit" form={formId} label="Make link" loading={making.isPending} />}
    >
      <form id={formId} ref={form} onSubmit={submit} className={classes.form} noValidate>
        {general && (
          <Notice tone="stop" title="Not made">
            {general}
          </Notice>
        )}
        <LevelSelect
          label="Level"
          description="Where people become members."
          levels={levels}
          value={levelId}
          onChange={change(setLevelId)}
          error={errors.levelId}
        />
        <Select
          label="Role"
          description="What they join as. Roles that see other people are not offered: add those by name."
          placeholder="Choose a role"
          searchable={labels.length > 10}
          allowDeselect={false}
          data={labels.map((label) => ({ value: label.labelId, label: label.name }))}
          value={labelId}
          onChange={change(setLabelId)}
          error={errors.labelId}
        />
        <DateInput
          label="Last day"
          description="Optional. After it nobody can sign up by the link."
          value={endsOn}
          onChange={(event) => change(setEndsOn)(event.target.value)}
          error={errors.endsOn}
        />
        <TextInput
          label="At most this many people"
          description="Optional."
          inputMode="numeric"
          maxLength={6}
          value={most}
          onChange={(event) => change(setMost)(event.target.value)}
          error={errors.maxUses}
        />
      </form>
    </Dialog>
  );
}
