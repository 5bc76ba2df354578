import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changePassword } from "@touchline/contract/account-settings";
import { Button, Notice, Panel, PasswordInput, TextLink, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../client.ts";
import { messageOf } from "../../errorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../formErrors.ts";
import { NewPassword, passwordProblem } from "../signup/NewPassword.tsx";
import classes from "./Account.module.css";
import { sessionsQuery } from "./queries.ts";

/** Another password, with the present one. */
export function PasswordPanel() {
  const [changing, setChanging] = useState<boolean | null>(null);
  return (
    <Panel title="Password">
      {changing ? (
        <PasswordForm onDone={() => setChanging(false)} />
      ) : (
        <Button
          variant="secondary"
          label="Change password"
          // Back where one began, once it is done or left.
          autoFocus={changing === false}
          onClick={() => setChanging(true)}
        />
      )}
    </Panel>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const [currentPassword, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const changing = useMutation({
    mutationFn: (body: { currentPassword: string; password: string }) => call(changePassword, { body }),
    onSuccess: async () => {
      notify("done", "Your password is changed. You are logged out everywhere else.");
      onDone();
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) => {
      const refused = refusedFields(error);
      if (!refused) return;
      setFound(refused);
      focusFirstError(form.current);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changing.isPending) return;
    const problem = passwordProblem(password);
    const problems = {
      ...(currentPassword === "" && { currentPassword: "Write your current password." }),
      ...(problem && { password: problem }),
    };
    setFound(problems);
    if (Object.keys(problems).length > 0) return focusFirstError(form.current);
    changing.mutate({ currentPassword, password });
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>Once it is changed, you are logged out everywhere else.</p>
      <PasswordInput
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        autoFocus
        value={currentPassword}
        onChange={(event) => {
          setCurrent(event.currentTarget.value);
          setFound(({ password }) => (password ? { password } : noErrors));
        }}
        error={found.currentPassword}
      />
      <NewPassword
        label="New password"
        value={password}
        onChange={(chosen) => {
          setPassword(chosen);
          setFound(({ currentPassword }) => (currentPassword ? { currentPassword } : noErrors));
        }}
        error={found.password}
      />
      {changing.error && !refusedFields(changing.error) && <Notice tone="stop">{messageOf(changing.error)}</Notice>}
      <div className={classes.acts}>
        <Button type="submit" label="Save password" loading={changing.isPending} />
        <Button variant="secondary" label="Cancel" onClick={onDone} />
      </div>
      <p className={classes.quiet}>
        <TextLink href="/forgot-password">Forgot your current password?</TextLink>
      </p>
    </form>
  );
}
