import type { ValidityType } from "@touchline/contract";
import { daysOfMonth } from "@touchline/contract/months";
import { Select, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../../../form-errors.ts";
import type { ValidityDraft } from "./draft.ts";
import classes from "./Library.module.css";

interface ValidityFieldsProps {
  validity: ValidityDraft;
  onChange: (validity: ValidityDraft) => void;
  errors: FieldErrors;
}

const kinds: { value: ValidityType; label: string }[] = [
  { value: "None", label: "For ever" },
  { value: "Duration", label: "For a time after completion" },
  { value: "Annual", label: "Until the same day each year" },
  { value: "PerRequirement", label: "Until a day set with each submission" },
];

const units = [
  { value: "days", label: "days" },
  { value: "months", label: "months" },
  { value: "years", label: "years" },
];

const monthName = new Intl.DateTimeFormat(undefined, { month: "long", timeZone: "UTC" });
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName.format(new Date(Date.UTC(2000, index, 1))),
}));

/** How long a completion counts. */
export function ValidityFields({ validity, onChange, errors }: ValidityFieldsProps) {
  const set = (change: Partial<ValidityDraft>) => onChange({ ...validity, ...change });
  return (
    <div className={classes.group}>
      <Select
        label="Valid for"
        data={kinds}
        allowDeselect={false}
        value={validity.type}
        onChange={(type) => set({ type: kinds.find((kind) => kind.value === type)?.value ?? "None" })}
        error={errors["validity.type"] ?? errors.validity}
      />
      {validity.type === "Duration" && (
        <div className={classes.pair}>
          <TextInput
            label="How many"
            inputMode="numeric"
            value={validity.amount}
            onChange={(event) => set({ amount: event.target.value })}
            error={errors["validity.amount"] && "A whole number from 1 to 1200."}
          />
          <Select
            label="Of what"
            data={units}
            allowDeselect={false}
            value={validity.unit}
            onChange={(unit) => set({ unit: unit === "days" || unit === "months" ? unit : "years" })}
          />
        </div>
      )}
      {validity.type === "Annual" && (
        <>
          <div className={classes.pair}>
            <Select
              label="Month"
              data={months}
              allowDeselect={false}
              value={validity.month}
              onChange={(month) => month !== null && set({ month })}
              error={errors["validity.month"] && "Choose a month."}
            />
            <TextInput
              label="Day"
              inputMode="numeric"
              value={validity.day}
              onChange={(event) => set({ day: event.target.value })}
              error={errors["validity.day"] && `A day from 1 to ${daysOfMonth(Number(validity.month))}.`}
            />
          </div>
          <TextInput
            label="Early days"
            description="Completed within so many days before that day, it counts for the next year already."
            inputMode="numeric"
            value={validity.earlyDays}
            onChange={(event) => set({ earlyDays: event.target.value })}
            error={errors["validity.earlyDays"] && "A number from 0 to 366."}
          />
        </>
      )}
      {validity.type === "PerRequirement" && (
        <p className={classes.quiet}>The member gives the last valid day from the document, or the reviewer does.</p>
      )}
    </div>
  );
}
