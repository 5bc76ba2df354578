import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../../form-errors.ts";
import { AgreeToPolicies } from "./AgreeToPolicies.tsx";
import { NewPassword, passwordProblem } from "./NewPassword.tsx";
import type { AcceptedPolicies, SignupInput } from "./queries.ts";
import classes from "./Signup.module.css";
import { joiningOf, type Typed, typedChild } from "./typed-joining.ts";
import { childProblems, WhoJoins } from "./WhoJoins.tsx";
import { words } from "./words.ts";

interface JoinFormProps {
  typed: Typed;
  onType: (change: Partial<Typed>) => void;
  /** Kept in memory by the parent component only. */
  password: string;
  onPassword: (password: string) => void;
  onJoin: (member: Omit<SignupInput, "email" | "attempt">) => void;
  onOtherEmail: () => void;
  busy: boolean;
  error: Error | null;
}

/** All fields of a new account, on one screen. */
export function JoinForm({ typed, onType, password, onPassword, onJoin, onOtherEmail, busy, error }: JoinFormProps) {
  const { email, firstName, lastName } = typed;
  const { who, child } = joiningOf(typed);
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const [changed, setChanged] = useState(false);
  const [accepted, setAccepted] = useState<AcceptedPolicies>([]);
  const form = useRef<HTMLFormElement>(null);
  const refused = error && refusedFields(error);
  const errors: FieldErrors = changed || busy ? found : { ...refused, ...found };

  /** Errors are checked again as soon as something is typed. */
  const touched = () => {
    setFound(noErrors);
    setChanged(true);
  };
  const change = (next: Partial<Typed>) => {
    onType(next);
    touched();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const bad = passwordProblem(password, email);
    const problems = {
      ...childProblems(who, child),
      ...(firstName.trim() === "" && { firstName: words.firstNameMissing }),
      ...(lastName.trim() === "" && { lastName: words.lastNameMissing }),
      ...(bad && { password: bad }),
      ...(accepted.length === 0 && { accepted: words.agreementMissing }),
    };
    setFound(problems);
    setChanged(false);
    if (Object.keys(problems).length > 0) return focusFirstError(form.current);
    onJoin({ firstName, lastName, password, accepted, ...(who === "child" && { child }) });
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <WhoJoins
        who={who}
        onWho={(next) => change({ who: next })}
        child={child}
        onChild={(next) => change(typedChild(next))}
        errors={errors}
      />
      <div className={classes.pair}>
        <TextInput
          label={who === "child" ? words.yourFirstName : words.firstName}
          autoComplete="given-name"
          maxLength={100}
          value={firstName}
          onChange={(event) => change({ firstName: event.currentTarget.value })}
          error={errors.firstName}
        />
        <TextInput
          label={who === "child" ? words.yourLastName : words.lastName}
          autoComplete="family-name"
          maxLength={100}
          value={lastName}
          onChange={(event) => change({ lastName: event.currentTarget.value })}
          error={errors.lastName}
        />
      </div>
      <div className={classes.written}>
        <TextInput
          label={words.emailAddress}
          name="username"
          autoComplete="username"
          readOnly
          value={email}
          error={errors.email}
        />
        <Button small variant="quaternary" label={words.changeAddress} onClick={onOtherEmail} />
      </div>
      <NewPassword
        value={password}
        email={email}
        onChange={(next) => {
          onPassword(next);
          touched();
        }}
        error={errors.password}
      />
      <AgreeToPolicies
        accepted={accepted}
        onChange={(next) => {
          setAccepted(next);
          touched();
        }}
        error={errors.accepted}
      />
      {error && !refused && !busy && <Notice tone="stop">{messageOf(error)}</Notice>}
      <Button type="submit" label={words.join} fullWidth loading={busy} />
    </form>
  );
}
