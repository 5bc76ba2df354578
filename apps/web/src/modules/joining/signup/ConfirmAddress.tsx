import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { focusSoon, refusedFields } from "../../../form-errors.ts";
import { correctEmail, ownEmailQuery, sendConfirmationAgain } from "./queries.ts";
import classes from "./Signup.module.css";

/** For whoever signed up and has not confirmed the address: where the link went, once more, or to another address. */
export function ConfirmAddress() {
  const own = useQuery(ownEmailQuery);
  const [correcting, setCorrecting] = useState(false);
  const sending = useMutation({ mutationFn: sendConfirmationAgain });
  if (!own.data) return null;
  const { email, confirmed } = own.data;
  if (confirmed) {
    return (
      <div className={classes.confirm}>
        <Notice tone="done" title="Your address is confirmed">
          From now on, log in with {email}.
        </Notice>
      </div>
    );
  }
  return (
    <div className={classes.confirm}>
      <Notice tone="needs" title="Confirm your email address">
        <p>
          We sent a link to <strong className={classes.address}>{email}</strong>. Open it within three days: until then
          you count as not confirmed, and cannot log in again.
        </p>
        {correcting ? (
          <CorrectAddress before={email} onDone={() => setCorrecting(false)} />
        ) : (
          <>
            <div className={classes.confirmActs}>
              <Button
                small
                variant="secondary"
                label="Submit again"
                loading={sending.isPending}
                onClick={() => sending.mutate()}
              />
              <Button small variant="quaternary" label="Correct the address" onClick={() => setCorrecting(true)} />
            </div>
            {sending.error && !sending.isPending && (
              <p role="alert" className={classes.said}>
                {messageOf(sending.error)}
              </p>
            )}
            <p role="status" className={classes.said}>
              {sending.isSuccess && "Sent. Check your spam folder too."}
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
        label="Your email address"
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
        <Button small type="submit" label="Send the link there" loading={correcting.isPending} />
        <Button small variant="secondary" label="Cancel" onClick={onDone} />
      </div>
    </form>
  );
}
