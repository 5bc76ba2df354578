import { Button, DateInput, Dialog, Notice } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { dayIn, dayText } from "../../dates.ts";
import { focusFirstError, refusedFields } from "../../formErrors.ts";
import { serverNow } from "../../session/clock.ts";
import { startOfDayIn } from "../../startOfDay.ts";
import classes from "./Acts.module.css";
import { type ActProps, useAct } from "./acts.ts";
import { correctDate } from "./queries.ts";

/** Corrects the day on which a requirement was completed. */
export function EditDateDialog({ zone, ...props }: ActProps) {
  const { member, requirement, onClose } = props;
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const before = requirement.completedAt ? dayIn(requirement.completedAt, zone) : today;
  const [date, setDate] = useState(before);
  const [error, setError] = useState<string | undefined>();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const acting = useAct(props, (completedDateTime: string) =>
    correctDate(member.membership.profileLevelAccessId, {
      requirementId: requirement.requirementId,
      completedDateTime,
    }),
  );
  const refused = acting.error && refusedFields(acting.error);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (acting.isPending) return;
    const found =
      date === ""
        ? "Give the day on which it was completed."
        : date > today
          ? "This day lies in the future."
          : undefined;
    setError(found);
    if (found) return focusFirstError(form.current);
    acting.mutate(startOfDayIn(date, zone));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Correct the completed date of ${requirement.name}`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button
            type="submit"
            form={formId}
            label="Correct the date"
            loading={acting.isPending}
            disabledReason={date === before ? "This is the day it has already." : undefined}
          />
        </>
      }
    >
      <form id={formId} ref={form} noValidate className={classes.form} onSubmit={confirm}>
        {acting.error && !refused && (
          <Notice tone="stop" title="Not corrected">
            {acting.error.message}
          </Notice>
        )}
        <p>
          Completed on {dayText(before)} as it stands. How long it counts follows from the new day, so that it may
          expire sooner, or have expired.
        </p>
        <DateInput
          label="Completed on"
          max={today}
          data-autofocus
          value={date}
          onChange={(event) => {
            setDate(event.target.value);
            setError(undefined);
          }}
          error={error ?? refused?.completedDateTime ?? refused?.validUntil}
        />
      </form>
    </Dialog>
  );
}
