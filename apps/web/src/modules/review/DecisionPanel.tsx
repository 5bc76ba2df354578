import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { overallStatusLabels } from "@touchline/contract";
import { Button, Notice, overallTones, Panel, useNotify } from "@touchline/ui";
import { CallFailed } from "../../client.ts";
import { requirementQuery } from "../requirements/queries.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import { DecisionForm } from "./DecisionForm.tsx";
import { ProposalPanel } from "./ProposalPanel.tsx";
import type { Place, ReviewFilter } from "./place.ts";
import { adjacentQuery, type Decision, decide, type Review, staleAfterDecision } from "./queries.ts";
import classes from "./Review.module.css";

interface DecisionPanelProps {
  review: Review;
  filter: ReviewFilter;
  /** The next submission as far as it is known; null at the end of the list. */
  next: Place | null;
  /** Takes it over from whoever has it open. */
  takeOver: () => void;
  taking: boolean;
  /** Goes to a submission; without one back to the list. */
  go: (to: Place | null) => void;
}

/** The decision on a submission, or who has made it already. */
export function DecisionPanel({ review, filter, next, takeOver, taking, go }: DecisionPanelProps) {
  const { requirementId, profileLevelAccessId, fullName } = review;
  const settings = useQuery(requirementQuery(requirementId, profileLevelAccessId)).data?.settings;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const deciding = useMutation({
    mutationFn: (decision: Decision) => decide(profileLevelAccessId, decision),
    onSuccess: async ({ overallStatus, proposed }, { reviewDecision }) => {
      const status = overallStatusLabels[overallStatus];
      if (proposed) notify("waits", `You proposed to disqualify ${fullName}. A second reviewer confirms it.`);
      else notify(overallTones[overallStatus], `${fullName} ${done[reviewDecision]}: now ${status}.`);
      // Somebody else may have decided the next one meanwhile; what was decided here keeps its place in the list.
      const adjacent = { ...adjacentQuery(requirementId, filter, "next"), staleTime: 0 };
      go(await queryClient.fetchQuery(adjacent).catch(() => next));
      forgetStale();
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.status === 409) forgetStale();
    },
  });
  const forgetStale = () => {
    for (const key of staleAfterDecision) {
      void queryClient.invalidateQueries({ queryKey: [key] });
    }
  };

  const { claim, proposal } = review;
  if (claim && !claim.mine && review.attempt.state === "pendingReview") {
    return (
      <Panel title="Decision">
        <div className={classes.decided}>
          <Notice tone="waits" title={`Being reviewed by ${claim.name}`}>
            Go on with another one, or take it over if {claim.name} has left it.
          </Notice>
          <div className={classes.acts}>
            <Button
              variant={next ? "primary" : "secondary"}
              label={next ? "Next submission" : "Back to the list"}
              onClick={() => go(next)}
            />
            <Button variant="secondary" label="Take over" loading={taking} onClick={takeOver} />
          </div>
        </div>
      </Panel>
    );
  }
  if (proposal) {
    return (
      <ProposalPanel
        review={review}
        proposal={proposal}
        deciding={deciding.isPending}
        failure={deciding.error}
        onConfirm={(decision) => deciding.mutate(decision)}
        onDeclined={() => {
          notify("done", proposal.mine ? "You took your proposal back." : "The disqualification was declined.");
          forgetStale();
        }}
      />
    );
  }
  const beaten = deciding.error instanceof CallFailed && deciding.error.status === 409;
  if (review.permittedDecisions.length === 0) {
    const [last] = review.decisions;
    return (
      <Panel title="Decision">
        <div className={classes.decided}>
          <Notice tone={beaten ? "needs" : "none"} title={beaten ? "Somebody else was faster" : undefined}>
            {last
              ? `${last.reviewerName} has decided this submission.`
              : (review.refusal ?? "Nothing is to be decided.")}
          </Notice>
          {last && <DecisionBadge decision={last.decision} />}
          <Button variant="secondary" label={next ? "Next submission" : "Back to the list"} onClick={() => go(next)} />
        </div>
      </Panel>
    );
  }
  return (
    <Panel title="Decision">
      {beaten && (
        <Notice tone="needs" title="Somebody else was faster">
          What you see is what it has become.
        </Notice>
      )}
      <DecisionForm
        key={review.attempt.attemptId}
        review={review}
        asksValidUntil={settings?.validity.type === "PerRequirement"}
        deciding={deciding.isPending}
        failure={beaten ? null : deciding.error}
        onDecide={(decision) => deciding.mutate(decision)}
      />
    </Panel>
  );
}

const done: Record<Decision["reviewDecision"], string> = {
  Approved: "was approved",
  RejectedReset: "was asked to do it again",
  RejectedDisqualified: "was disqualified",
};
