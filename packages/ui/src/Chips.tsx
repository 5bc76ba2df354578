import { useId } from "react";
import classes from "./Chips.module.css";

export interface ChipsProps<Value extends string> {
  label: string;
  /** A sentence under the label. */
  description?: string;
  options: readonly { value: Value; label: string }[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
  error?: string | undefined;
  /** The label is only for screen readers, because the group has a visible name nearby. */
  hideLabel?: boolean;
}

/** Several short options as chips, which are checkboxes. The selection keeps the order of the options. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { label, description, options, selected, onChange, error, hideLabel = false } = props;
  const id = useId();
  const toggle = (value: Value) =>
    onChange(options.map((option) => option.value).filter((one) => (one === value) !== selected.includes(one)));
  return (
    <fieldset className={classes.chips} aria-describedby={`${id}-about`}>
      <legend className={hideLabel ? classes.hidden : classes.legend}>{label}</legend>
      {description && <p className={classes.description}>{description}</p>}
      <div className={classes.row}>
        {options.map((option) => (
          <label key={option.value} className={classes.chip}>
            <input
              type="checkbox"
              checked={selected.includes(option.value)}
              aria-invalid={error !== undefined || undefined}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <p className={classes.error} id={`${id}-about`}>
        {error}
      </p>
    </fieldset>
  );
}
