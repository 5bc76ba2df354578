import { TextInput as MantineTextInput, type TextInputProps as MantineTextInputProps } from "@mantine/core";
import { fieldClassNames, type Labelled } from "./fieldStyles.ts";

export type TextInputProps = Labelled<MantineTextInputProps>;
export function TextInput(props: TextInputProps) {
  return <MantineTextInput {...props} classNames={fieldClassNames} />;
}

/** A day, `YYYY-MM-DD`, by the browser's own calendar. */
export function DateInput(props: Omit<TextInputProps, "type">) {
  return <MantineTextInput {...props} type="date" classNames={fieldClassNames} />;
}
