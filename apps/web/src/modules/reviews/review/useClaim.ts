import { useMutation, useQueryClient } from "@tanstack/react-query";
import { claimMinutes } from "@touchline/contract/reviews/reviewing";
import { claimReview, releaseReview } from "@touchline/contract/reviews/reviews";
import { useEffect, useRef } from "react";
import { call } from "../../../client.ts";
import type { QueuePosition } from "./place.ts";
import { type Review, reviewQuery } from "./queries.ts";

/** Well before its time is over, in milliseconds. */
const renewal = (claimMinutes * 60_000) / 3;

/**
 * Claims a submission while its page is open and looked at, and lets it go when it is left. Out of sight it is not renewed:
 * whoever goes to lunch keeps nobody waiting.
 *
 * @returns what takes it over from another reviewer, and why that failed.
 */
export function useClaim(place: QueuePosition, review: Review | undefined) {
  const queryClient = useQueryClient();
  const { requirementId, profileLevelAccessId } = place;
  const { queryKey } = reviewQuery(requirementId, profileLevelAccessId);
  // A proposal waits for another reviewer.
  const open = review?.attempt.state === "pendingReview" && !review.proposal?.mine;
  const attemptId = open ? review.attempt.attemptId : null;
  const claiming = useMutation({
    mutationFn: (take: boolean) =>
      call(claimReview, { params: { plaId: profileLevelAccessId }, body: { requirementId, take } }),
    onSuccess: ({ claim }) => {
      queryClient.setQueryData<Review>(queryKey, (before) => before && { ...before, claim });
      // It was decided meanwhile, or let go of: the page shows what is.
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
