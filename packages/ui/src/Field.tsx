import { type ReactNode, useId } from "react";
import classes from "./Field.module.css";

/** Every field has a visible name. Its error is shown under it and read with it. */
export interface Labelled {
  label: string;
  /** A sentence under the label. */
  description?: ReactNode;
  error?: string | undefined;
}

/** The attributes that link a field's element to its texts. */
export interface FieldAttributes {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps extends Labelled {
  id?: string | undefined;
  className?: string | undefined;
  children: (attributes: FieldAttributes) => ReactNode;
}

/** The texts around a field, in the same order everywhere: name, explanation, the field, and the error. */
export function Field({ label, description, error, id: givenId, className, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={[classes.field, className].filter(Boolean).join(" ")}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {description && (
        <p className={classes.description} id={`${id}-about`}>
          {description}
        </p>
      )}
      {children({
        id,
        className: classes.input ?? "",
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
