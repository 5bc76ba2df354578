import { useMutation, useQueryClient } from "@tanstack/react-query";
import { claimMinutes } from "@touchline/contract/reviews/reviewing";
import { claimReview, releaseReview } from "@touchline/contract/reviews/reviews";
import { useEffect, useRef } from "react";
import { call } from "../../../client.ts";
import type { QueuePosition } from "./place.ts";
import { type Review, reviewQuery } from "./queries.ts";

/** The milliseconds between two renewals, well below the time after which a claim expires. */
const renewal = (claimMinutes * 60_000) / 3;

/**
 * Claims a submission while its page is visible, and releases it when the page is left. A hidden page doesn't renew its claim,
 * so that a reviewer who is away doesn't block the others.
 *
 * @returns a function that claims it from another reviewer, and the error if that failed.
 */
export function useClaim(place: QueuePosition, review: Review | undefined) {
  const queryClient = useQueryClient();
  const { requirementId, profileLevelAccessId } = place;
  const { queryKey } = reviewQuery(requirementId, profileLevelAccessId);
  // A proposed disqualification waits for another reviewer.
  const open = review?.attempt.state === "pendingReview" && !review.proposal?.mine;
  const attemptId = open ? review.attempt.attemptId : null;
  const claiming = useMutation({
    mutationFn: (take: boolean) =>
      call(claimReview, { params: { plaId: profileLevelAccessId }, body: { requirementId, take } }),
    onSuccess: ({ claim }) => {
      queryClient.setQueryData<Review>(queryKey, (before) => before && { ...before, claim });
      // It was decided or released in the meantime, and the page shows that.
      if (claim === null) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const claim = useRef(claiming.mutate);
  claim.current = claiming.mutate;
  useEffect(() => {
    if (attemptId === null) return undefined;
    const renew = () => {
      if (document.visibilityState === "visible") claim.current(false);
    };
    renew();
    const timer = setInterval(renew, renewal);
    const release = () => {
      const request = { params: { plaId: profileLevelAccessId }, query: { requirementId } };
      void call(releaseReview, request, { keepalive: true }).catch(() => undefined);
    };
    document.addEventListener("visibilitychange", renew);
    window.addEventListener("pagehide", release);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
      window.removeEventListener("pagehide", release);
      release();
    };
  }, [attemptId, requirementId, profileLevelAccessId]);
  return {
    takeOver: () => claiming.mutate(true),
    taking: claiming.isPending && claiming.variables,
    takeFailure: claiming.variables ? claiming.error : null,
  };
}
