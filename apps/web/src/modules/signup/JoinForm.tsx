import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../errorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../formErrors.ts";
import { NewPassword, passwordProblem } from "./NewPassword.tsx";
import type { NewMember } from "./queries.ts";
import classes from "./Signup.module.css";
import { childProblems, nobody, type Who, WhoJoins } from "./WhoJoins.tsx";

interface JoinFormProps {
  email: string;
  onJoin: (member: Omit<NewMember, "email" | "attempt">) => void;
  onOtherEmail: () => void;
  busy: boolean;
  error: Error | null;
}

/** Everything a new account needs, on one screen. */
export function JoinForm({ email, onJoin, onOtherEmail, busy, error }: JoinFormProps) {
  const [who, setWho] = useState<Who>("me");
  const [child, setChild] = useState(nobody);
  const [firstName, setFirstName] = useState("");
  const [lastName, setLastName] = useState("");
  const [password, setPassword] = useState("");
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const [changed, setChanged] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = error && refusedFields(error);
  const errors: FieldErrors = changed || busy ? found : { ...refused, ...found };

  function change<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value);
      setFound(noErrors);
      setChanged(true);
    };
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const bad = passwordProblem(password, email);
    const problems = {
      ...childProblems(who, child),
      ...(firstName.trim() === "" && { firstName: "Write your first name." }),
      ...(lastName.trim() === "" && { lastName: "Write your last name." }),
      ...(bad && { password: bad }),
    };
    setFound(problems);
    setChanged(false);
    if (Object.keys(problems).length > 0) return focusFirstError(form.current);
    onJoin({ firstName, lastName, password, ...(who === "child" && { child }) });
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <WhoJoins who={who} onWho={change(setWho)} child={child} onChild={change(setChild)} errors={errors} />
      <div className={classes.pair}>
        <TextInput
          label={who === "child" ? "Your first name" : "First name"}
          autoComplete="given-name"
          maxLength={100}
          value={firstName}
          onChange={(event) => change(setFirstName)(event.currentTarget.value)}
          error={errors.firstName}
        />
        <TextInput
          label={who === "child" ? "Your last name" : "Last name"}
          autoComplete="family-name"
          maxLength={100}
          value={lastName}
          onChange={(event) => change(setLastName)(event.currentTarget.value)}
          error={errors.lastName}
        />
      </div>
      <div className={classes.written}>
        <TextInput
          label="E-mail address"
          name="username"
          autoComplete="username"
          readOnly
          value={email}
          error={errors.email}
        />
        <Button small variant="quaternary" label="Change the address" onClick={onOtherEmail} />
      </div>
      <NewPassword value={password} email={email} onChange={change(setPassword)} error={errors.password} />
      {error && !refused && !busy && <Notice tone="stop">{messageOf(error)}</Notice>}
      <Button type="submit" label="Join" fullWidth loading={busy} />
    </form>
  );
}
