import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { overallStatusLabels } from "@touchline/contract";
import { Button, Notice, overallTones, Panel, useNotify } from "@touchline/ui";
import { CallFailed } from "../../client.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { requirementQuery } from "../requirements/queries.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import { DecisionForm } from "./DecisionForm.tsx";
import { type Decision, decide, queueQuery, type Review } from "./queries.ts";
import classes from "./Review.module.css";

interface DecisionPanelProps {
  review: Review;
  /** Goes on: to the next submission, or back to the list. */
  onNext: () => void;
  hasNext: boolean;
}

/** The decision on a submission, or who has made it already. */
export function DecisionPanel({ review, onNext, hasNext }: DecisionPanelProps) {
  const { requirementId, profileLevelAccessId, fullName } = review;
  const { organizationId } = useActiveProfile();
  const settings = useQuery(requirementQuery(requirementId, profileLevelAccessId)).data?.settings;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const deciding = useMutation({
    mutationFn: (decision: Decision) => decide(profileLevelAccessId, decision),
    onSuccess: ({ overallStatus }, { reviewDecision }) => {
      const status = overallStatusLabels[overallStatus];
      notify(overallTones[overallStatus], `${fullName} ${done[reviewDecision]}: now ${status}.`);
      queryClient.setQueryData(queueQuery(organizationId).queryKey, (queue) => queue && withoutThis(queue, review));
      onNext();
      forgetStale();
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.status === 409) forgetStale();
    },
  });
  const forgetStale = () => {
    for (const key of [
      "review",
      "reviewList",
      "pendingReviewCount",
      "requirement",
      "requirements",
      "member",
      "members",
    ]) {
      void queryClient.invalidateQueries({ queryKey: [key] });
    }
  };

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
          <Button variant="secondary" label={hasNext ? "Next submission" : "Back to the list"} onClick={onNext} />
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

type Queue = { data: { requirementId: string; profileLevelAccessId: string }[]; pagination: { totalRecords: number } };

/** The queue after a decision, before the server has said so. */
function withoutThis<Q extends Queue>(queue: Q, { requirementId, profileLevelAccessId }: Review): Q {
  const data = queue.data.filter(
    (row) => row.requirementId !== requirementId || row.profileLevelAccessId !== profileLevelAccessId,
  );
  const gone = queue.data.length - data.length;
  return { ...queue, data, pagination: { ...queue.pagination, totalRecords: queue.pagination.totalRecords - gone } };
}
