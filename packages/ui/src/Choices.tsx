import { type ReactNode, useId } from "react";
import classes from "./Choices.module.css";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A second, quieter line: what follows from it. */
  note?: string | undefined;
  icon?: ReactNode;
  /** Why it cannot be chosen; it is then shown, disabled, with this in place of the note. */
  refusal?: string | undefined;
  /** The key that chooses it, as a hint. */
  keyHint?: string | undefined;
  danger?: boolean;
}

export interface ChoicesProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** The label is read, not shown: something beside it names the group. */
  hideLabel?: boolean;
}

/** One of a few, each said in full: radio buttons as cards. */
export function Choices<Value extends string>({
  label,
  choices,
  value,
  onChange,
  error,
  hideLabel,
}: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className={classes.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={hideLabel ? classes.hidden : classes.legend}>{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classes.choice}
          data-danger={choice.danger || undefined}
          data-refused={choice.refusal !== undefined || undefined}
        >
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.refusal !== undefined}
            aria-describedby={`${id}-${choice.value}`}
            aria-keyshortcuts={choice.keyHint}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon}
          <span className={classes.words}>
            <span className={classes.label}>{choice.label}</span>
            <span className={classes.note} id={`${id}-${choice.value}`}>
              {choice.refusal ?? choice.note}
            </span>
          </span>
          {choice.keyHint && choice.refusal === undefined && (
            <span className={classes.key} aria-hidden="true">
              {choice.keyHint}
            </span>
          )}
        </label>
      ))}
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
