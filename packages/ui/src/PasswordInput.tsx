import { useState } from "react";
import classes from "./Field.module.css";
import { Field } from "./Field.tsx";
import { IconEye, IconEyeOff } from "./icons.ts";
import type { TextInputProps } from "./TextInput.tsx";
import { words } from "./words.ts";

/** A password that is hidden until the reader shows it. */
export function PasswordInput(props: Omit<TextInputProps, "type">) {
  const { label, description, error, className, id, ...rest } = props;
  const [isVisible, setIsVisible] = useState(false);
  const Picture = isVisible ? IconEyeOff : IconEye;
  return (
    <Field label={label} description={description} error={error} className={className} id={id}>
      {(attributes) => (
        <div className={classes.secret}>
          <input {...rest} {...attributes} type={isVisible ? "text" : "password"} />
          <button
            type="button"
            className={classes.reveal}
            aria-label={isVisible ? words.hidePassword : words.showPassword}
            onClick={() => setIsVisible(!isVisible)}
          >
            <Picture aria-hidden="true" size={20} />
          </button>
        </div>
      )}
    </Field>
  );
}
