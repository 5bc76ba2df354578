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
  /** Further fields of the form. */
  children?: ReactNode;
  /** The button that sends it, where that is no part of a dialog. */
  acts?: ReactNode;
  /** Whether the password field has the focus first: in a dialog unless disabled; on a page once it is opened. */
  first?: "dialog" | "page" | "no";
}

/**
 * Proves that the account's owner is present: by password or passkey; accounts without a password need a passkey. The button
 * that submits it names `id` as its form.
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

/** The error of a call, or of the browser's own dialog. */
export function sentenceOf(error: Error): string {
  if (!(error instanceof CallFailed)) return error.message;
  if (error.status === 429) return words.tooManyTries({ wait: waitInWords(error.retryAfter ?? 60) });
  return messageOf(error);
}
