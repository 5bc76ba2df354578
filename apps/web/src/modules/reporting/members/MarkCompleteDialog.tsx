import { useQuery } from "@tanstack/react-query";
import { completeWithoutUpload } from "@touchline/contract/reviews/reviews";
import { DateInput, Textarea } from "@touchline/ui";
import { useState } from "react";
import { dayIn, dayText } from "../../../dates.ts";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { serverNow } from "../../../session/clock.ts";
import { requirementQuery } from "../../requirements/requirements/queries.ts";
import { type ActProps, useAct } from "./acts.ts";
import { markComplete } from "./queries.ts";
import { givenReason, useOptionalReasons } from "./useOptionalReasons.ts";
import { words } from "./words.ts";

/** Records a completion that was proven otherwise: on what day, and why. */
export function MarkCompleteDialog({ zone, ...props }: ActProps) {
  const { member, requirement, onClose } = props;
  const { profileLevelAccessId } = member.membership;
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const settings = useQuery(requirementQuery(requirement.requirementId, profileLevelAccessId)).data?.settings;
  const asksValidUntil = settings?.validity.type === "PerRequirement";
  const validThrough = settings?.validThrough ?? null;
  const goodUntil = validThrough === null ? undefined : words.lastDayAtLeast({ day: dayText(validThrough) });
  const [date, setDate] = useState(today);
  const [validUntil, setValidUntil] = useState("");
  const tooEarly = validUntil !== "" && validThrough !== null && validUntil < validThrough;
  const optional = useOptionalReasons();
  const [reason, setReason] = useState("");
  const acting = useAct(props, (body: Parameters<typeof markComplete>[1]) => markComplete(profileLevelAccessId, body));
  const { requirementId } = requirement;
  const set = (change: (value: string) => void) => (event: { target: { value: string } }) => change(event.target.value);
  return (
    <FormDialog
      title={words.markCompleteTitle({ name: requirement.name })}
      label={words.markComplete}
      refused={words.notMarked}
      draft={{
        requirementId,
        date,
        ...givenReason(reason, optional),
        ...(asksValidUntil && validUntil !== "" ? { validUntil } : {}),
      }}
      problems={(body) => {
        const found = {
          ...(date > today ? { date: words.dateInFuture } : {}),
          ...(asksValidUntil && validUntil === "" ? { validUntil: words.lastDayMissing } : {}),
          ...(asksValidUntil && tooEarly && goodUntil ? { validUntil: goodUntil } : {}),
          ...problemsOf(completeWithoutUpload.body, body),
        };
        return Object.keys(found).length > 0 ? found : null;
      }}
      sending={acting}
      onSend={acting.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>
            {words.markCompleteHint({ firstName: member.firstName })}
            {requirement.actions.includes("review") && ` ${words.openSubmissionCloses}`}
          </p>
          <DateInput
            label={words.completedOn}
            max={today}
            value={date}
            data-autofocus
            onChange={set(setDate)}
            error={errors.date}
          />
          {asksValidUntil && (
            <DateInput
              label={words.validThrough}
              description={goodUntil}
              value={validUntil}
              onChange={set(setValidUntil)}
              error={errors.validUntil}
            />
          )}
          <Textarea
            label={optional ? words.reasonOptional : words.reason}
            description={words.reasonHint}
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={set(setReason)}
            error={errors.reason}
          />
        </>
      )}
    </FormDialog>
  );
}
