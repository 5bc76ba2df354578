import type { ComponentProps } from "react";
import { Field, type Labelled } from "./Field.tsx";

/** Text of several lines, four by default. It takes the props of a `textarea`. */
export interface TextareaProps extends ComponentProps<"textarea">, Labelled {}

export function Textarea({ label, description, error, className, id, ...rest }: TextareaProps) {
  return (
    <Field label={label} description={description} error={error} className={className} id={id}>
      {(attributes) => <textarea rows={4} {...rest} {...attributes} />}
    </Field>
  );
}
