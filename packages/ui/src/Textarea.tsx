import { Textarea as MantineTextarea, type TextareaProps as MantineTextareaProps } from "@mantine/core";
import { fieldClassNames, type Labelled } from "./fieldStyles.ts";

export type TextareaProps = Labelled<MantineTextareaProps>;
export function Textarea(props: TextareaProps) {
  return <MantineTextarea {...props} classNames={fieldClassNames} />;
}
