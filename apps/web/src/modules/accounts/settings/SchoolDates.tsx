import { states } from "@touchline/contract/regions";
import type { StateCutoff } from "@touchline/contract/verification/identity-settings";
import { Button, IconButton, IconTrash, Select } from "@touchline/ui";
import { useRef } from "react";
import { type FieldErrors, focusNow } from "../../../form-errors.ts";
import { MonthDaySelect } from "../../../parts/MonthDaySelect.tsx";
import classes from "./Settings.module.css";
import { words } from "./words.ts";

interface SchoolDatesProps {
  dates: readonly StateCutoff[];
  errors: FieldErrors;
  onChange: (dates: StateCutoff[]) => void;
}

/** The table of cutoff dates for children who live in single states. */
export function SchoolDates({ dates, errors, onChange }: SchoolDatesProps) {
  const table = useRef<HTMLFieldSetElement>(null);
  const set = (at: number, change: Partial<StateCutoff>) =>
    onChange(dates.map((one, place) => (place === at ? { ...one, ...change } : one)));
  const add = () =>
    focusNow(
      () => onChange([...dates, { stateId: "", date: { month: 9, day: 1 } }]),
      () => table.current?.querySelector<HTMLElement>("li:last-of-type input"),
    );
  const isFree = (stateId: string, at: number) => !dates.some((one, place) => place !== at && one.stateId === stateId);
  return (
    <fieldset ref={table} className={classes.roles}>
      <legend className={classes.legend}>{words.schoolDates}</legend>
      <p className={classes.lead}>{words.schoolDatesHint}</p>
      {dates.length > 0 && (
        <ul className={classes.kinds}>
          {dates.map(({ stateId, date }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name that stays
            <li key={at} className={classes.reason}>
              <div className={classes.reasonHead}>
                <Select
                  label={words.schoolState}
                  data={states
                    .filter((state) => isFree(state.stateId, at))
                    .map((state) => ({ value: state.stateId, label: state.name }))}
                  placeholder={words.chooseState}
                  searchable
                  allowDeselect={false}
                  value={stateId || null}
                  onChange={(chosen) => chosen && set(at, { stateId: chosen })}
                  error={errors[`kindergartenByState.${at}.stateId`]}
                />
                <IconButton
                  label={words.removeSchoolDate({ number: at + 1 })}
                  icon={<IconTrash aria-hidden />}
                  onClick={() => onChange(dates.toSpliced(at, 1))}
                />
              </div>
              <div className={classes.pair}>
                <MonthDaySelect
                  value={date}
                  onChange={(next) => set(at, { date: next })}
                  monthLabel={words.schoolMonth}
                  dayLabel={words.schoolDay}
                  dayError={errors[`kindergartenByState.${at}.date.day`]}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button small variant="secondary" label={words.addSchoolDate} onClick={add} />
      </div>
    </fieldset>
  );
}
