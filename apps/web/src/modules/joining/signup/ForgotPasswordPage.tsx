import { useMutation } from "@tanstack/react-query";
import { forgotPassword } from "@touchline/contract/accounts/accounts";
import { Button, Notice, TextInput, TextLink } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { keepTypedAddress, typedAddress } from "../../../session/form-draft.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

/** Asks for the address. The answer is the same whether or not it has an account. */
export function ForgotPasswordPage() {
  useTitle(words.resetPasswordTitle);
  const [email, setEmail] = useState(typedAddress);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const asking = useMutation({ mutationFn: (address: string) => call(forgotPassword, { body: { email: address } }) });
  const problem = /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : words.emailInvalid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem) return field.current?.focus();
    if (!asking.isPending) asking.mutate(email.trim());
  };
  if (asking.isSuccess) {
    return (
      <BareFrame title={words.checkYourEmail} lead={words.resetSentHelp({ email: asking.variables })}>
        <p className={classes.aside}>{words.noEmailHelp}</p>
        <div className={classes.acts}>
          <Button label={words.backToLogin} href="/login" />
          <Button variant="secondary" label={words.tryAnotherAddress} onClick={asking.reset} />
        </div>
      </BareFrame>
    );
  }
  return (
    <BareFrame title={words.resetPasswordTitle} lead={words.resetHelp}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
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
          error={tried ? problem : undefined}
        />
        {asking.error && <Notice tone="stop">{messageOf(asking.error)}</Notice>}
        <Button type="submit" label={words.sendLink} fullWidth loading={asking.isPending} />
        <p className={classes.small}>
          <TextLink href="/login">{words.backToLogin}</TextLink>
        </p>
      </form>
    </BareFrame>
  );
}
