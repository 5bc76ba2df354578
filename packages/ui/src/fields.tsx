import {
  Checkbox as MantineCheckbox,
  type CheckboxProps as MantineCheckboxProps,
  PasswordInput as MantinePasswordInput,
  type PasswordInputProps as MantinePasswordInputProps,
  Select as MantineSelect,
  type SelectProps as MantineSelectProps,
  Textarea as MantineTextarea,
  type TextareaProps as MantineTextareaProps,
  TextInput as MantineTextInput,
  type TextInputProps as MantineTextInputProps,
} from "@mantine/core";
import classes from "./fields.module.css";

/** Every field has a visible name; what is wrong with it is said under it, and read with it. */
type Labelled<Props> = Omit<Props, "label" | "error" | "size" | "classNames"> & {
  label: string;
  error?: string | undefined;
};

const classNames = {
  wrapper: classes.wrapper ?? "",
  input: classes.input ?? "",
  label: classes.label ?? "",
  description: classes.description ?? "",
  error: classes.error ?? "",
};

export type TextInputProps = Labelled<MantineTextInputProps>;
export function TextInput(props: TextInputProps) {
  return <MantineTextInput {...props} classNames={classNames} />;
}

/** A day, `YYYY-MM-DD`, by the browser's own calendar. */
export function DateInput(props: Omit<TextInputProps, "type">) {
  return <MantineTextInput {...props} type="date" classNames={classNames} />;
}

export type PasswordInputProps = Labelled<MantinePasswordInputProps>;
export function PasswordInput(props: PasswordInputProps) {
  return (
    <MantinePasswordInput
      {...props}
      classNames={classNames}
      visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
    />
  );
}

export type SelectProps = Labelled<MantineSelectProps>;
/** One of a list. The list opens beside the field, also for those who read the page, and scrolls by itself. */
export function Select(props: SelectProps) {
  return (
    <MantineSelect
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      {...props}
      classNames={{ ...classNames, options: classes.options ?? "" }}
    />
  );
}

export type TextareaProps = Labelled<MantineTextareaProps>;
export function Textarea(props: TextareaProps) {
  return <MantineTextarea {...props} classNames={classNames} />;
}

export type CheckboxProps = Labelled<MantineCheckboxProps>;
export function Checkbox(props: CheckboxProps) {
  return <MantineCheckbox {...props} classNames={{ input: classes.box ?? "", error: classes.error ?? "" }} />;
}
