import { Select as MantineSelect, type SelectProps as MantineSelectProps } from "@mantine/core";
import { fieldClassNames, type Labelled } from "./fieldStyles.ts";

export type SelectProps = Labelled<MantineSelectProps>;
export function Select(props: SelectProps) {
  return <MantineSelect {...props} classNames={fieldClassNames} />;
}
