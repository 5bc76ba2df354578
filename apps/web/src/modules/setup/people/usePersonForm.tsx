import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LabelGiver, ResponseOf, Role } from "@touchline/contract";
import { addMember } from "@touchline/contract/people/profiles";
import { DateInput, Notice, Select, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import {
  type FieldErrors,
  focusFirstError,
  focusSoon,
  noErrors,
  problemsOf,
  refusedFields,
} from "../../../form-errors.ts";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { type ListedLevel, mayDo } from "../../../levels/tree.ts";
import { AlikeNotice } from "./AlikeNotice.tsx";
import classes from "./Duplicates.module.css";
import { type Alike, addPerson, askAlike, type NewMember, nameOf } from "./likeness.ts";
import { words } from "./words.ts";

export interface PersonChoices {
  levels: readonly ListedLevel[];
  labels: readonly { labelId: string; name: string; role: Role; givenBy: LabelGiver }[];
  levelRoles: readonly { role: Role; levelId: string }[];
  /** The level where the person is added unless another one is chosen. */
  levelId: string;
}

const emptyPerson = { firstName: "", lastName: "", email: "", dateOfBirth: "" };

/** Describes who was invited, or what is left to do if no one was. */
function invitedText(
  outcome: ResponseOf<typeof addMember>["invitation"],
  { firstName, email }: { firstName: string; email: string },
): string {
  switch (outcome) {
    case "sent":
      return email.trim() === "" ? words.invitationSent : words.invitationSentTo({ email: email.trim() });
    case "minor":
      return words.minorNotInvited({ firstName: firstName.trim() });
    case "guardianSent":
      return words.guardianInvited;
    default:
      return "";
  }
}

export interface PersonForm {
  fields: ReactNode;
  formId: string;
  /** The button whose request is running. */
  adding: "one" | "another" | null;
  untouched: boolean;
  /** @param another whether another person follows with the same level and role. */
  add: (another: boolean) => void;
}

/** Manages the form for one person. Before someone is added, it asks about existing people who look like them. */
export function usePersonForm(
  { levels, labels, levelRoles, levelId: here }: PersonChoices,
  onAdded: (another: boolean) => void,
): PersonForm {
  const [levelId, setLevelId] = useState(here);
  const [labelId, setLabelId] = useState<string | null>(null);
  const [person, setPerson] = useState(emptyPerson);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const [alike, setAlike] = useState<Alike[]>([]);
  const addsAnother = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const adding = useMutation({
    mutationFn: async ({ body, sure }: { body: NewMember; sure: boolean }) => {
      const found = sure || !body.person ? [] : await askAlike(body.person);
      setAlike(found);
      return found.length > 0 ? null : addPerson(body);
    },
    onSuccess: async (added) => {
      if (!added) return;
      await queryClient.invalidateQueries({ queryKey: ["members"] });
      notify(
        "done",
        [words.personAdded({ name: nameOf(person) }), invitedText(added.invitation, person)].join(" ").trim(),
      );
      setPerson(emptyPerson);
      onAdded(addsAnother.current);
      if (addsAnother.current) focusSoon(() => form.current?.querySelector("input"));
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
  const allowedLabelId = givable.some((label) => label.labelId === labelId) ? labelId : null;
  const addable = levels.filter((level) => mayDo(levelRoles, levels, "members.add", level.levelId));
  const changed = () => {
    setErrors(noErrors);
    setAlike([]);
  };
  const set = (change: Partial<typeof emptyPerson>) => {
    setPerson({ ...person, ...change });
    changed();
  };
  const send = (sure: boolean, same?: Alike) => {
    if (adding.isPending) return;
    const place = { levelId, labelId: allowedLabelId ?? "" };
    const body: NewMember = same
      ? { ...place, profileId: same.profileId }
      : {
          ...place,
          person: { ...person, email: person.email.trim() || null, dateOfBirth: person.dateOfBirth || null },
        };
    const found = problemsOf(addMember.body, body);
    if (found) return fail(allowedLabelId === null ? { ...found, labelId: words.roleRequired } : found);
    adding.mutate({ body, sure });
  };
  const add = (another: boolean) => {
    addsAnother.current = another;
    send(false);
  };

  const general = adding.error && !refusedFields(adding.error) ? adding.error.message : null;
  const fields = (
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
        <Notice tone="stop" title={words.notAdded}>
          {general}
        </Notice>
      )}
      <div className={classes.pair}>
        <TextInput
          label={words.firstName}
          data-autofocus
          maxLength={100}
          value={person.firstName}
          onChange={(event) => set({ firstName: event.target.value })}
          error={errors["person.firstName"]}
        />
        <TextInput
          label={words.lastName}
          maxLength={100}
          value={person.lastName}
          onChange={(event) => set({ lastName: event.target.value })}
          error={errors["person.lastName"]}
        />
      </div>
      <TextInput
        label={words.email}
        description={words.emailHint}
        type="email"
        inputMode="email"
        maxLength={254}
        value={person.email}
        onChange={(event) => set({ email: event.target.value })}
        error={errors["person.email"] && words.emailInvalid}
      />
      <DateInput
        label={words.dateOfBirth}
        description={words.birthHint}
        value={person.dateOfBirth}
        onChange={(event) => set({ dateOfBirth: event.target.value })}
        error={errors["person.dateOfBirth"]}
      />
      <LevelSelect
        label={words.level}
        levels={addable}
        value={levelId}
        onChange={(chosen) => {
          setLevelId(chosen);
          changed();
        }}
        error={errors.levelId}
      />
      <Select
        label={words.role}
        description={words.roleHint}
        placeholder={words.chooseARole}
        searchable={givable.length > 10}
        allowDeselect={false}
        data={givable.map((label) => ({ value: label.labelId, label: label.name }))}
        value={allowedLabelId}
        onChange={(chosen) => {
          setLabelId(chosen);
          changed();
        }}
        error={errors.labelId}
      />
      {alike.length > 0 && (
        <AlikeNotice alike={alike} busy={adding.isPending} onSame={(one) => send(true, one)} onAdd={() => send(true)} />
      )}
    </form>
  );
  const at = adding.isPending ? (addsAnother.current ? "another" : "one") : null;
  return { fields, formId, adding: at, untouched: person === emptyPerson, add };
}
