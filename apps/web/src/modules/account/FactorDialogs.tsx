import { Button, Dialog, Notice, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { ProofForm, sentenceOf } from "./ProofForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import classes from "./SecondFactor.module.css";
import {
  addPasskey,
  type Passkey,
  type Proof,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  type SecondFactors,
  useChange,
} from "./secondFactors.ts";

export interface FactorDialogProps {
  factors: SecondFactors;
  onClose: () => void;
}

/** The last step where new codes were made: nothing closes it but the word that they are kept. */
export function KeepCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      opened
      blocking
      onClose={onClose}
      title="Keep your recovery codes"
      footer={<Button label="I have kept them" onClick={onClose} />}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

/** What this device is called where nobody says otherwise. */
function deviceName(): string {
  const known = /iPhone|iPad|Android|Windows|Mac|Linux/.exec(navigator.userAgent)?.[0];
  return known
    ? `My ${known === "Mac" ? "Mac" : known === "Windows" || known === "Linux" ? `${known} computer` : known}`
    : "My passkey";
}

/** A name, the proof, then the browser's own dialog; with the first factor the recovery codes follow. */
export function AddPasskeyDialog({ factors, onClose }: FactorDialogProps) {
  const formId = useId();
  const [name, setName] = useState(deviceName);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const notify = useNotify();
  const adding = useChange(addPasskey, (result) => {
    if (!result) return;
    notify("done", "The passkey was added.");
    if (result.recoveryCodes) setCodes(result.recoveryCodes);
    else onClose();
  });
  if (codes) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Add a passkey"
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} label="Go on" loading={adding.isPending} />
        </>
      }
    >
      <ProofForm
        id={formId}
        withPasskey={factors.passkeys.length > 0}
        busy={adding.isPending}
        error={adding.error}
        onProof={(proof) => adding.mutate({ proof, name: name.trim() || deviceName() })}
      >
        <p>
          Your device keeps the passkey and asks for your finger, face or PIN. With it you log in without a password.
        </p>
        <TextInput
          label="Name"
          description="To tell it from others: where it is kept."
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ProofForm>
    </Dialog>
  );
}

interface ConfirmDialogProps extends FactorDialogProps {
  title: string;
  label: string;
  danger?: boolean;
  children: ReactNode;
  act: (proof: Proof) => Promise<unknown>;
  done: string;
}

/** Something that the proof alone is asked for. */
function ConfirmDialog({ factors, onClose, title, label, danger = false, children, act, done }: ConfirmDialogProps) {
  const formId = useId();
  const notify = useNotify();
  const acting = useChange(act, () => {
    notify("done", done);
    onClose();
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} danger={danger} label={label} loading={acting.isPending} />
        </>
      }
    >
      <ProofForm
        id={formId}
        withPasskey={factors.passkeys.length > 0}
        busy={acting.isPending}
        error={acting.error}
        onProof={(proof) => acting.mutate(proof)}
      >
        <p>{children}</p>
      </ProofForm>
    </Dialog>
  );
}

const isLast = ({ passkeys, app }: SecondFactors) => passkeys.length + (app ? 1 : 0) === 1;
const afterLast =
  "It is your last second factor: from then on your password alone is enough, and your recovery codes go too.";

export function RemovePasskeyDialog({ passkey, ...props }: FactorDialogProps & { passkey: Passkey }) {
  return (
    <ConfirmDialog
      {...props}
      danger
      title={`Remove “${passkey.name}”?`}
      label="Remove passkey"
      act={(proof) => removePasskey(passkey.passkeyId, proof)}
      done="The passkey was removed."
    >
      It no longer logs you in.{" "}
      {isLast(props.factors) ? afterLast : "Remove it from your device too, where it would be offered still."}
    </ConfirmDialog>
  );
}

export function RemoveAppDialog(props: FactorDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      danger
      title="Remove the authenticator app?"
      label="Remove app"
      act={removeApp}
      done="The authenticator app was removed."
    >
      Its codes no longer work. {isLast(props.factors) ? afterLast : "You log in with a passkey."}
    </ConfirmDialog>
  );
}

export function NewCodesDialog({ factors, onClose }: FactorDialogProps) {
  const formId = useId();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const making = useChange(renewRecoveryCodes, (result) => setCodes(result.recoveryCodes));
  if (codes) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Make new recovery codes?"
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} label="Make new codes" loading={making.isPending} />
        </>
      }
    >
      <ProofForm
        id={formId}
        withPasskey={factors.passkeys.length > 0}
        busy={making.isPending}
        error={making.error}
        onProof={(proof) => making.mutate(proof)}
      >
        <p>The codes you have now stop working.</p>
      </ProofForm>
    </Dialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState(passkey.name);
  const renaming = useChange((next: string) => renamePasskey(passkey.passkeyId, next), onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !renaming.isPending) renaming.mutate(name.trim());
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Rename passkey"
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} label="Save" loading={renaming.isPending} />
        </>
      }
    >
      <form id={formId} className={classes.stack} noValidate onSubmit={submit}>
        {renaming.error && <Notice tone="stop">{sentenceOf(renaming.error)}</Notice>}
        <TextInput
          label="Name"
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name.trim() === "" ? "Give it a name." : undefined}
        />
      </form>
    </Dialog>
  );
}
