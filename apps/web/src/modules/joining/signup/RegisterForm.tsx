import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../../form-errors.ts";
import { useFormDraft } from "../../../session/useFormDraft.ts";
import { AgreeToPolicies } from "./AgreeToPolicies.tsx";
import { NewPassword, passwordProblem } from "./NewPassword.tsx";
import { type AcceptedPolicies, type Invitation, type Taker, typedForm } from "./queries.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

interface RegisterFormProps {
  token: string;
  invitation: Invitation;
  onTake: (taker: Taker) => void;
  busy: boolean;
  error: Error | null;
}

/** Asks for a password and agreement to the policies, as the name is known. */
export function RegisterForm({ token, invitation, onTake, busy, error }: RegisterFormProps) {
  const { typed, change: type } = useFormDraft(typedForm(token), () => ({
    firstName: invitation.firstName,
    lastName: invitation.lastName,
  }));
  const { firstName, lastName } = typed;
  const [password, setPassword] = useState("");
  const [accepted, setAccepted] = useState<AcceptedPolicies>([]);
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const [changed, setChanged] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = error && refusedFields(error);
  const errors: FieldErrors = changed || busy ? found : { ...refused, ...found };

  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFound(noErrors);
    setChanged(true);
  };
  const setFirstName = (next: string) => type({ firstName: next });
  const setLastName = (next: string) => type({ lastName: next });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const bad = passwordProblem(password, invitation.email);
    const problems = {
      ...(firstName.trim() === "" && { firstName: words.firstNameMissing }),
      ...(lastName.trim() === "" && { lastName: words.lastNameMissing }),
      ...(bad && { password: bad }),
      ...(accepted.length === 0 && { accepted: words.agreementMissing }),
    };
    setFound(problems);
    setChanged(false);
    if (Object.keys(problems).length > 0) return focusFirstError(form.current);
    onTake({ as: "new", firstName, lastName, password, accepted });
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextInput
          label={words.firstName}
          autoComplete="given-name"
          maxLength={100}
          value={firstName}
          onChange={(event) => change(setFirstName)(event.currentTarget.value)}
          error={errors.firstName}
        />
        <TextInput
          label={words.lastName}
          autoComplete="family-name"
          maxLength={100}
          value={lastName}
          onChange={(event) => change(setLastName)(event.currentTarget.value)}
          error={errors.lastName}
        />
      </div>
      <TextInput label={words.emailAddress} name="username" autoComplete="username" readOnly value={invitation.email} />
      <NewPassword value={password} email={invitation.email} onChange={change(setPassword)} error={errors.password} />
      <AgreeToPolicies
        accepted={accepted}
        onChange={(next) => {
          setAccepted(next);
          setFound(noErrors);
          setChanged(true);
        }}
        error={errors.accepted}
      />
      {error && !refused && !busy && <Notice tone="stop">{messageOf(error)}</Notice>}
      <Button type="submit" label={words.acceptInvitation} fullWidth loading={busy} />
    </form>
  );
}
