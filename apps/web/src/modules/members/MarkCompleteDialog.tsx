import { useQuery } from "@tanstack/react-query";
import { completeWithoutUpload } from "@touchline/contract/reviews";
import { Button, DateInput, Dialog, Notice, Textarea } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { dayIn } from "../../dates.ts";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import { serverNow } from "../../session/clock.ts";
import { requirementQuery } from "../requirements/queries.ts";
import classes from "./Acts.module.css";
import { type ActProps, useAct } from "./acts.ts";
import { markComplete } from "./queries.ts";

/** Records a completion that was proven otherwise: on what day, and why. */
export function MarkCompleteDialog({ zone, ...props }: ActProps) {
  const { member, requirement, onClose } = props;
  const { profileLevelAccessId } = member.membership;
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const settings = useQuery(requirementQuery(requirement.requirementId, profileLevelAccessId)).data?.settings;
  const asksValidUntil = settings?.validity.type === "PerRequirement";
  const [date, setDate] = useState(today);
  const [validUntil, setValidUntil] = useState("");
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const acting = useAct(props, (body: Parameters<typeof markComplete>[1]) => markComplete(profileLevelAccessId, body));
  const refused = acting.error && refusedFields(acting.error);
  const shown = { ...refused, ...errors };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (acting.isPending) return;
    const { requirementId } = requirement;
    const body = { requirementId, date, reason, ...(asksValidUntil && validUntil !== "" ? { validUntil } : {}) };
    const found = {
      ...(date > today ? { date: "This day lies in the future." } : {}),
      ...(asksValidUntil && validUntil === "" ? { validUntil: "Give the last day on which it is valid." } : {}),
      ...problemsOf(completeWithoutUpload.body, body),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    acting.mutate(body);
  };
  const set = (change: (value: string) => void) => (event: { target: { value: string } }) => {
    change(event.target.value);
    setErrors(noErrors);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={reason === ""}
      title={`Mark ${requirement.name} complete`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} label="Mark complete" loading={acting.isPending} />
        </>
      }
    >
      <form id={formId} ref={form} noValidate className={classes.form} onSubmit={confirm}>
        {acting.error && !refused && (
          <Notice tone="stop" title="Not marked">
            {acting.error.message}
          </Notice>
        )}
        <p>
          It then counts for {member.firstName} without a document, from the day you give.
          {requirement.actions.includes("review") && " The submission that awaits review is set aside."}
        </p>
        <DateInput
          label="Completed on"
          max={today}
          value={date}
          data-autofocus
          onChange={set(setDate)}
          error={shown.date}
        />
        {asksValidUntil && (
          <DateInput label="Valid until" value={validUntil} onChange={set(setValidUntil)} error={shown.validUntil} />
        )}
        <Textarea
          label="Reason"
          description="Kept in the history, for reviewers."
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={set(setReason)}
          error={shown.reason}
        />
      </form>
    </Dialog>
  );
}
