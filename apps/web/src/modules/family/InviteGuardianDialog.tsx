import { useMutation, useQueryClient } from "@tanstack/react-query";
import { guardianInvitationDays, inviteGuardian } from "@touchline/contract/families";
import { Button, Chips, Dialog, Notice, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import classes from "./Family.module.css";
import { type Child, invite, refreshFamily } from "./queries.ts";
import { named } from "./words.ts";

interface InviteGuardianDialogProps {
  /** The children who may have one. */
  of: readonly Child[];
  /** The one from whose card it was opened. */
  first: Child;
  onClose: () => void;
}

const empty = { firstName: "", lastName: "", email: "" };

/** Asks another adult by mail to act for children as well. */
export function InviteGuardianDialog({ of, first, onClose }: InviteGuardianDialogProps) {
  const [person, setPerson] = useState(empty);
  // A second parent is mostly that of all of them; each can be left out.
  const [chosen, setChosen] = useState(() => of.map((one) => one.profileId));
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const fail = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: async () => {
      await refreshFamily(queryClient);
      notify("done", `The invitation goes to ${person.email.trim()}.`);
      onClose();
    },
    onError: (error) => fail(refusedFields(error) ?? noErrors),
  });
  const set = (change: Partial<typeof empty>) => {
    setPerson({ ...person, ...change });
    setErrors(noErrors);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (inviting.isPending) return;
    const body = { ...person, email: person.email.trim(), childProfileIds: chosen };
    const found = problemsOf(inviteGuardian.body, body);
    if (found) fail({ ...found, ...(found.email && { email: "Write it like name@example.org." }) });
    else inviting.mutate(body);
  };
  const names = of.filter((one) => chosen.includes(one.profileId)).map((one) => one.firstName);
  const general = inviting.error && !refusedFields(inviting.error) ? inviting.error.message : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={person === empty}
      title="Invite a second guardian"
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} label="Send invitation" loading={inviting.isPending} />
        </>
      }
    >
      <form id={formId} ref={form} className={classes.form} onSubmit={submit} noValidate>
        {general && (
          <Notice tone="stop" title="Not sent">
            {general}
          </Notice>
        )}
        <p>
          They will act for {named(names.length > 0 ? names : [first.firstName])} as you do: see what is asked, sign and
          send in. The link in the mail works for {guardianInvitationDays} days.
        </p>
        <div className={classes.pair}>
          <TextInput
            label="First name"
            data-autofocus
            maxLength={100}
            value={person.firstName}
            onChange={(event) => set({ firstName: event.target.value })}
            error={errors.firstName}
          />
          <TextInput
            label="Last name"
            maxLength={100}
            value={person.lastName}
            onChange={(event) => set({ lastName: event.target.value })}
            error={errors.lastName}
          />
        </div>
        <TextInput
          label="E-mail"
          description="The invitation goes there."
          type="email"
          inputMode="email"
          maxLength={254}
          value={person.email}
          onChange={(event) => set({ email: event.target.value })}
          error={errors.email}
        />
        {of.length > 1 && (
          <Chips
            label="For whom"
            options={of.map((one) => ({ value: one.profileId, label: one.firstName }))}
            selected={chosen}
            onChange={(next) => {
              setChosen(next);
              setErrors(noErrors);
            }}
            error={errors.childProfileIds}
          />
        )}
      </form>
    </Dialog>
  );
}
