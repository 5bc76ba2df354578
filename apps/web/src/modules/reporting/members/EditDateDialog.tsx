import { DateInput, Select } from "@touchline/ui";
import { useState } from "react";
import { dayIn, dayText, lastDayIn } from "../../../dates.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { serverNow } from "../../../session/clock.ts";
import { startOfDayIn } from "../../../start-of-day.ts";
import { type ActProps, type MemberRequirement, useAct } from "./acts.ts";
import { correctDate } from "./queries.ts";
import { words } from "./words.ts";

/** The dates of one completion as stored. */
type Dates = { attemptId: string | undefined; completed: string; until: string };

/** The completion that counts and, where there is one, the renewal that is good for a shorter time. */
function completionsOf({ completedAt, expiresAt, shorterRenewal }: MemberRequirement, zone: string): Dates[] {
  const until = (at: string | null) => (at === null ? "" : lastDayIn(at, zone));
  const today = new Date(serverNow()).toISOString();
  return [
    { attemptId: undefined, completed: dayIn(completedAt ?? today, zone), until: until(expiresAt) },
    ...(shorterRenewal
      ? [
          {
            attemptId: shorterRenewal.attemptId,
            completed: dayIn(shorterRenewal.completedAt, zone),
            until: until(shorterRenewal.expiresAt),
          },
        ]
      : []),
  ];
}

function choiceText({ attemptId, completed, until }: Dates): string {
  const day = dayText(completed);
  const current = attemptId === undefined;
  if (until === "") return current ? words.currentCompletionNoEnd({ day }) : words.completionNoEnd({ day });
  const days = { day, lastDay: dayText(until) };
  return current ? words.currentCompletionThrough(days) : words.completionThrough(days);
}

/** Corrects the days of a completion: when it was completed and, where that is set with each submission, how long it is valid. */
export function EditDateDialog({ zone, ...props }: ActProps) {
  const { member, requirement, onClose } = props;
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const [choices] = useState(() => completionsOf(requirement, zone));
  const [chosen, setChosen] = useState(0);
  const before = choices[chosen] as Dates;
  const [dates, setDates] = useState({ completed: before.completed, until: before.until });
  const { completed, until } = dates;
  const { asksValidUntil } = requirement;
  const acting = useAct(props, () =>
    correctDate(member.membership.profileLevelAccessId, {
      requirementId: requirement.requirementId,
      ...(before.attemptId === undefined ? {} : { attemptId: before.attemptId }),
      ...(completed === before.completed ? {} : { completedDateTime: startOfDayIn(completed, zone) }),
      ...(until === before.until ? {} : { validUntil: until }),
    }),
  );
  const choose = (index: number) => {
    const { completed: date, until: lastDay } = choices[index] as Dates;
    setChosen(index);
    setDates({ completed: date, until: lastDay });
  };
  const isSame = completed === before.completed && until === before.until;
  return (
    <FormDialog
      title={(asksValidUntil ? words.correctDatesTitle : words.correctDateTitle)({ name: requirement.name })}
      label={asksValidUntil ? words.correctDates : words.correctDate}
      disabledReason={isSame ? words.dateUnchanged : undefined}
      refused={words.notCorrected}
      draft={{ chosen, ...dates }}
      problems={(): Readonly<Record<string, string>> | null => {
        if (completed === "") return { completedDateTime: words.completedDateMissing };
        if (completed > today) return { completedDateTime: words.dateInFuture };
        if (!asksValidUntil) return null;
        if (until === "") return { validUntil: words.lastDayMissing };
        return until < completed ? { validUntil: words.lastDayTooEarly } : null;
      }}
      sending={acting}
      onSend={() => acting.mutate(undefined)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {choices.length > 1 && (
            <Select
              label={words.completion}
              data={choices.map((one, index) => ({ value: String(index), label: choiceText(one) }))}
              value={String(chosen)}
              allowDeselect={false}
              onChange={(value) => choose(Number(value))}
            />
          )}
          <p>{asksValidUntil ? words.correctDatesHint : words.correctDateHint}</p>
          <DateInput
            label={words.completedOn}
            max={today}
            data-autofocus
            value={completed}
            onChange={(event) => setDates({ ...dates, completed: event.target.value })}
            error={errors.completedDateTime ?? (asksValidUntil ? undefined : errors.validUntil)}
          />
          {asksValidUntil && (
            <DateInput
              label={words.validThrough}
              min={completed}
              value={until}
              onChange={(event) => setDates({ ...dates, until: event.target.value })}
              error={errors.validUntil}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
