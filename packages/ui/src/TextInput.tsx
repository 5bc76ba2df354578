import type { ComponentProps } from "react";
import { Field, type Labelled } from "./Field.tsx";

/** A line of text. What an `input` takes, it takes; `className` is for the field as a whole. */
export interface TextInputProps extends Omit<ComponentProps<"input">, "size">, Labelled {}

export function TextInput({ label, description, error, className, id, ...rest }: TextInputProps) {
  return (
    <Field label={label} description={description} error={error} className={className} id={id}>
      {(attributes) => <input type="text" {...rest} {...attributes} />}
    </Field>
  );
}

/** A day, `YYYY-MM-DD`, by the browser's own calendar. */
export function DateInput(props: Omit<TextInputProps, "type">) {
  return <TextInput {...props} type="date" />;
}
