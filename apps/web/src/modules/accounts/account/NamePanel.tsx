import { useMutation, useQueryClient } from "@tanstack/react-query";
import { renameAccount } from "@touchline/contract/accounts/account-settings";
import { Button, Checkbox, Notice, Panel, TextInput, TextLink, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../../form-errors.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Account.module.css";
import type { OwnAccount } from "./queries.ts";
import { words } from "./words.ts";

/** The name in the present organization; changed in all organizations at once, unless it should differ. */
export function NamePanel({ account }: { account: OwnAccount }) {
  const active = useActiveProfile();
  const here = account.people.find((person) => person.profileId === active.profileId) ?? account.people[0];
  return (
    <Panel title={words.name}>
      {here ? (
        <NameForm key={`${here.profileId} ${here.firstName} ${here.lastName}`} account={account} here={here} />
      ) : (
        <p>{words.nameLater}</p>
      )}
    </Panel>
  );
}

function NameForm({ account, here }: { account: OwnAccount; here: OwnAccount["people"][number] }) {
  const [firstName, setFirstName] = useState(here.firstName);
  const [lastName, setLastName] = useState(here.lastName);
  const others = account.people.filter((person) => person !== here);
  const same = others.every((person) => person.firstName === here.firstName && person.lastName === here.lastName);
  const [everywhere, setEverywhere] = useState(same);
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const saving = useMutation({
    mutationFn: (body: { firstName: string; lastName: string; profileId?: string }) => call(renameAccount, { body }),
    onSuccess: async ({ renamed }) => {
      notify("done", words.nameChanged({ count: renamed }));
      // The name is shown in the header, in lists and on every page about the person.
      await queryClient.invalidateQueries();
    },
    onError: (error) => {
      const refused = refusedFields(error);
      if (!refused) return;
      setFound(refused);
      focusFirstError(form.current);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const only = others.length > 0 && !everywhere;
    const body = { firstName, lastName, ...(only && { profileId: here.profileId }) };
    const problems = problemsOf(renameAccount.body, body) ?? noErrors;
    setFound(problems);
    if (problems !== noErrors) return focusFirstError(form.current);
    saving.mutate(body);
  };
  const changed = firstName.trim() !== here.firstName || lastName.trim() !== here.lastName || (everywhere && !same);
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>
        {words.nameAbout} <TextLink href="/editProfile">{words.nameOtherDetails}</TextLink>
      </p>
      <div className={classes.pair}>
        <TextInput
          label={words.firstName}
          name="given-name"
          autoComplete="given-name"
          value={firstName}
          onChange={(event) => setFirstName(event.currentTarget.value)}
          error={found.firstName}
        />
        <TextInput
          label={words.lastName}
          name="family-name"
          autoComplete="family-name"
          value={lastName}
          onChange={(event) => setLastName(event.currentTarget.value)}
          error={found.lastName}
        />
      </div>
      {others.length > 0 && (
        <Checkbox
          label={
            others.length === 1 && others[0]
              ? words.alsoIn({ organizationName: others[0].organizationName })
              : words.alsoInOthers({ count: others.length })
          }
          checked={everywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
      )}
      {saving.error && !refusedFields(saving.error) && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
      <Button type="submit" label={words.saveName} loading={saving.isPending} disabled={!changed} />
    </form>
  );
}
