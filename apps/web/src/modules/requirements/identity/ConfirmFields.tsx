import type { IdentityProgress } from "@touchline/contract/verification/identity";
import { DateInput, Notice, TextInput } from "@touchline/ui";
import page from "../requirements/RequirementPage.module.css";
import { words } from "./words.ts";

/** The values that are confirmed or corrected. */
export type ConfirmedValues = Record<"firstName" | "lastName" | "dateOfBirth", string>;
export type ConfirmProblems = Partial<ConfirmedValues>;

interface ConfirmFieldsProps {
  read: NonNullable<IdentityProgress["read"]>;
  values: ConfirmedValues;
  problems: ConfirmProblems;
  today: string;
  disabled: boolean;
  onChange: (values: ConfirmedValues) => void;
}

/** The data read from the document, to confirm or correct before it is submitted. */
export function ConfirmFields({ read, values, problems, today, disabled, onChange }: ConfirmFieldsProps) {
  return (
    <fieldset className={page.confirm}>
      <legend className={page.legend}>{words.confirmTitle}</legend>
      <p className={page.text}>{words.confirmHelp}</p>
      {read.warning && <Notice tone="needs">{read.warning}</Notice>}
      <div className={page.dates}>
        <TextInput
          label={words.readFirstName}
          value={values.firstName}
          maxLength={100}
          disabled={disabled}
          error={problems.firstName}
          onChange={(event) => onChange({ ...values, firstName: event.currentTarget.value })}
        />
        <TextInput
          label={words.readLastName}
          value={values.lastName}
          maxLength={100}
          disabled={disabled}
          error={problems.lastName}
          onChange={(event) => onChange({ ...values, lastName: event.currentTarget.value })}
        />
        <DateInput
          label={words.readBirthDate}
          value={values.dateOfBirth}
          max={today}
          disabled={disabled}
          error={problems.dateOfBirth}
          onChange={(event) => onChange({ ...values, dateOfBirth: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}
