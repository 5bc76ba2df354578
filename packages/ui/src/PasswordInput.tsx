import {
  PasswordInput as MantinePasswordInput,
  type PasswordInputProps as MantinePasswordInputProps,
} from "@mantine/core";
import { fieldClassNames, type Labelled } from "./fieldStyles.ts";

export type PasswordInputProps = Labelled<MantinePasswordInputProps>;
export function PasswordInput(props: PasswordInputProps) {
  return (
    <MantinePasswordInput
      {...props}
      classNames={fieldClassNames}
      visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
    />
  );
}
