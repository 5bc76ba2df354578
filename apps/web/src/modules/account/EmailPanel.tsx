import { useMutation, useQueryClient } from "@tanstack/react-query";
import { askNewEmail, forgetNewEmail } from "@touchline/contract/account-settings";
import { Badge, Button, IconMailQuestion, Notice, Panel, PasswordInput, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../client.ts";
import { momentText } from "../../dates.ts";
import { messageOf } from "../../errorScreens.tsx";
import { type FieldErrors, focusFirstError, focusSoon, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import classes from "./Account.module.css";
import { type Account, accountQuery } from "./queries.ts";

/** The address one logs in with, and the way to another. */
export function EmailPanel({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false);
  const { email, emailConfirmed, awaited } = account;
  return (
    <Panel title="E-mail address">
      <p className={classes.lead}>
        You log in with <span className={classes.value}>{email}</span>, and our mails go there.{" "}
        {!emailConfirmed && (
          <Badge tone="needs" icon={IconMailQuestion}>
            Not confirmed
          </Badge>
        )}
      </p>
      {awaited && <Awaited {...awaited} />}
      {changing ? (
        <EmailForm onDone={() => setChanging(false)} />
      ) : (
        <div className={awaited ? classes.apart : undefined}>
          <Button
            variant="secondary"
            label={awaited ? "Use another address instead" : "Change e-mail address"}
            onClick={() => setChanging(true)}
          />
        </div>
      )}
    </Panel>
  );
}

/** The link is on its way; until it is opened everything is as before. */
function Awaited({ email, until }: NonNullable<Account["awaited"]>) {
  const { organization } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const forgetting = useMutation({
    mutationFn: () => call(forgetNewEmail),
    onSuccess: async () => {
      notify("done", "Your address stays as it is.");
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  return (
    <>
      <Notice
        tone="waits"
        title={`Open the mail that we sent to ${email}`}
        action={
          <Button
            small
            variant="secondary"
            label="Take it back"
            loading={forgetting.isPending}
            onClick={() => forgetting.mutate()}
          />
        }
      >
        The address changes once you open the link in it, until {momentText(until, organization.timeZone)}.
      </Notice>
      {forgetting.error && <Notice tone="stop">{messageOf(forgetting.error)}</Notice>}
    </>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState("");
  const [currentPassword, setPassword] = useState("");
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const asking = useMutation({
    mutationFn: (body: { email: string; currentPassword: string }) => call(askNewEmail, { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      onDone();
      focusSoon(() => document.querySelector<HTMLElement>("main"));
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
    if (asking.isPending) return;
    const body = { email: email.trim(), currentPassword };
    const problems = problemsOf(askNewEmail.body, body) ?? noErrors;
    setFound(problems);
    if (problems !== noErrors) return focusFirstError(form.current);
    asking.mutate(body);
  };
  return (
    <form ref={form} className={`${classes.form} ${classes.apart}`} onSubmit={submit} noValidate>
      <TextInput
        label="New e-mail address"
        description="We send a link there. Your present address is told, too."
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={found.email}
      />
      <PasswordInput
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={found.currentPassword}
      />
      {asking.error && !refusedFields(asking.error) && <Notice tone="stop">{messageOf(asking.error)}</Notice>}
      <div className={classes.acts}>
        <Button type="submit" label="Send me the link" loading={asking.isPending} />
        <Button variant="secondary" label="Cancel" onClick={onDone} />
      </div>
    </form>
  );
}
