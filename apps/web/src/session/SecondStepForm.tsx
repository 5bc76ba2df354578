import { useMutation } from "@tanstack/react-query";
import type { SecondFactorMethod } from "@touchline/contract/accounts/second-factor";
import { Button, Notice, TextInput } from "@touchline/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../ErrorScreens.tsx";
import classes from "./LoginPage.module.css";
import { passkeyForSignIn, passkeysWork } from "./passkeys.ts";
import { type SecondFactor, secondStepProblem } from "./sign-in.ts";
import { words } from "./words.ts";

interface SecondStepFormProps {
  methods: readonly SecondFactorMethod[];
  busy: boolean;
  error: unknown;
  onShow: (factor: SecondFactor) => void;
  onBack: () => void;
}

/** Asks for the second factor after the password: a code from the app, a passkey, or a recovery code. */
export function SecondStepForm({ methods, busy, error, onShow, onBack }: SecondStepFormProps) {
  const passkey = methods.includes("passkey") && passkeysWork();
  const typed = (["code", "recovery"] as const).filter((method) => methods.includes(method));
  const [method, setMethod] = useState<"code" | "recovery">(methods.includes("code") ? "code" : "recovery");
  // If a passkey is the only second factor, the recovery code is the fallback and isn't shown first.
  const [typing, setTyping] = useState(methods.includes("code") || !passkey);
  const asking = useMutation({
    mutationFn: passkeyForSignIn,
    onSuccess: (assertion) => assertion !== null && onShow({ assertion }),
  });
  const other = typed.find((one) => one !== method || !typing);
  const problem = asking.error
    ? asking.error.message
    : error && !busy
      ? (secondStepProblem(error) ?? messageOf(error))
      : null;
  return (
    <div className={classes.form}>
      {problem && <Notice tone="stop">{problem}</Notice>}
      {passkey && (
        <Button
          variant={typing ? "secondary" : "primary"}
          label={words.usePasskey}
          fullWidth
          loading={asking.isPending || (busy && !typing)}
          onClick={() => asking.mutate()}
        />
      )}
      {typing && <CodeForm key={method} method={method} busy={busy} failed={error} onShow={onShow} />}
      {other && (
        <Button
          variant="quaternary"
          label={other === "code" ? words.useAppCode : words.useRecoveryCode}
          fullWidth
          onClick={() => {
            asking.reset();
            setMethod(other);
            setTyping(true);
          }}
        />
      )}
      <Button variant="transparent" label={words.back} fullWidth onClick={onBack} />
    </div>
  );
}

interface CodeFormProps {
  method: "code" | "recovery";
  busy: boolean;
  failed: unknown;
  onShow: (factor: SecondFactor) => void;
}

const fields = {
  code: {
    label: words.code,
    description: words.codeHelp,
    missing: words.codeInvalid,
    fits: (text: string) => /^\d{6}$/.test(text.replaceAll(/\s/g, "")),
  },
  recovery: {
    label: words.recoveryCode,
    description: words.recoveryCodeHelp,
    missing: words.recoveryCodeMissing,
    fits: (text: string) => text.trim() !== "",
  },
};

function CodeForm({ method, busy, failed, onShow }: CodeFormProps) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { label, description, missing, fits } = fields[method];
  useEffect(() => {
    if (failed) field.current?.select();
  }, [failed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!fits(text)) return field.current?.focus();
    if (!busy) onShow(method === "code" ? { code: text } : { recovery_code: text });
  };
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label={label}
        description={description}
        name={method}
        autoComplete={method === "code" ? "one-time-code" : "off"}
        inputMode={method === "code" ? "numeric" : "text"}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={40}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={tried && !fits(text) ? missing : undefined}
      />
      <Button type="submit" label={words.logIn} fullWidth loading={busy} />
    </form>
  );
}
