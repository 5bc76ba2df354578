import {
  passwordLength,
  passwordProblemOf,
  passwordProblems,
  passwordStrength,
} from "@touchline/contract/accounts/passwords";
import { IconAlertTriangle, IconCheck, PasswordInput } from "@touchline/ui";
import type { Ref } from "react";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

interface NewPasswordProps {
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
  /** The account's address, where it is known: a password like it is easy to guess. */
  email?: string;
  label?: string;
  ref?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}

/** Checks a password before it is sent; the server knows common ones as well. */
export function passwordProblem(password: string, email = ""): string | null {
  const problem = passwordProblemOf(password, email);
  return problem && passwordProblems[problem];
}

const strengths = {
  fair: words.passwordFair,
  good: words.passwordGood,
  strong: words.passwordStrong,
} as const;

/** Feedback while a password is typed: what is missing, or how strong it is. Nothing is sent. */
function guidanceOn(password: string, email: string): { done: boolean; text: string } | null {
  if (password === "") return null;
  const problem = passwordProblemOf(password, email);
  if (problem === null) return { done: true, text: strengths[passwordStrength(password)] };
  if (problem !== "short") return { done: false, text: passwordProblems[problem] };
  const missing = passwordLength.least - [...password.normalize("NFKC")].length;
  return { done: false, text: words.passwordMissingCharacters({ count: missing }) };
}

/** One field, with a look at what was typed instead of a second one, and guidance while it is typed. */
export function NewPassword({
  value,
  onChange,
  error,
  email = "",
  label = words.password,
  ref,
  autoFocus,
}: NewPasswordProps) {
  const guidance = error ? null : guidanceOn(value, email);
  const Picture = guidance?.done ? IconCheck : IconAlertTriangle;
  return (
    <div>
      <PasswordInput
        ref={ref}
        label={label}
        description={words.newPasswordHelp}
        name="new-password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      <p className={classes.guidance} role="status" data-done={guidance?.done}>
        {guidance && (
          <>
            <Picture aria-hidden="true" size={16} />
            {guidance.text}
          </>
        )}
      </p>
    </div>
  );
}
