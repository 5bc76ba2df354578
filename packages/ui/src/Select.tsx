import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Select as MantineSelect, type SelectProps as MantineSelectProps } from "@mantine/core";
import classes from "./fields.module.css";

export type SelectProps = Omit<MantineSelectProps, "label" | "error" | "size" | "classNames"> & {
  label: string;
  error?: string | undefined;
};

const classNames = {
  wrapper: classes.wrapper ?? "",
  input: classes.input ?? "",
  label: classes.label ?? "",
  description: classes.description ?? "",
  error: classes.error ?? "",
  options: classes.options ?? "",
};

/**
 * A select whose options are found by typing. The list opens next to the field and scrolls on its own, also for screen readers.
 */
export function Select(props: SelectProps) {
  return (
    <MantineSelect comboboxProps={{ withinPortal: false }} withScrollArea={false} {...props} classNames={classNames} />
  );
}
