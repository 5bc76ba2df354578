import { useMutation } from "@tanstack/react-query";
import { sendEmailConfirmation } from "@touchline/contract/accounts/accounts";
import { Button, Notice, PasswordInput, TextInput, TextLink } from "@touchline/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { logOut } from "../../../session/logout.ts";
import { keepTypedAddress } from "../../../session/typed.ts";
import type { Invitation, Taker } from "./queries.ts";
import classes from "./Signup.module.css";

interface TakeProps {
  invitation: Invitation;
  onTake: (taker: Taker) => void;
  busy: boolean;
  error: Error | null;
}

/** The invited address has an account: its password, and the invitation is taken up with it. */
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
        label="Email address"
        description="You already have an account with this address."
        name="username"
        autoComplete="username"
        readOnly
        value={email}
      />
      <PasswordInput
        ref={field}
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={tried && password === "" ? "Enter your password." : undefined}
      />
      {error && !busy && <Notice tone="stop">{messageOf(error)}</Notice>}
      <Button type="submit" label="Log in and accept" fullWidth loading={busy} />
      <p className={classes.small}>
        <TextLink href="/forgot-password" onClick={() => keepTypedAddress(email)}>
          Forgot password?
        </TextLink>
      </p>
    </form>
  );
}

/** Somebody is logged in here: as whom the invitation is taken up is said, and can be changed. */
export function AcceptLoggedIn({ invitation, as, onTake, busy, error }: TakeProps & { as: string }) {
  const leaving = useMutation({ mutationFn: logOut });
  const same = as.toLowerCase() === invitation.email.trim().toLowerCase();
  const failed = error ?? leaving.error;
  return (
    <>
      <p className={classes.aside}>
        {same
          ? `You are logged in as ${as}.`
          : `You are logged in as ${as}. The invitation was sent to ${invitation.email}: accept it with this account, or log out to use the other address.`}
      </p>
      {failed && !busy && <Notice tone="stop">{messageOf(failed)}</Notice>}
      <div className={classes.acts}>
        <Button
          label={same ? "Accept invitation" : "Accept with this account"}
          loading={busy}
          onClick={() => onTake({ as: "loggedIn" })}
        />
        <Button
          variant="secondary"
          label={same ? "Use another account" : "Log out"}
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
        <Notice tone="done" title="Check your email">
          Open the link we sent to {email}, then come back to this invitation.
        </Notice>
      </div>
    );
  }
  return (
    <>
      <p className={classes.aside}>
        There is an account with {email} whose address isn't confirmed. Confirm it, then accept the invitation.
      </p>
      {sending.error && <Notice tone="stop">{messageOf(sending.error)}</Notice>}
      <div className={classes.acts}>
        <Button label="Send link" loading={sending.isPending} onClick={() => sending.mutate()} />
      </div>
    </>
  );
}
