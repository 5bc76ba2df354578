import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LabelGiver, Role } from "@touchline/contract";
import { addMember } from "@touchline/contract/profiles";
import { Button, DateInput, Dialog, Notice, Select, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, focusSoon, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import { LevelSelect } from "../../levels/LevelSelect.tsx";
import { type ListedLevel, mayDo } from "../../levels/tree.ts";
import classes from "./AddPersonDialog.module.css";
import { addPerson, type NewMember } from "./queries.ts";

interface AddPersonDialogProps {
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: Role; givenBy: LabelGiver }[];
  levelRoles: readonly { role: Role; levelId: string }[];
  /** Where the person is to be added unless another level is chosen. */
  levelId: string;
  onClose: () => void;
}

const emptyPerson = { firstName: "", lastName: "", email: "", dateOfBirth: "" };

/** Adds one person under one label; what they owe follows at once. */
export function AddPersonDialog({ levels, labels, levelRoles, levelId: here, onClose }: AddPersonDialogProps) {
  const [levelId, setLevelId] = useState(here);
  const [labelId, setLabelId] = useState<string | null>(null);
  const [person, setPerson] = useState(emptyPerson);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  /** Another person follows under the same level and role. */
  const goesOn = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const adding = useMutation({
    mutationFn: addPerson,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["members"] });
      const email = person.email.trim();
      const invited = email === "" ? "" : ` The invitation goes to ${email}.`;
      notify("done", `${person.firstName} ${person.lastName} was added.${invited}`);
      if (!goesOn.current) return onClose();
      setPerson(emptyPerson);
      focusSoon(() => form.current?.querySelector("input"));
    },
    onError: (error) => fail(refusedFields(error) ?? noErrors),
  });
  const fail = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };

  const givable = labels.filter(({ role, givenBy }) => {
    const action = role === "Individual" ? "members.add" : "labels.give";
    return mayDo(levelRoles, levels, action, levelId, { roles: [role], givers: [givenBy] });
  });
  const given = givable.some((label) => label.labelId === labelId) ? labelId : null;
  const addable = levels.filter((level) => mayDo(levelRoles, levels, "members.add", level.levelId));
  const set = (change: Partial<typeof emptyPerson>) => {
    setPerson({ ...person, ...change });
    setErrors(noErrors);
  };
  const add = (another: boolean) => {
    if (adding.isPending) return;
    goesOn.current = another;
    const body = {
      levelId,
      labelId: given ?? "",
      person: { ...person, email: person.email.trim() || null, dateOfBirth: person.dateOfBirth || null },
    } satisfies NewMember;
    const found = problemsOf(addMember.body, body);
    if (found) return fail(given === null ? { ...found, labelId: "Choose a role." } : found);
    adding.mutate(body);
  };

  const general = adding.error && !refusedFields(adding.error) ? adding.error.message : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={person === emptyPerson}
      title="Add person"
      footer={
        <>
          <Button
            variant="secondary"
            label="Add, then another"
            loading={adding.isPending && goesOn.current}
            onClick={() => add(true)}
          />
          <Button type="submit" form={formId} label="Add person" loading={adding.isPending && !goesOn.current} />
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          add(false);
        }}
        className={classes.form}
        noValidate
      >
        {general && (
          <Notice tone="stop" title="Not added">
            {general}
          </Notice>
        )}
        <div className={classes.pair}>
          <TextInput
            label="First name"
            data-autofocus
            maxLength={100}
            value={person.firstName}
            onChange={(event) => set({ firstName: event.target.value })}
            error={errors["person.firstName"]}
          />
          <TextInput
            label="Last name"
            maxLength={100}
            value={person.lastName}
            onChange={(event) => set({ lastName: event.target.value })}
            error={errors["person.lastName"]}
          />
        </div>
        <TextInput
          label="E-mail"
          description="The invitation goes there. Leave empty for a child whose guardian acts for them."
          type="email"
          inputMode="email"
          maxLength={254}
          value={person.email}
          onChange={(event) => set({ email: event.target.value })}
          error={errors["person.email"] && "Write it like name@example.org."}
        />
        <DateInput
          label="Date of birth"
          description="If you know it; age rules and screenings need it."
          value={person.dateOfBirth}
          onChange={(event) => set({ dateOfBirth: event.target.value })}
          error={errors["person.dateOfBirth"]}
        />
        <LevelSelect
          label="Level"
          levels={addable}
          value={levelId}
          onChange={(chosen) => {
            setLevelId(chosen);
            setErrors(noErrors);
          }}
          error={errors.levelId}
        />
        <Select
          label="Role"
          description="Decides what they owe, and what they may do."
          placeholder="Choose a role"
          searchable={givable.length > 10}
          allowDeselect={false}
          data={givable.map((label) => ({ value: label.labelId, label: label.name }))}
          value={given}
          onChange={(chosen) => {
            setLabelId(chosen);
            setErrors(noErrors);
          }}
          error={errors.labelId}
        />
      </form>
    </Dialog>
  );
}
