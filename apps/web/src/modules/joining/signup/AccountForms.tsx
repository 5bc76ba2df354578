import { useMutation } from "@tanstack/react-query";
import { sendEmailConfirmation } from "@touchline/contract/accounts/accounts";
import { Button, Notice, PasswordInput, TextInput, TextLink } from "@touchline/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { keepTypedAddress } from "../../../session/form-draft.ts";
import { logOut } from "../../../session/logout.ts";
import type { Invitation, Taker } from "./queries.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

interface TakeProps {
  invitation: Invitation;
  onTake: (taker: Taker) => void;
  busy: boolean;
  error: Error | null;
}

/** The invited address has an account, so its password is asked, and the invitation is accepted with it. */
export function LogInToAccept({ invitation: { email }, onTake, busy, error }: TakeProps) {
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === "") return field.current?.focus();
    if (!busy) onTake({ as: "account", email, password });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={words.emailAddress}
        description={words.accountExistsHelp}
        name="username"
        autoComplete="username"
        readOnly
        value={email}
      />
      <PasswordInput
        ref={field}
        label={words.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={tried && password === "" ? words.passwordMissing : undefined}
      />
      {error && !busy && <Notice tone="stop">{messageOf(error)}</Notice>}
      <Button type="submit" label={words.logInAndAccept} fullWidth loading={busy} />
      <p className={classes.small}>
        <TextLink href="/forgot-password" onClick={() => keepTypedAddress(email)}>
          {words.forgotPassword}
        </TextLink>
      </p>
    </form>
  );
}

/** For a person who is logged in: shows the account that accepts the invitation, and lets them change it. */
export function AcceptLoggedIn({ invitation, as, onTake, busy, error }: TakeProps & { as: string }) {
  const leaving = useMutation({ mutationFn: logOut });
  const same = as.toLowerCase() === invitation.email.trim().toLowerCase();
  const failed = error ?? leaving.error;
  return (
    <>
      <p className={classes.aside}>
        {same ? words.loggedInAs({ name: as }) : words.loggedInAsOther({ name: as, email: invitation.email })}
      </p>
      {failed && !busy && <Notice tone="stop">{messageOf(failed)}</Notice>}
      <div className={classes.acts}>
        <Button
          label={same ? words.acceptInvitation : words.acceptWithAccount}
          loading={busy}
          onClick={() => onTake({ as: "loggedIn" })}
        />
        <Button
          variant="secondary"
          label={same ? words.useAnotherAccount : words.logOut}
          loading={leaving.isPending}
          disabled={busy}
          onClick={() => leaving.mutate()}
        />
      </div>
    </>
  );
}

/** The account waits for its address to be confirmed. */
export function ConfirmFirst({ email }: { email: string }) {
  const sending = useMutation({ mutationFn: () => call(sendEmailConfirmation, { body: { email } }) });
  if (sending.isSuccess) {
    return (
      <div className={classes.acts}>
        <Notice tone="done" title={words.checkYourEmail}>
          {words.unconfirmedSent({ email })}
        </Notice>
      </div>
    );
  }
  return (
    <>
      <p className={classes.aside}>{words.unconfirmedHelp({ email })}</p>
      {sending.error && <Notice tone="stop">{messageOf(sending.error)}</Notice>}
      <div className={classes.acts}>
        <Button label={words.sendLink} loading={sending.isPending} onClick={() => sending.mutate()} />
      </div>
    </>
  );
}
