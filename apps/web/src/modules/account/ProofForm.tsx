import { useMutation } from "@tanstack/react-query";
import { waitInWords } from "@touchline/contract/wait";
import { Button, Notice, PasswordInput } from "@touchline/ui";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CallFailed } from "../../client.ts";
import { messageOf } from "../../errorScreens.tsx";
import { passkeysWork } from "../../session/passkeys.ts";
import classes from "./SecondFactor.module.css";
import { type Proof, proofByPasskey } from "./secondFactors.ts";

interface ProofFormProps {
  id: string;
  /** Whether a passkey of the account may take the password's place. */
  withPasskey: boolean;
  busy: boolean;
  error: Error | null;
  onProof: (proof: Proof) => void;
  /** What else is asked for; null when it is not ready to be sent. */
  children?: ReactNode;
}

/** That the owner of the account is there now: the password, or a passkey. The button that sends it names `id` as its form. */
export function ProofForm({ id, withPasskey, busy, error, onProof, children }: ProofFormProps) {
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const asking = useMutation({
    mutationFn: proofByPasskey,
    onSuccess: (proof) => proof && onProof(proof),
  });
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === "") return field.current?.focus();
    if (!busy) onProof({ password });
  };
  const problem = asking.error ?? (busy ? null : error);
  return (
    <form id={id} className={classes.stack} noValidate onSubmit={submit}>
      {problem && <Notice tone="stop">{sentenceOf(problem)}</Notice>}
      {children}
      <PasswordInput
        ref={field}
        label="Your current password"
        description="So that nobody else does this at your desk."
        name="current-password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={tried && password === "" ? "Write your password." : undefined}
      />
      {withPasskey && passkeysWork() && (
        <Button
          variant="quaternary"
          label="Use a passkey instead"
          loading={asking.isPending}
          onClick={() => asking.mutate()}
        />
      )}
    </form>
  );
}

/** What went wrong: with a call, or with the browser's own dialog. */
export function sentenceOf(error: Error): string {
  if (!(error instanceof CallFailed)) return error.message;
  if (error.status === 429) return `Too many tries. Try again in ${waitInWords(error.retryAfter ?? 60)}.`;
  return messageOf(error);
}
