import { useMutation, useQueryClient } from "@tanstack/react-query";
import { guardianInvitationDays, inviteGuardian } from "@touchline/contract/joining/families";
import { Chips, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import classes from "./Family.module.css";
import { type GuardedChild, invite, refreshFamily } from "./queries.ts";
import { named, words } from "./words.ts";

interface InviteGuardianDialogProps {
  /** The children who may have one. */
  of: readonly GuardedChild[];
  /** The one from whose card it was opened. */
  first: GuardedChild;
  onClose: () => void;
}

const empty = { firstName: "", lastName: "", email: "" };

/** Asks another adult by mail to act for children as well. */
export function InviteGuardianDialog({ of, first, onClose }: InviteGuardianDialogProps) {
  const [person, setPerson] = useState(empty);
  // A second parent is mostly that of all of them; each can be left out.
  const [chosen, setChosen] = useState(() => of.map((one) => one.profileId));
  const queryClient = useQueryClient();
  const notify = useNotify();
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: async () => {
      await refreshFamily(queryClient);
      notify("done", words.invitationOnItsWay({ email: person.email.trim() }));
      onClose();
    },
  });
  const set = (change: Partial<typeof empty>) => setPerson({ ...person, ...change });
  const names = of.filter((one) => chosen.includes(one.profileId)).map((one) => one.firstName);
  return (
    <FormDialog
      title={words.inviteSecondGuardian}
      label={words.sendInvitation}
      refused={words.notSent}
      draft={{ ...person, email: person.email.trim(), childProfileIds: chosen }}
      problems={(body) => {
        const found = problemsOf(inviteGuardian.body, body);
        return found && { ...found, ...(found.email && { email: words.emailInvalid }) };
      }}
      sending={inviting}
      onSend={inviting.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>
            {words.inviteHelp({
              names: named(names.length > 0 ? names : [first.firstName]),
              days: guardianInvitationDays,
            })}
          </p>
          <div className={classes.pair}>
            <TextInput
              label={words.firstName}
              data-autofocus
              maxLength={100}
              value={person.firstName}
              onChange={(event) => set({ firstName: event.target.value })}
              error={errors.firstName}
            />
            <TextInput
              label={words.lastName}
              maxLength={100}
              value={person.lastName}
              onChange={(event) => set({ lastName: event.target.value })}
              error={errors.lastName}
            />
          </div>
          <TextInput
            label={words.email}
            description={words.inviteEmailHelp}
            type="email"
            inputMode="email"
            maxLength={254}
            value={person.email}
            onChange={(event) => set({ email: event.target.value })}
            error={errors.email}
          />
          {of.length > 1 && (
            <Chips
              label={words.children}
              options={of.map((one) => ({ value: one.profileId, label: one.firstName }))}
              selected={chosen}
              onChange={setChosen}
              error={errors.childProfileIds}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
