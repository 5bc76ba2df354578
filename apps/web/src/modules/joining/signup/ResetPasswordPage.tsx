import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { checkPasswordLink, resetPassword } from "@touchline/contract/accounts/accounts";
import { Button, Notice } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { CallFailed, call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { focusFirstError, refusedFields } from "../../../form-errors.ts";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { sessionIsOver } from "../../../session/ending.ts";
import { BeforeShell } from "../../../shell/BeforeShell.tsx";
import { useTitle } from "../../../useTitle.ts";
import { NewPassword, passwordProblem } from "./NewPassword.tsx";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

/** A new password, by a mailed link. */
export function ResetPasswordPage() {
  useTitle(words.newPassword);
  const { token: tokenParam } = useSearch({ strict: false }) as { token?: unknown };
  const token = typeof tokenParam === "string" ? tokenParam : "";
  const link = useQuery({
    queryKey: ["passwordLink", token],
    queryFn: ({ signal }) => call(checkPasswordLink, { query: { token } }, { signal }),
    enabled: token !== "",
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const [password, setPassword] = useState("");
  const [found, setFound] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const setting = useMutation({
    mutationFn: (chosen: string) => call(resetPassword, { body: { token, password: chosen } }),
    // Every session of the account is over, also one in this browser.
    onSuccess: sessionIsOver,
    onError: (error) => {
      const refused = refusedFields(error)?.password;
      if (!refused) return;
      setFound(refused);
      focusFirstError(form.current);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (setting.isPending) return;
    const problem = passwordProblem(password);
    setFound(problem);
    if (problem) return focusFirstError(form.current);
    setting.mutate(password);
  };
  if (setting.isSuccess) {
    return (
      <BareFrame title={words.passwordSet} lead={words.passwordSetHelp}>
        <div className={classes.acts}>
          <Button label={words.logIn} href="/login" />
        </div>
      </BareFrame>
    );
  }
  const { error } = setting;
  const refusal = error instanceof CallFailed && error.status === 409 ? error.message : link.data?.message;
  if (refusal || token === "") {
    return (
      <BareFrame title={words.linkBroken} lead={refusal ?? words.resetLinkBrokenHelp}>
        <div className={classes.acts}>
          <Button label={words.sendNewLink} href="/forgot-password" />
          <Button variant="secondary" label={words.logIn} href="/login" />
        </div>
      </BareFrame>
    );
  }
  // If the link can't be checked, choosing a password will report the problem.
  if (link.isPending) return <BeforeShell label={words.checkingLink} />;
  return (
    <BareFrame title={words.choosePassword} lead={words.choosePasswordHelp}>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <NewPassword
          autoFocus
          value={password}
          onChange={(chosen) => {
            setPassword(chosen);
            setFound(null);
          }}
          error={found ?? undefined}
        />
        {error && !refusedFields(error) && <Notice tone="stop">{messageOf(error)}</Notice>}
        <Button type="submit" label={words.setPassword} fullWidth loading={setting.isPending} />
      </form>
    </BareFrame>
  );
}
