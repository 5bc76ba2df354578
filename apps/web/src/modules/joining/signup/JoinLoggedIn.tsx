import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../../form-errors.ts";
import { logOut } from "../../../session/logout.ts";
import { peopleQuery } from "../../../session/people.ts";
import { type JoiningPerson, joinLoggedIn, type Signup } from "./queries.ts";
import classes from "./Signup.module.css";
import { joiningOf, type Typed, typedChild } from "./typed-joining.ts";
import { childProblems, WhoJoins } from "./WhoJoins.tsx";
import { words } from "./words.ts";

interface JoinLoggedInProps {
  token: string;
  signup: Signup;
  accountId: string;
  /** The address of the account. */
  as: string;
  typed: Typed;
  onType: (change: Partial<Typed>) => void;
  /** The typed data isn't needed anymore. */
  onJoined: () => void;
}

/** For a person who is logged in: joins with one click, shows the account, and lets them change it. */
export function JoinLoggedIn({ token, signup, accountId, as, typed, onType, onJoined }: JoinLoggedInProps) {
  const navigate = useNavigate();
  const { who, child } = joiningOf(typed);
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const people = useQuery(peopleQuery(accountId));
  const known = people.data?.find((person) => !person.guarded);
  const own = known ?? { firstName: typed.firstName, lastName: typed.lastName };
  const joining = useMutation({
    mutationFn: (person: JoiningPerson) => joinLoggedIn(token, person),
    onSuccess: (already) => {
      onJoined();
      return already ? undefined : navigate({ href: "/", replace: true });
    },
  });
  const leaving = useMutation({ mutationFn: logOut });
  const error = joining.error ?? leaving.error;
  const refused = joining.error && refusedFields(joining.error);
  const errors = { ...refused, ...found };
  const busy = joining.isPending || joining.isSuccess;

  if (joining.data === true) {
    return (
      <div className={classes.acts}>
        <Notice
          tone="done"
          title={who === "me" ? words.alreadyMember : words.childAlreadyMember({ firstName: child.firstName })}
        >
          {who === "me"
            ? words.alreadyMemberHelp({ labelName: signup.labelName, levelName: signup.levelName })
            : words.childAlreadyMemberHelp({
                firstName: child.firstName,
                labelName: signup.labelName,
                levelName: signup.levelName,
              })}
        </Notice>
        <Button label={words.seeMyRequirements} href="/" />
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || people.isPending) return;
    const problems = {
      ...childProblems(who, child),
      ...(own.firstName.trim() === "" && { firstName: words.firstNameMissing }),
      ...(own.lastName.trim() === "" && { lastName: words.lastNameMissing }),
    };
    setFound(problems);
    if (Object.keys(problems).length > 0) return focusFirstError(form.current);
    const { firstName, lastName } = own;
    joining.mutate({ firstName, lastName, ...(who === "child" && { child }) });
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.loggedIn}>{words.loggedInAs({ name: as })}</p>
      <WhoJoins
        who={who}
        onWho={(next) => onType({ who: next })}
        child={child}
        onChild={(next) => {
          onType(typedChild(next));
          setFound(noErrors);
        }}
        errors={errors}
      />
      {people.isSuccess && !known && (
        <div className={classes.pair}>
          <TextInput
            label={words.yourFirstName}
            autoComplete="given-name"
            maxLength={100}
            value={own.firstName}
            onChange={(event) => onType({ firstName: event.currentTarget.value })}
            error={errors.firstName}
          />
          <TextInput
            label={words.yourLastName}
            autoComplete="family-name"
            maxLength={100}
            value={own.lastName}
            onChange={(event) => onType({ lastName: event.currentTarget.value })}
            error={errors.lastName}
          />
        </div>
      )}
      {error && !refused && !busy && <Notice tone="stop">{messageOf(error)}</Notice>}
      <Button type="submit" label={words.join} fullWidth loading={busy || people.isPending} />
      <Button
        variant="secondary"
        label={words.useAnotherAccount}
        fullWidth
        loading={leaving.isPending}
        disabled={busy}
        onClick={() => leaving.mutate()}
      />
    </form>
  );
}
