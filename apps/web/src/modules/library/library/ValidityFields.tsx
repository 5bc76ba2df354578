import type { ValidityType } from "@touchline/contract";
import { daysOfMonth } from "@touchline/contract/months";
import { Select, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../../../form-errors.ts";
import type { ValidityDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { words } from "./words.ts";

interface ValidityFieldsProps {
  validity: ValidityDraft;
  onChange: (validity: ValidityDraft) => void;
  errors: FieldErrors;
}

const kinds: { value: ValidityType; label: string }[] = [
  { value: "None", label: words.validForever },
  { value: "Duration", label: words.validForPeriod },
  { value: "Annual", label: words.validUntilDay },
  { value: "PerRequirement", label: words.validPerSubmission },
];

const units = [
  { value: "days", label: words.days },
  { value: "months", label: words.months },
  { value: "years", label: words.years },
];

const monthName = new Intl.DateTimeFormat(undefined, { month: "long", timeZone: "UTC" });
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName.format(new Date(Date.UTC(2000, index, 1))),
}));

/** How long a completion is valid. */
export function ValidityFields({ validity, onChange, errors }: ValidityFieldsProps) {
  const set = (change: Partial<ValidityDraft>) => onChange({ ...validity, ...change });
  return (
    <div className={classes.group}>
      <Select
        label={words.validFor}
        data={kinds}
        allowDeselect={false}
        value={validity.type}
        onChange={(type) => set({ type: kinds.find((kind) => kind.value === type)?.value ?? "None" })}
        error={errors["validity.type"] ?? errors.validity}
      />
      {validity.type === "Duration" && (
        <div className={classes.pair}>
          <TextInput
            label={words.duration}
            inputMode="numeric"
            value={validity.amount}
            onChange={(event) => set({ amount: event.target.value })}
            error={errors["validity.amount"] && words.durationRange}
          />
          <Select
            label={words.unit}
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
              label={words.month}
              data={months}
              allowDeselect={false}
              value={validity.month}
              onChange={(month) => month !== null && set({ month })}
              error={errors["validity.month"] && words.chooseMonth}
            />
            <TextInput
              label={words.day}
              inputMode="numeric"
              value={validity.day}
              onChange={(event) => set({ day: event.target.value })}
              error={errors["validity.day"] && words.dayRange({ last: daysOfMonth(Number(validity.month)) })}
            />
          </div>
          <TextInput
            label={words.earlyDays}
            description={words.earlyDaysHint}
            inputMode="numeric"
            value={validity.earlyDays}
            onChange={(event) => set({ earlyDays: event.target.value })}
            error={errors["validity.earlyDays"] && words.earlyDaysRange}
          />
        </>
      )}
      {validity.type === "PerRequirement" && <p className={classes.quiet}>{words.validPerSubmissionHint}</p>}
    </div>
  );
}
