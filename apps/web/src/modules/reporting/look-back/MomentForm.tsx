import { Button, DateInput, TextInput } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import classes from "./LookBackPage.module.css";
import { momentOf, partsOf } from "./moment.ts";
import { words } from "./words.ts";

interface MomentFormProps {
  moment: string;
  /** `YYYY-MM-DD`, by the organization's calendar: nothing later has passed. */
  today: string;
  onChange: (moment: string) => void;
}

/** Asks for a past day, and a time or its end. It is applied on submit, not with every key. */
export function MomentForm({ moment, today, onChange }: MomentFormProps) {
  const [parts, setParts] = useState(() => partsOf(moment));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (parts.day !== "") onChange(momentOf(parts));
  };
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <DateInput
        label={words.date}
        required
        max={today}
        value={parts.day}
        onChange={(event) => setParts({ ...parts, day: event.target.value })}
      />
      <TextInput
        label={words.time}
        type="time"
        title={words.timeHint}
        value={parts.time}
        onChange={(event) => setParts({ ...parts, time: event.target.value })}
      />
      <Button type="submit" label={words.viewStatus} />
    </form>
  );
}
