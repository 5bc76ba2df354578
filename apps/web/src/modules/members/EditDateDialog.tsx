import { DateInput } from "@touchline/ui";
import { useState } from "react";
import { dayIn, dayText } from "../../dates.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { serverNow } from "../../session/clock.ts";
import { startOfDayIn } from "../../startOfDay.ts";
import { type ActProps, useAct } from "./acts.ts";
import { correctDate } from "./queries.ts";

/** Corrects the day on which a requirement was completed. */
export function EditDateDialog({ zone, ...props }: ActProps) {
  const { member, requirement, onClose } = props;
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const before = requirement.completedAt ? dayIn(requirement.completedAt, zone) : today;
  const [date, setDate] = useState(before);
  const acting = useAct(props, (completedDateTime: string) =>
    correctDate(member.membership.profileLevelAccessId, {
      requirementId: requirement.requirementId,
      completedDateTime,
    }),
  );
  return (
    <FormDialog
      title={`Correct the completed date of ${requirement.name}`}
      label="Correct the date"
      disabledReason={date === before ? "This is the day it has already." : undefined}
      refused="Not corrected"
      draft={{ date }}
      problems={() => {
        if (date === "") return { completedDateTime: "Give the day on which it was completed." };
        return date > today ? { completedDateTime: "This day lies in the future." } : null;
      }}
      sending={acting}
      onSend={() => acting.mutate(startOfDayIn(date, zone))}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>
            Completed on {dayText(before)} as it stands. How long it counts follows from the new day, so that it may
            expire sooner, or have expired.
          </p>
          <DateInput
            label="Completed on"
            max={today}
            data-autofocus
            value={date}
            onChange={(event) => setDate(event.target.value)}
            error={errors.completedDateTime ?? errors.validUntil}
          />
        </>
      )}
    </FormDialog>
  );
}
