import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Checkbox as MantineCheckbox, type CheckboxProps as MantineCheckboxProps } from "@mantine/core";
import classes from "./fields.module.css";

export type CheckboxProps = Omit<MantineCheckboxProps, "label" | "error" | "size" | "classNames"> & {
  label: string;
  error?: string | undefined;
};

export function Checkbox(props: CheckboxProps) {
  return (
    <MantineCheckbox
      {...props}
      classNames={{ input: classes.box ?? "", icon: classes.tick ?? "", error: classes.error ?? "" }}
    />
  );
}
