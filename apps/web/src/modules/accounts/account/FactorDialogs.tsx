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
  useWaysToProve,
} from "./second-factors.ts";
import { words } from "./words.ts";

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
      title={words.saveCodesTitle}
      footer={<Button label={words.codesSaved} onClick={onClose} />}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

/** The default name of this device. */
function deviceName(): string {
  const known = /iPhone|iPad|Android|Windows|Mac|Linux/.exec(navigator.userAgent)?.[0];
  if (!known) return words.myPasskey;
  return known === "Windows" || known === "Linux"
    ? words.myComputer({ system: known })
    : words.myDevice({ device: known });
}

interface ProofDialogProps {
  title: string;
  label: string;
  danger?: boolean;
  change: { isPending: boolean; error: Error | null };
  onProof: (proof: Proof) => void;
  onClose: () => void;
  children: ReactNode;
}

/** An action that needs a proof of identity. */
function ProofDialog({ title, label, danger = false, change, onProof, onClose, children }: ProofDialogProps) {
  const formId = useId();
  const { any } = useWaysToProve();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          {any && <Button type="submit" form={formId} danger={danger} label={label} loading={change.isPending} />}
        </>
      }
    >
      <ProofForm id={formId} busy={change.isPending} error={change.error} onProof={onProof}>
        {children}
      </ProofForm>
    </Dialog>
  );
}

/** A name, the proof, then the browser's own dialog; with the first factor the recovery codes follow. */
export function AddPasskeyDialog({ onClose }: Pick<FactorDialogProps, "onClose">) {
  const [name, setName] = useState(deviceName);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const notify = useNotify();
  const adding = useChange(addPasskey, (result) => {
    if (!result) return;
    notify("done", words.passkeyAdded);
    if (result.recoveryCodes) setCodes(result.recoveryCodes);
    else onClose();
  });
  if (codes) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={words.addAPasskey}
      label={words.continue}
      change={adding}
      onProof={(proof) => adding.mutate({ proof, name: name.trim() || deviceName() })}
      onClose={onClose}
    >
      <p>{words.passkeyAbout}</p>
      <TextInput
        label={words.name}
        description={words.passkeyNameHint}
        maxLength={60}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProofDialog>
  );
}

interface ConfirmDialogProps extends Pick<ProofDialogProps, "title" | "label" | "onClose" | "children"> {
  act: (proof: Proof) => Promise<unknown>;
  done: string;
}

/** Removes something, for which only the proof is required. */
function ConfirmDialog({ onClose, act, done, children, ...texts }: ConfirmDialogProps) {
  const notify = useNotify();
  const acting = useChange(act, () => {
    notify("done", done);
    onClose();
  });
  return (
    <ProofDialog {...texts} danger change={acting} onProof={acting.mutate} onClose={onClose}>
      <p>{children}</p>
    </ProofDialog>
  );
}

const isLast = ({ passkeys, app }: SecondFactors) => passkeys.length + (app ? 1 : 0) === 1;

export function RemovePasskeyDialog({ passkey, factors, onClose }: FactorDialogProps & { passkey: Passkey }) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.removeTitle({ name: passkey.name })}
      label={words.removePasskey}
      act={(proof) => removePasskey(passkey.passkeyId, proof)}
      done={words.passkeyRemoved}
    >
      {isLast(factors) ? words.removeLastPasskeyAbout : words.removePasskeyAbout}
    </ConfirmDialog>
  );
}

export function RemoveAppDialog({ factors, onClose }: FactorDialogProps) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.removeAppTitle}
      label={words.removeApp}
      act={removeApp}
      done={words.appRemoved}
    >
      {isLast(factors) ? words.removeLastAppAbout : words.removeAppAbout}
    </ConfirmDialog>
  );
}

export function NewCodesDialog({ onClose }: Pick<FactorDialogProps, "onClose">) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const making = useChange(renewRecoveryCodes, (result) => setCodes(result.recoveryCodes));
  if (codes) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title={words.newCodesTitle}
      label={words.newCodes}
      change={making}
      onProof={making.mutate}
      onClose={onClose}
    >
      <p>{words.newCodesAbout}</p>
    </ProofDialog>
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
      title={words.renamePasskey}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button type="submit" form={formId} label={words.save} loading={renaming.isPending} />
        </>
      }
    >
      <form id={formId} className={classes.stack} noValidate onSubmit={submit}>
        {renaming.error && <Notice tone="stop">{sentenceOf(renaming.error)}</Notice>}
        <TextInput
          label={words.name}
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name.trim() === "" ? words.enterName : undefined}
        />
      </form>
    </Dialog>
  );
}
