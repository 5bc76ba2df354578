import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { focusSoon, refusedFields } from "../../../form-errors.ts";
import { correctEmail, ownEmailQuery, sendConfirmationAgain } from "./queries.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

/**
 * For people who signed up and haven't confirmed their address: shows where the link was sent, sends it again, or corrects the
 * address.
 */
export function ConfirmAddress() {
  const own = useQuery(ownEmailQuery);
  const [correcting, setCorrecting] = useState(false);
  const sending = useMutation({ mutationFn: sendConfirmationAgain });
  if (!own.data) return null;
  const { email, confirmed } = own.data;
  if (confirmed) {
    return (
      <div className={classes.confirm}>
        <Notice tone="done" title={words.addressConfirmed}>
          {words.addressConfirmedHelp({ email })}
        </Notice>
      </div>
    );
  }
  return (
    <div className={classes.confirm}>
      <Notice tone="needs" title={words.confirmYourEmailAddress}>
        <p className={classes.address}>{words.confirmAddressHelp({ email })}</p>
        {correcting ? (
          <CorrectAddress before={email} onDone={() => setCorrecting(false)} />
        ) : (
          <>
            <div className={classes.confirmActs}>
              <Button
                small
                variant="secondary"
                label={words.resendLink}
                loading={sending.isPending}
                onClick={() => sending.mutate()}
              />
              <Button small variant="quaternary" label={words.correctAddress} onClick={() => setCorrecting(true)} />
            </div>
            {sending.error && !sending.isPending && (
              <p role="alert" className={classes.said}>
                {messageOf(sending.error)}
              </p>
            )}
            <p role="status" className={classes.said}>
              {sending.isSuccess && words.linkResent}
            </p>
          </>
        )}
      </Notice>
    </div>
  );
}

function CorrectAddress({ before, onDone }: { before: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  const correcting = useMutation({
    mutationFn: correctEmail,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ownEmailQuery.queryKey });
      onDone();
    },
    onError: () => focusSoon(() => field.current),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!correcting.isPending) correcting.mutate(email.trim());
  };
  const { error } = correcting;
  return (
    <form className={classes.correct} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label={words.yourEmailAddress}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={error ? (refusedFields(error)?.email ?? messageOf(error)) : undefined}
      />
      <div className={classes.confirmActs}>
        <Button small type="submit" label={words.sendLinkThere} loading={correcting.isPending} />
        <Button small variant="secondary" label={words.cancel} onClick={onDone} />
      </div>
    </form>
  );
}
