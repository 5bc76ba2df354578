import { Button, Checkbox, Notice, TextInput } from "@touchline/ui";
import type { ReactNode } from "react";
import page from "../RequirementPage.module.css";
import { words } from "../words.ts";
import classes from "./Flows.module.css";
import type { Signature } from "./useSignature.ts";

interface SignatureFormProps {
  signature: Signature;
  statement: string;
  nameLabel: string;
  /** The name on file of the person who signs. */
  signerName: string;
  signLabel: string;
  /** Stands above the box. */
  intro?: ReactNode;
  /** Stands between the box and the name. */
  option?: ReactNode;
  /** Stands below the button. */
  children: ReactNode;
}

/** The box to tick, the name to type and the button to sign, below the text that is signed. */
export function SignatureForm(props: SignatureFormProps) {
  const { signature, statement, nameLabel, signerName, signLabel, intro, option, children } = props;
  const { form, accepted, name, isPending, errors, failure } = signature;
  return (
    <form ref={form} className={page.form} onSubmit={signature.submit} noValidate>
      {intro}
      <Checkbox
        label={statement}
        checked={accepted}
        disabled={isPending}
        onChange={(event) => signature.accept(event.target.checked)}
        error={errors.accepted}
      />
      {option}
      <TextInput
        label={nameLabel}
        description={words.fullNameHelp({ name: signerName })}
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={200}
        className={classes.name}
        value={name}
        disabled={isPending}
        onChange={(event) => signature.typeName(event.currentTarget.value)}
        error={errors.name}
      />
      {failure && (
        <Notice tone="stop" title={words.notSigned}>
          {failure}
        </Notice>
      )}
      <div className={page.buttons}>
        <Button type="submit" label={failure ? words.tryAgain : signLabel} loading={isPending} />
      </div>
      {children}
    </form>
  );
}
