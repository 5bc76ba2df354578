import { PasswordInput } from "@touchline/ui";
import type { Ref } from "react";

interface NewPasswordProps {
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}

/** Fewest characters of a password; the server judges the rest. */
const fewest = 8;

/** What can be said of a password before it is sent. */
export function passwordProblem(password: string): string | null {
  if (password === "") return "Choose a password.";
  return [...password].length < fewest ? `A password needs at least ${fewest} characters.` : null;
}

/** One field, with a look at what was typed instead of a second one. */
export function NewPassword({ value, onChange, error, ref, autoFocus }: NewPasswordProps) {
  return (
    <PasswordInput
      ref={ref}
      label="Password"
      description="At least 8 characters. A few words that only you would put together are best."
      name="new-password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
