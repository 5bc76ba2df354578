import { useMutation, useQueryClient } from "@tanstack/react-query";
import { overallStatusLabels } from "@touchline/contract";
import { Button, Notice, overallTones, Panel, useNotify } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { CallFailed } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { DecisionBadge } from "./DecisionBadge.tsx";
import { DecisionForm, useDraft } from "./DecisionForm.tsx";
import { ProposalPanel } from "./ProposalPanel.tsx";
import type { ReviewSearch } from "./place.ts";
import {
  type Ahead,
  adjacentQuery,
  type Decision,
  decide,
  fetchAhead,
  type Review,
  reviewQuery,
  staleAfterDecision,
} from "./queries.ts";
import classes from "./Review.module.css";
import type { Steps } from "./useSteps.ts";
import { words } from "./words.ts";

interface DecisionPanelProps {
  review: Review;
  filter: ReviewSearch;
  /** The next submission as it was last fetched, or null at the end of the list. */
  next: Ahead | null;
  /** Claims the submission, even if another reviewer has it open. */
  takeOver: () => void;
  taking: boolean;
  /** The error of the last attempt to claim it. */
  takeFailure: Error | null;
  steps: Steps;
}

/** The decision on a submission, or who has already made it. */
export function DecisionPanel({ review, filter, next, takeOver, taking, takeFailure, steps }: DecisionPanelProps) {
  const { requirementId, profileLevelAccessId, fullName } = review;
  const draft = useDraft(review);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const deciding = useMutation({
    // The next submission is requested in parallel: a decided one keeps its place in the list, and someone else may
    // have decided the next one.
    mutationFn: (decision: Decision) =>
      steps.send(async () => {
        // Deciding requests the next submission, even if its views are logged.
        if (next) void queryClient.prefetchQuery(reviewQuery(next.requirementId, next.profileLevelAccessId));
        const adjacent = { ...adjacentQuery(requirementId, filter, "next"), staleTime: 0 };
        const [answer, onward] = await Promise.all([
          decide(profileLevelAccessId, decision),
          queryClient.fetchQuery(adjacent).then(ahead, () => next),
        ]);
        return { ...answer, onward };
      }),
    onSuccess: ({ overallStatus, proposed, onward }, { reviewDecision }) => {
      const status = overallStatusLabels[overallStatus];
      if (proposed) notify("waits", words.proposedNotice({ name: fullName }));
      else notify(overallTones[overallStatus], done[reviewDecision]({ name: fullName, status }));
      // The queue is refetched when the person returns to it; now the connection is used for the submission that opens
      // next.
      if (steps.goOn(review, onward)) forgetStale({ refetchType: "none", but: onward });
      else forgetStale();
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.status === 409) forgetStale();
      // A person who has moved on in the meantime treats it as decided.
      if (!open.current) notify("stop", words.decisionFailed({ name: fullName, message: messageOf(error) }));
    },
  });
  const ahead = (place: Ahead | null) => {
    if (place) void fetchAhead(queryClient, place);
    return place;
  };
  const forgetStale = ({
    refetchType = "active",
    but = null,
  }: {
    refetchType?: "active" | "none";
    but?: Ahead | null;
  } = {}) => {
    const kept = but && queryClient.getQueryState(reviewQuery(but.requirementId, but.profileLevelAccessId).queryKey);
    // A submission of the same person shows their overall status too, which has just changed.
    const isFresh = kept?.data && kept.data.profileId !== review.profileId;
    for (const key of staleAfterDecision) {
      void queryClient.invalidateQueries({
        queryKey: [key],
        refetchType: key === "pendingReviewCount" ? "active" : refetchType,
        predicate: ({ state }) => !isFresh || state !== kept,
      });
    }
  };

  const { claim, proposal } = review;
  if (claim && !claim.mine && review.attempt.state === "pendingReview") {
    return (
      <Panel title={words.decision}>
        <div className={classes.decided}>
          <Notice tone="waits" title={words.beingReviewedBy({ name: claim.name })}>
            {draft.value.notes.trim() === ""
              ? words.claimedHelp({ name: claim.name })
              : words.claimedNotesKeptHelp({ name: claim.name })}
          </Notice>
          {takeFailure && <Notice tone="stop">{messageOf(takeFailure)}</Notice>}
          <div className={classes.acts}>
            <Button
              variant={next ? "primary" : "secondary"}
              label={next ? words.nextSubmission : words.backToList}
              onClick={() => void steps.go(next)}
            />
            <Button variant="secondary" label={words.takeOver} loading={taking} onClick={takeOver} />
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
        draft={draft}
        onStay={steps.stay}
        deciding={deciding.isPending}
        failure={deciding.error}
        onConfirm={(decision) => deciding.mutate(decision)}
        onDeclined={() => {
          draft.set({ notes: "" });
          notify("done", proposal.mine ? words.proposalWithdrawn : words.proposalDeclined);
          forgetStale();
        }}
      />
    );
  }
  const beaten = isBeaten(deciding.error);
  if (review.permittedDecisions.length === 0) {
    // A decision on an earlier submission says nothing about one that is under way.
    const [last] = decidedStates.includes(review.attempt.state) ? review.decisions : [];
    return (
      <Panel title={words.decision}>
        <div className={classes.decided}>
          <Notice tone={beaten ? "needs" : "none"} title={beaten ? words.alreadyDecided : undefined}>
            {last ? words.decidedBy({ reviewer: last.reviewerName }) : (review.refusal ?? words.nothingToDecide)}
          </Notice>
          {last && <DecisionBadge decision={last.decision} />}
          <Button
            variant="secondary"
            label={next ? words.nextSubmission : words.backToList}
            onClick={() => void steps.go(next)}
          />
        </div>
      </Panel>
    );
  }
  return (
    <Panel title={words.decision}>
      {beaten && (
        <Notice tone="needs" title={words.alreadyDecided}>
          {words.beatenHelp}
        </Notice>
      )}
      <DecisionForm
        review={review}
        draft={draft}
        onStay={steps.stay}
        deciding={deciding.isPending}
        failure={beaten ? null : deciding.error}
        onDecide={(decision) => deciding.mutate(decision)}
      />
    </Panel>
  );
}

const decidedStates: readonly Review["attempt"]["state"][] = ["approved", "reset", "disqualified"];

/** Whether another reviewer was first. A `redoPassed` conflict is about the submission itself. */
const isBeaten = (error: Error | null) =>
  error instanceof CallFailed && error.status === 409 && error.problem?.reason !== "redoPassed";

const done: Record<Decision["reviewDecision"], (about: { name: string; status: string }) => string> = {
  Approved: words.approvedNotice,
  RejectedReset: words.changesRequestedNotice,
  RejectedDisqualified: words.disqualifiedNotice,
};
