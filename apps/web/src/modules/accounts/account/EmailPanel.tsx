import { useMutation, useQueryClient } from "@tanstack/react-query";
import { askNewEmail, forgetNewEmail } from "@touchline/contract/accounts/account-settings";
import { Badge, Button, IconMailQuestion, Notice, Panel, TextInput, useNotify } from "@touchline/ui";
import { useId, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { problemsOf, refusedFields } from "../../../form-errors.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Account.module.css";
import { ProofForm } from "./ProofForm.tsx";
import { accountQuery, type OwnAccount } from "./queries.ts";
import type { Proof } from "./second-factors.ts";
import { words } from "./words.ts";

/** The address one logs in with, and the way to another. */
export function EmailPanel({ account }: { account: OwnAccount }) {
  const [changing, setChanging] = useState<boolean | null>(null);
  const { email, emailConfirmed, awaited } = account;
  return (
    <Panel title={words.emailAddress}>
      <p>
        <span className={classes.value}>{email}</span>{" "}
        {!emailConfirmed && (
          <Badge tone="needs" icon={IconMailQuestion}>
            {words.notConfirmed}
          </Badge>
        )}
      </p>
      <p className={classes.lead}>{words.emailAbout}</p>
      {awaited && <Awaited {...awaited} />}
      {changing ? (
        <EmailForm onDone={() => setChanging(false)} />
      ) : (
        <div className={awaited ? classes.apart : undefined}>
          <Button
            variant="secondary"
            label={awaited ? words.useAnotherAddress : words.changeEmailAddress}
            // Back where one began, once it is done or left.
            autoFocus={changing === false}
            onClick={() => setChanging(true)}
          />
        </div>
      )}
    </Panel>
  );
}

/** The link is on its way; until it is opened everything is as before. */
function Awaited({ email, until }: NonNullable<OwnAccount["awaited"]>) {
  const { organization } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const forgetting = useMutation({
    mutationFn: () => call(forgetNewEmail),
    onSuccess: async () => {
      notify("done", words.emailUnchanged);
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  return (
    <>
      <Notice
        tone="waits"
        title={words.openEmail({ email })}
        action={
          <Button
            small
            variant="secondary"
            label={words.cancelChange}
            loading={forgetting.isPending}
            onClick={() => forgetting.mutate()}
          />
        }
      >
        {words.openEmailAbout({ date: momentText(until, organization.timeZone) })}
      </Notice>
      {forgetting.error && <Notice tone="stop">{messageOf(forgetting.error)}</Notice>}
    </>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const formId = useId();
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const wrong = (what: string | undefined) => {
    setProblem(what);
    if (what) field.current?.focus();
    return what !== undefined;
  };
  const asking = useMutation({
    mutationFn: (proof: Proof) => call(askNewEmail, { body: { email: email.trim(), proof } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      onDone();
    },
    onError: (error) => wrong(refusedFields(error)?.email),
  });
  return (
    <div className={`${classes.form} ${classes.apart}`}>
      <ProofForm
        id={formId}
        busy={asking.isPending}
        error={problem ? null : asking.error}
        onProof={asking.mutate}
        first="no"
        ready={() => !wrong(problemsOf(askNewEmail.body.shape.email, email.trim())?.[""])}
        acts={
          <div className={classes.acts}>
            <Button type="submit" label={words.sendLink} loading={asking.isPending} />
            <Button variant="secondary" label={words.cancel} onClick={onDone} />
          </div>
        }
      >
        <TextInput
          ref={field}
          label={words.newEmailAddress}
          description={words.newEmailHint}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problem}
        />
      </ProofForm>
    </div>
  );
}
