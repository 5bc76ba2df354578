import { type ReactNode, useId } from "react";
import classes from "./Choices.module.css";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A second, quieter line about the effect. */
  note?: string | undefined;
  icon?: ReactNode;
  /** Why it can't be chosen. It is then shown disabled, with this instead of the note. */
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
  /** The label is only for screen readers, because the group has a visible name nearby. */
  hideLabel?: boolean;
  /** Side by side. The note of the selected one, and all refusals, are below. */
  compact?: boolean;
  /** The first question of a dialog, so it gets the focus. */
  first?: boolean;
}

/** One of a few options with explanations: radio buttons as cards. */
export function Choices<Value extends string>({
  label,
  choices,
  value,
  onChange,
  error,
  hideLabel = false,
  compact = false,
  first = false,
}: ChoicesProps<Value>) {
  const id = useId();
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <fieldset className={classes.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={hideLabel ? classes.hidden : classes.legend}>{label}</legend>
      <div className={classes.row} data-compact={compact || undefined}>
        {choices.map((choice, place) => (
          <Card
            key={choice.value}
            choice={choice}
            group={id}
            checked={choice === chosen}
            onChange={onChange}
            first={first && place === 0}
          />
        ))}
      </div>
      {compact && chosen?.note && (
        <p className={classes.note} aria-hidden="true">
          {chosen.note}
        </p>
      )}
      {compact &&
        choices
          .filter((choice) => choice.refusal !== undefined)
          .map((choice) => (
            <p key={choice.value} className={classes.note} aria-hidden="true">
              {choice.label}: {choice.refusal}
            </p>
          ))}
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface CardProps<Value extends string> {
  choice: Choice<Value>;
  group: string;
  checked: boolean;
  onChange: (value: Value) => void;
  first: boolean;
}

function Card<Value extends string>({ choice, group, checked, onChange, first }: CardProps<Value>) {
  const refused = choice.refusal !== undefined;
  const about = `${group}-${choice.value}`;
  return (
    <label
      className={classes.choice}
      data-danger={choice.danger || undefined}
      data-refused={refused || undefined}
      title={choice.refusal}
    >
      <input
        type="radio"
        data-autofocus={first || undefined}
        name={group}
        value={choice.value}
        checked={checked}
        disabled={refused}
        aria-describedby={about}
        aria-keyshortcuts={choice.keyHint}
        onChange={() => onChange(choice.value)}
      />
      {choice.icon}
      <span className={classes.words}>
        <span className={classes.label}>{choice.label}</span>
        <span className={classes.note} id={about}>
          {choice.refusal ?? choice.note}
        </span>
      </span>
      {choice.keyHint && !refused && (
        <span className={classes.key} aria-hidden="true">
          {choice.keyHint}
        </span>
      )}
    </label>
  );
}
