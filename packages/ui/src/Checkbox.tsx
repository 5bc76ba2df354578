import { type ComponentProps, useId } from "react";
import classes from "./Checkbox.module.css";
import type { Labelled } from "./Field.tsx";

/** Takes the props of an `input`. `className` is for the box and its label together. */
export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "size">, Labelled {}

/** A checkbox with its label. */
export function Checkbox({ label, description, error, className, id: givenId, ...rest }: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={[classes.whole, className].filter(Boolean).join(" ")}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        className={classes.box}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
      <div className={classes.words}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        {description && (
          <p className={classes.description} id={`${id}-about`}>
            {description}
          </p>
        )}
        {error && (
          <p className={classes.error} id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
