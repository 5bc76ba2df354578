import { markIncomplete } from "@touchline/contract/reviews/reviews";
import { Textarea } from "@touchline/ui";
import { type ReactNode, useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { type ActProps, useAct } from "./acts.ts";
import { restore, takeBack } from "./queries.ts";
import { givenReason, useOptionalReasons } from "./useOptionalReasons.ts";
import { words } from "./words.ts";

/** Takes a completion back. */
export function MarkIncompleteDialog(props: ActProps) {
  const { member, requirement } = props;
  return (
    <WithReason
      {...props}
      act={takeBack}
      optional={useOptionalReasons()}
      danger
      label={words.markIncomplete}
      title={words.markIncompleteTitle({ name: requirement.name })}
    >
      {(requirement.renewal ? words.markIncompleteRenewalHint : words.markIncompleteHint)({
        firstName: member.firstName,
      })}
    </WithReason>
  );
}

/** Takes a disqualification back. */
export function ReinstateDialog(props: ActProps) {
  const { member } = props;
  return (
    <WithReason
      {...props}
      act={restore}
      label={words.reinstate}
      title={words.reinstateTitle({ name: `${member.firstName} ${member.lastName}` })}
    >
      {words.reinstateHint({ requirement: props.requirement.name, firstName: member.firstName })}
    </WithReason>
  );
}

interface WithReasonProps extends ActProps {
  title: string;
  label: string;
  danger?: boolean;
  /** Whether the reason may be left out. */
  optional?: boolean;
  /** The effect. */
  children: ReactNode;
  act: (plaId: string, body: { requirementId: string; reason: string }) => ReturnType<typeof takeBack>;
}

function WithReason({ title, label, danger = false, optional = false, children, act, ...props }: WithReasonProps) {
  const { member, requirement, onClose } = props;
  const [reason, setReason] = useState("");
  const acting = useAct(props, (body: Parameters<WithReasonProps["act"]>[1]) =>
    act(member.membership.profileLevelAccessId, body),
  );
  return (
    <FormDialog
      title={title}
      label={label}
      danger={danger}
      refused={words.notSaved}
      draft={{ requirementId: requirement.requirementId, ...givenReason(reason, optional) }}
      problems={(body) => problemsOf(markIncomplete.body, body)}
      sending={acting}
      onSend={acting.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{children}</p>
          <Textarea
            label={optional ? words.reasonOptional : words.reason}
            description={words.reasonHint}
            rows={3}
            maxLength={1000}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={errors.reason}
          />
        </>
      )}
    </FormDialog>
  );
}
