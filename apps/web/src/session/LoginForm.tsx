import { Button, Checkbox, Notice, PasswordInput, TextInput, TextLink } from "@touchline/ui";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CallFailed } from "../client.ts";
import { messageOf } from "../ErrorScreens.tsx";
import { keepTypedAddress, typedAddress } from "./form-draft.ts";
import classes from "./LoginPage.module.css";
import type { Login } from "./LoginPage.tsx";
import { secondStepProblem, signInProblem } from "./sign-in.ts";
import { words } from "./words.ts";

interface LoginFormProps {
  onSubmit: (login: Login) => void;
  /** Logs in with a passkey alone. Missing if passkeys can't be used here. */
  onPasskey?: ((remember: boolean) => void) | undefined;
  busy: boolean;
  error: unknown;
  /** Whether the error is about a passkey. */
  byPasskey?: boolean;
  /** Other ways to log in. They receive the typed address, and whether to stay logged in. */
  others?: (email: string, remember: boolean) => ReactNode;
}

function problemIn(error: unknown, byPasskey: boolean): string {
  // The browser itself failed to use a passkey.
  if (byPasskey && !(error instanceof CallFailed) && error instanceof Error) return error.message;
  return (byPasskey ? secondStepProblem(error) : signInProblem(error)) ?? messageOf(error);
}

/** Shows which field is empty and moves the focus to it. */
export function LoginForm({ onSubmit, onPasskey, busy, error, byPasskey = false, others }: LoginFormProps) {
  const [email, setEmail] = useState(typedAddress);
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(false);
  const [tried, setTried] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error && !byPasskey) passwordField.current?.select();
  }, [error, byPasskey]);

  const emailProblem = /^\S+@\S+$/.test(email.trim()) ? undefined : words.emailInvalid;
  const passwordProblem = password === "" ? words.passwordMissing : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (emailProblem) return emailField.current?.focus();
    if (passwordProblem) return passwordField.current?.focus();
    if (!busy) onSubmit({ email: email.trim(), password, remember });
  };
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          ref={emailField}
          label={words.emailAddress}
          type="email"
          name="username"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            keepTypedAddress(event.currentTarget.value);
          }}
          error={tried ? emailProblem : undefined}
        />
        <PasswordInput
          ref={passwordField}
          label={words.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried ? passwordProblem : undefined}
        />
        <Checkbox
          label={words.remember}
          description={words.rememberHelp}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        {error !== null && error !== undefined && !busy && <Notice tone="stop">{problemIn(error, byPasskey)}</Notice>}
        <Button type="submit" label={words.logIn} fullWidth loading={busy} />
        {onPasskey && (
          <Button
            variant="secondary"
            label={words.logInWithPasskey}
            fullWidth
            disabled={busy}
            onClick={() => onPasskey(remember)}
          />
        )}
        <p className={classes.aside}>
          <TextLink href="/forgot-password">{words.forgotPassword}</TextLink>
        </p>
      </form>
      {others?.(email, remember)}
    </>
  );
}
