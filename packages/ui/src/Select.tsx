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
 * One of several, found by typing. The list opens beside the field, also for those who read the page, and scrolls by
 * itself.
 */
export function Select(props: SelectProps) {
  return (
    <MantineSelect comboboxProps={{ withinPortal: false }} withScrollArea={false} {...props} classNames={classNames} />
  );
}
