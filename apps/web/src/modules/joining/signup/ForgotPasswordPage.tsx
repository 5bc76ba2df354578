import { useMutation } from "@tanstack/react-query";
import { forgotPassword } from "@touchline/contract/accounts/accounts";
import { Button, Notice, TextInput, TextLink } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { keepTypedAddress, typedAddress } from "../../../session/typed.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Signup.module.css";

/** Asks for the address. What is said afterwards is the same whether or not it has an account. */
export function ForgotPasswordPage() {
  useTitle("Forgot password");
  const [email, setEmail] = useState(typedAddress);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const asking = useMutation({ mutationFn: (address: string) => call(forgotPassword, { body: { email: address } }) });
  const problem = /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : "Enter a valid email address.";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem) return field.current?.focus();
    if (!asking.isPending) asking.mutate(email.trim());
  };
  if (asking.isSuccess) {
    return (
      <BareFrame
        title="Check your email"
        lead={`If there is an account with ${asking.variables}, we've sent a link to reset your password. It works for 30 minutes.`}
      >
        <p className={classes.aside}>
          No email? Check your spam folder, or try the address your organization has on file.
        </p>
        <div className={classes.acts}>
          <Button label="Back to log in" href="/login" />
          <Button variant="secondary" label="Try another address" onClick={asking.reset} />
        </div>
      </BareFrame>
    );
  }
  return (
    <BareFrame title="Forgot password" lead="We'll send you a link to choose a new one.">
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label="Email address"
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
        <Button type="submit" label="Send link" fullWidth loading={asking.isPending} />
        <p className={classes.small}>
          <TextLink href="/login">Back to log in</TextLink>
        </p>
      </form>
    </BareFrame>
  );
}
