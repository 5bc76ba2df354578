import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changePassword } from "@touchline/contract/accounts/account-settings";
import { Button, Panel, TextLink, useNotify } from "@touchline/ui";
import { useId, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { refusedFields } from "../../../form-errors.ts";
import { keepTypedAddress } from "../../../session/form-draft.ts";
import { useLogin } from "../../../session/useLogin.ts";
import { NewPassword, passwordProblem } from "../../joining/signup/NewPassword.tsx";
import classes from "./Account.module.css";
import { FirstPassword } from "./FirstPassword.tsx";
import { ProofForm } from "./ProofForm.tsx";
import { sessionsQuery } from "./queries.ts";
import { linkedQuery, type Proof, useWaysToProve } from "./second-factors.ts";
import { words } from "./words.ts";

/** Another password, or the first one. */
export function PasswordPanel() {
  const [changing, setChanging] = useState<boolean | null>(null);
  const { password, any } = useWaysToProve();
  return (
    <Panel title={words.password}>
      {!any ? (
        <FirstPassword />
      ) : changing ? (
        <PasswordForm onDone={() => setChanging(false)} />
      ) : (
        <Button
          variant="secondary"
          label={password ? words.changePassword : words.setPassword}
          // Back where one began, once it is done or left.
          autoFocus={changing === false}
          onClick={() => setChanging(true)}
        />
      )}
    </Panel>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const formId = useId();
  const ways = useWaysToProve();
  const { userData } = useLogin();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const wrong = (what: string | undefined) => {
    setProblem(what);
    if (what) field.current?.focus();
    return what !== undefined;
  };
  const changing = useMutation({
    mutationFn: (proof: Proof) => call(changePassword, { body: { proof, password } }),
    onSuccess: async () => {
      notify("done", words.passwordChanged);
      onDone();
      await Promise.all(
        [sessionsQuery, linkedQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => wrong(refusedFields(error)?.password),
  });
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{words.passwordAbout}</p>
      <ProofForm
        id={formId}
        first="page"
        busy={changing.isPending}
        error={problem ? null : changing.error}
        onProof={changing.mutate}
        ready={() => !wrong(passwordProblem(password) ?? undefined)}
        acts={
          <>
            <NewPassword
              ref={field}
              label={words.newPassword}
              value={password}
              onChange={(chosen) => {
                setPassword(chosen);
                setProblem(undefined);
              }}
              error={problem}
            />
            <div className={classes.acts}>
              <Button type="submit" label={words.savePassword} loading={changing.isPending} />
              <Button variant="secondary" label={words.cancel} onClick={onDone} />
            </div>
            {ways.password && (
              <p className={classes.quiet}>
                <TextLink href="/forgot-password" onClick={() => keepTypedAddress(userData.email)}>
                  {words.forgotYourCurrentPassword}
                </TextLink>
              </p>
            )}
          </>
        }
      />
    </div>
  );
}
