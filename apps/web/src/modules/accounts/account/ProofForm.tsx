import { useMutation } from "@tanstack/react-query";
import { waitInWords } from "@touchline/contract/wait";
import { Button, Notice, PasswordInput } from "@touchline/ui";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { CallFailed } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { FirstPassword } from "./FirstPassword.tsx";
import classes from "./SecondFactor.module.css";
import { type Proof, proofByPasskey, useWaysToProve } from "./second-factors.ts";
import { words } from "./words.ts";

interface ProofFormProps {
  id: string;
  busy: boolean;
  error: Error | null;
  onProof: (proof: Proof) => void;
  /** Tests whether the rest of the form is valid, and shows what is missing. */
  ready?: () => boolean;
  /** What else is asked for. */
  children?: ReactNode;
  /** The button that sends it, where that is no part of a dialog. */
  acts?: ReactNode;
  /** Where the focus begins at the password: in a dialog, unless said otherwise; on a page when it is opened. */
  first?: "dialog" | "page" | "no";
}

/**
 * That the owner of the account is there now: the password, or a passkey; of an account without a password a passkey alone.
 * The button that sends it names `id` as its form.
 */
export function ProofForm({
  id,
  busy,
  error,
  onProof,
  ready = () => true,
  children,
  acts,
  first = "dialog",
}: ProofFormProps) {
  const ways = useWaysToProve();
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
    if (!ready() || busy || asking.isPending) return;
    if (!ways.password) return ways.passkey && asking.mutate();
    if (password === "") return field.current?.focus();
    onProof({ password });
  };
  if (!ways.any) return <FirstPassword />;
  const problem = asking.error ?? (busy ? null : error);
  return (
    <form id={id} className={classes.stack} noValidate onSubmit={submit}>
      {problem && <Notice tone="stop">{sentenceOf(problem)}</Notice>}
      {children}
      {ways.password ? (
        <PasswordInput
          ref={field}
          label={words.currentPassword}
          description={words.currentPasswordHint}
          name="current-password"
          autoComplete="current-password"
          data-autofocus={first === "dialog" || undefined}
          autoFocus={first === "page"}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && password === "" ? words.enterCurrentPassword : undefined}
        />
      ) : (
        <p className={classes.quiet}>{words.passkeyNext}</p>
      )}
      {ways.password && ways.passkey && (
        <div>
          <Button
            variant="quaternary"
            label={words.usePasskey}
            loading={asking.isPending}
            onClick={() => ready() && asking.mutate()}
          />
        </div>
      )}
      {acts}
    </form>
  );
}

/** What went wrong: with a call, or with the browser's own dialog. */
export function sentenceOf(error: Error): string {
  if (!(error instanceof CallFailed)) return error.message;
  if (error.status === 429) return words.tooManyTries({ wait: waitInWords(error.retryAfter ?? 60) });
  return messageOf(error);
}
