import { useMutation } from "@tanstack/react-query";
import { declineDisqualification } from "@touchline/contract/reviews/reviews";
import { Button, Notice, Panel, Textarea } from "@touchline/ui";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../../client.ts";
import { agoText } from "../../../dates.ts";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { DecisionDraft } from "./DecisionForm.tsx";
import { DisqualifyDialog } from "./DisqualifyDialog.tsx";
import type { Decision, Review } from "./queries.ts";
import classes from "./Review.module.css";
import { words } from "./words.ts";

interface ProposalPanelProps {
  review: Review;
  proposal: NonNullable<Review["proposal"]>;
  draft: DecisionDraft;
  onStay: () => void;
  deciding: boolean;
  failure: Error | null;
  onConfirm: (decision: Decision) => void;
  onDeclined: () => void;
}

/** A disqualification that waits for a second reviewer: what the first reviewer wrote, and the second one's decision. */
export function ProposalPanel({
  review,
  proposal,
  draft,
  onStay,
  deciding,
  failure,
  onConfirm,
  onDeclined,
}: ProposalPanelProps) {
  const zone = useActiveProfile().organization.timeZone;
  const { notes } = draft.value;
  const [error, setError] = useState<string>();
  const [asking, setAsking] = useState(false);
  const id = useId();
  const declining = useMutation({
    mutationFn: () =>
      call(declineDisqualification, {
        params: { plaId: review.profileLevelAccessId },
        body: { requirementId: review.requirementId, reason: notes },
      }),
    onSuccess: onDeclined,
  });
  const withReason = (then: () => void) => {
    if (notes.trim() !== "") return then();
    setError(words.reasonMissing);
    document.getElementById(id)?.focus();
  };
  const problem = failure ?? declining.error;
  return (
    <Panel title={words.disqualificationProposed}>
      <form className={classes.form} noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
        <Notice
          tone="needs"
          title={proposal.mine ? words.youProposedThis : words.proposedBy({ name: proposal.proposerName })}
        >
          <p className={classes.said}>{proposal.notes}</p>
          <p className={classes.quiet}>{words.proposedAgo({ ago: agoText(proposal.proposedAt, serverNow(), zone) })}</p>
        </Notice>
        {problem && (
          <Notice tone="stop" title={words.notSaved}>
            {problem.message}
          </Notice>
        )}
        {proposal.mayDecline ? (
          <>
            <Textarea
              id={id}
              label={words.notes}
              description={words.reviewersReadNotes}
              maxLength={1000}
              rows={2}
              value={notes}
              onChange={(event) => {
                draft.set({ notes: event.target.value });
                setError(undefined);
              }}
              error={error}
            />
            <div className={classes.acts}>
              {proposal.mayConfirm && (
                <Button
                  danger
                  label={words.confirm}
                  loading={deciding}
                  onClick={() => withReason(() => setAsking(true))}
                />
              )}
              <Button
                variant="secondary"
                label={proposal.mine ? words.withdraw : words.decline}
                loading={declining.isPending}
                onClick={() => withReason(() => declining.mutate())}
              />
            </div>
          </>
        ) : (
          <p className={classes.quiet}>{words.proposalNeedsRole}</p>
        )}
        <LeaveGuard
          unsaved={notes.trim() !== "" && !deciding && !declining.isPending}
          loss={words.notesLost}
          onStay={onStay}
        />
        {asking && (
          <DisqualifyDialog
            fullName={review.fullName}
            proposes={false}
            onConfirm={() => {
              setAsking(false);
              onConfirm({
                requirementId: review.requirementId,
                reviewDecision: "RejectedDisqualified",
                reviewNotes: notes,
              });
            }}
            onClose={() => setAsking(false)}
          />
        )}
      </form>
    </Panel>
  );
}
