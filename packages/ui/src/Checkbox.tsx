import { Checkbox as MantineCheckbox, type CheckboxProps as MantineCheckboxProps } from "@mantine/core";
import type { Labelled } from "./fieldStyles.ts";
import classes from "./fields.module.css";

export type CheckboxProps = Labelled<MantineCheckboxProps>;
export function Checkbox(props: CheckboxProps) {
  return <MantineCheckbox {...props} classNames={{ input: classes.box ?? "", error: classes.error ?? "" }} />;
}
