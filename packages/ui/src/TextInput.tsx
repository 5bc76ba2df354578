import type { ComponentProps } from "react";
import { Field, type Labelled } from "./Field.tsx";

/** A line of text. It takes the props of an `input`. `className` is for the field as a whole. */
export interface TextInputProps extends Omit<ComponentProps<"input">, "size">, Labelled {}

export function TextInput({ label, description, error, className, id, ...rest }: TextInputProps) {
  return (
    <Field label={label} description={description} error={error} className={className} id={id}>
      {(attributes) => <input type="text" {...rest} {...attributes} />}
    </Field>
  );
}

/** A date, `YYYY-MM-DD`, with the browser's own calendar. */
export function DateInput(props: Omit<TextInputProps, "type">) {
  return <TextInput {...props} type="date" />;
}
