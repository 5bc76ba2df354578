import { Select as MantineSelect, type SelectProps as MantineSelectProps } from "@mantine/core";
import { fieldClassNames, type Labelled } from "./fieldStyles.ts";
import classes from "./fields.module.css";

const classNames = { ...fieldClassNames, options: classes.options ?? "" };

export type SelectProps = Labelled<MantineSelectProps>;
/** One of a list. The list opens beside the field, also for those who read the page, and scrolls by itself. */
export function Select(props: SelectProps) {
  return (
    <MantineSelect comboboxProps={{ withinPortal: false }} withScrollArea={false} {...props} classNames={classNames} />
  );
}
