import { Button, Notice, PasswordInput } from "@touchline/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { refusedFields } from "../../../form-errors.ts";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { NewPassword, passwordProblem } from "./NewPassword.tsx";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

/** The proof that the account is theirs: the password chosen at sign-up, or a new one. */
export type Secret = { password?: string; newPassword?: string };

interface WhoseAddressProps {
  busy: boolean;
  error: Error | null;
  onSecret: (secret: Secret) => void;
}

/**
 * The link was opened in another browser than the one used to sign up. Anybody can sign up with any address, so that a click
 * alone could accept a stranger's password.
 */
export function WhoseAddress({ busy, error, onSecret }: WhoseAddressProps) {
  const [choosing, setChoosing] = useState(false);
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  const refused = error && !busy ? refusedFields(error)?.[choosing ? "newPassword" : "password"] : undefined;
  const missing = choosing
    ? (passwordProblem(text) ?? undefined)
    : text === ""
      ? words.chosenPasswordMissing
      : undefined;
  const problem = (tried ? missing : undefined) ?? refused;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing) return field.current?.focus();
    if (!busy) onSecret(choosing ? { newPassword: text } : { password: text });
  };
  const turn = () => {
    setChoosing(!choosing);
    setText("");
    setTried(false);
  };
  return (
    <BareFrame title={words.confirmAddressTitle} lead={choosing ? words.replacePasswordHelp : words.provePasswordHelp}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {error && !busy && !refused && <Notice tone="stop">{messageOf(error)}</Notice>}
        {choosing ? (
          <NewPassword
            ref={field}
            key="new"
            label={words.newPassword}
            value={text}
            onChange={setText}
            error={problem}
            autoFocus
          />
        ) : (
          <PasswordInput
            ref={field}
            key="chosen"
            label={words.password}
            name="password"
            autoComplete="current-password"
            autoFocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={problem}
          />
        )}
        <Button
          type="submit"
          label={choosing ? words.setPasswordAndConfirm : words.confirmAddress}
          fullWidth
          loading={busy}
        />
        <Button
          variant="quaternary"
          label={choosing ? words.knowPassword : words.forgotChosenPassword}
          fullWidth
          onClick={turn}
        />
      </form>
    </BareFrame>
  );
}
