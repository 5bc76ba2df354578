import { Button, Dialog, Notice, TextInput, TextLink, useNotify } from "@touchline/ui";
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { type FactorDialogProps, KeepCodesDialog } from "./FactorDialogs.tsx";
import { ProofForm, sentenceOf } from "./ProofForm.tsx";
import classes from "./SecondFactor.module.css";
import { beginApp, finishApp, type NewApp, useChange, useWaysToProve } from "./second-factors.ts";
import { words } from "./words.ts";

const QrCode = lazy(() => import("../../../codes/QrCode.tsx").then((file) => ({ default: file.QrCode })));

/** The proof, then the picture for the app and a code from it; with the first factor the recovery codes follow. */
export function AddAppDialog({ onClose }: Pick<FactorDialogProps, "onClose">) {
  const formId = useId();
  const [app, setApp] = useState<NewApp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { any } = useWaysToProve();
  const notify = useNotify();
  const beginning = useChange(beginApp, setApp);
  const finishing = useChange(finishApp, ({ recoveryCodes }) => {
    notify("done", words.appAdded);
    if (recoveryCodes) setCodes(recoveryCodes);
    else onClose();
  });
  if (codes) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={app === null}
      title={app ? words.scanTitle : words.setUpAnAuthenticatorApp}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          {any && (
            <Button
              type="submit"
              form={formId}
              label={app ? words.confirm : words.continue}
              loading={beginning.isPending || finishing.isPending}
            />
          )}
        </>
      }
    >
      {app ? (
        <ScanForm
          id={formId}
          app={app}
          busy={finishing.isPending}
          error={finishing.error}
          onCode={(code) => finishing.mutate({ totpId: app.totpId, code })}
        />
      ) : (
        <ProofForm
          id={formId}
          busy={beginning.isPending}
          error={beginning.error}
          onProof={(proof) => beginning.mutate(proof)}
        >
          <p>{words.appAbout}</p>
        </ProofForm>
      )}
    </Dialog>
  );
}

interface ScanFormProps {
  id: string;
  app: NewApp;
  busy: boolean;
  error: Error | null;
  onCode: (code: string) => void;
}

function ScanForm({ id, app, busy, error, onCode }: ScanFormProps) {
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  const fits = /^\d{6}$/.test(code.replaceAll(/\s/g, ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!fits) return field.current?.focus();
    if (!busy) onCode(code);
  };
  return (
    <form id={id} className={classes.stack} noValidate onSubmit={submit}>
      {error && !busy && <Notice tone="stop">{sentenceOf(error)}</Notice>}
      <div className={classes.picture}>
        <Suspense>
          <QrCode text={app.uri} label={words.qrCode} />
        </Suspense>
      </div>
      <p className={classes.quiet}>{words.scanAlternative}</p>
      <p className={classes.secret}>{inGroups(app.secret)}</p>
      <p>
        <TextLink href={app.uri}>{words.openApp}</TextLink>
      </p>
      <TextInput
        ref={field}
        label={words.code}
        description={words.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={tried && !fits ? words.enterCode : undefined}
      />
    </form>
  );
}

/** Easier to type: four at a time. */
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
