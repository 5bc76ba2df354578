import { markIncomplete } from "@touchline/contract/reviews";
import { Button, Dialog, Notice, Textarea } from "@touchline/ui";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import classes from "./Acts.module.css";
import { type ActProps, useAct } from "./acts.ts";
import { restore, takeBack } from "./queries.ts";

/** Takes a completion back. */
export function MarkIncompleteDialog(props: ActProps) {
  const { member, requirement } = props;
  return (
    <WithReason {...props} act={takeBack} danger label="Mark incomplete" title={`Mark ${requirement.name} incomplete?`}>
      The completion no longer counts, nor does an older one, and {member.firstName} is asked to do it again
      {requirement.renewal ? "; the renewal under way goes on." : "."} Nothing is deleted.
    </WithReason>
  );
}

/** Takes a disqualification back. */
export function ReinstateDialog(props: ActProps) {
  const { member } = props;
  return (
    <WithReason {...props} act={restore} label="Reinstate" title={`Reinstate ${member.firstName} ${member.lastName}?`}>
      {props.requirement.name} no longer bars {member.firstName} from any membership. What was completed before does not
      count again: it is to be done anew wherever it is asked for.
    </WithReason>
  );
}

interface WithReasonProps extends ActProps {
  title: string;
  label: string;
  danger?: boolean;
  /** What follows from it. */
  children: ReactNode;
  act: typeof takeBack;
}

function WithReason({ title, label, danger = false, children, act, ...props }: WithReasonProps) {
  const { member, requirement, onClose } = props;
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const acting = useAct(props, (body: Parameters<typeof takeBack>[1]) =>
    act(member.membership.profileLevelAccessId, body),
  );
  const refused = acting.error && refusedFields(acting.error);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (acting.isPending) return;
    const body = { requirementId: requirement.requirementId, reason };
    const found = problemsOf(markIncomplete.body, body);
    setErrors(found ?? noErrors);
    if (found) return focusFirstError(form.current);
    acting.mutate(body);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={reason === ""}
      title={title}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} danger={danger} label={label} loading={acting.isPending} />
        </>
      }
    >
      <form id={formId} ref={form} noValidate className={classes.form} onSubmit={confirm}>
        {acting.error && !refused && (
          <Notice tone="stop" title="Nothing was changed">
            {acting.error.message}
          </Notice>
        )}
        <p>{children}</p>
        <Textarea
          label="Reason"
          description="Kept in the history, for reviewers."
          rows={3}
          maxLength={1000}
          data-autofocus
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setErrors(noErrors);
          }}
          error={{ ...refused, ...errors }.reason}
        />
      </form>
    </Dialog>
  );
}
