import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { isConfidential } from "@touchline/rules/permissions";
import { Button, LoadingState, OverallStatusBadge, PageHeader } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { LoadFailed } from "../../errorScreens.tsx";
import { fileQuery } from "../../files/queries.ts";
import { SingleKeys } from "../../SingleKeys.tsx";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../urlState.ts";
import { useKeys, useSingleKeys } from "../../useKeys.ts";
import { useTitle } from "../../useTitle.ts";
import { DecisionPanel } from "./DecisionPanel.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { listHref, type Place, type ReviewFilter, readFilter, reviewHref } from "./place.ts";
import { adjacentQuery, pendingCountQuery, reviewQuery } from "./queries.ts";
import classes from "./Review.module.css";
import { ReviewBackground, ReviewFacts } from "./ReviewFacts.tsx";
import { ReviewFiles } from "./ReviewFiles.tsx";
import { focusSearch } from "./ReviewFilters.tsx";
import { useClaim } from "./useClaim.ts";

const readAddress = (search: RawSearch) => ({ profileLevelAccessId: textIn(search.pla), filter: readFilter(search) });
const count = new Intl.NumberFormat();

/** One submission: the facts at the left, the document at the right, and the decision. */
export function ReviewPage() {
  const { requirementId = "" } = useParams({ strict: false }) as { requirementId?: string };
  const [{ profileLevelAccessId, filter }] = useUrlState(readAddress);
  const { next, previous } = useNeighbours(requirementId, filter);
  const waiting = useQuery(pendingCountQuery(useActiveProfile().organizationId)).data;
  const [keys] = useSingleKeys();
  const query = useQuery(reviewQuery(requirementId, profileLevelAccessId));
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const go = (to: Place | null) => void navigate({ href: to ? reviewHref(to, filter) : listHref(filter) });
  const step = async (dir: "previous" | "next") => {
    // A key may be faster than the answer to where it leads.
    const place = await queryClient.ensureQueryData(adjacentQuery(requirementId, filter, dir)).catch(() => null);
    if (place) go(place);
  };
  const { takeOver, taking } = useClaim({ requirementId, profileLevelAccessId }, query.data);
  const [helps, setHelps] = useState(false);
  const [onward, back] = [() => void step("next"), () => void step("previous")];
  useKeys({
    plain: {
      j: onward,
      k: back,
      ArrowRight: onward,
      ArrowLeft: back,
      "/": () => void navigate({ href: listHref(filter) }).then(focusSearch),
      "?": () => setHelps(true),
    },
  });
  useTitle(query.data ? `Review: ${query.data.fullName}` : "Review");
  useFocusOnArrival(`${requirementId} ${profileLevelAccessId}`, query.isSuccess);

  if (query.isError)
    return <LoadFailed what="This submission" error={query.error} onRetry={() => void query.refetch()} />;
  const review = query.data;
  return (
    <>
      <PageHeader
        title={review?.fullName ?? "Review"}
        badge={review && <OverallStatusBadge status={review.overallStatus} />}
        path={[{ label: "Review", href: listHref(filter) }]}
        actions={
          <>
            {waiting && (
              <span className={classes.waiting}>
                {count.format(waiting.count)}
                {waiting.more && "+"} waiting
              </span>
            )}
            <Button
              small
              variant="secondary"
              rightIcon={keys && <span className={classes.hint}>k</span>}
              label="Previous"
              aria-keyshortcuts="k"
              disabled={!previous}
              onClick={() => go(previous)}
            />
            <Button
              small
              variant="secondary"
              rightIcon={keys && <span className={classes.hint}>j</span>}
              label="Next"
              aria-keyshortcuts="j"
              disabled={!next}
              onClick={() => go(next)}
            />
          </>
        }
      >
        {review?.contentName}
      </PageHeader>
      {review ? (
        <div className={classes.page} key={review.attempt.attemptId}>
          <div className={classes.facts}>
            <ReviewFacts review={review} />
          </div>
          <div className={classes.document}>
            <ReviewFiles review={review} />
          </div>
          <div className={classes.decision}>
            <DecisionPanel
              review={review}
              filter={filter}
              next={next}
              takeOver={takeOver}
              taking={taking === true}
              go={go}
            />
          </div>
          <div className={classes.background}>
            <ReviewBackground review={review} />
            <SingleKeys>a, r, d choose; j, k go on and back; ? shows every key.</SingleKeys>
          </div>
        </div>
      ) : (
        <LoadingState label="Loading the submission" />
      )}
      {helps && <KeysDialog of="page" onClose={() => setHelps(false)} />}
    </>
  );
}

/** The submissions around this one in its list; the next is fetched while this one is looked at. */
function useNeighbours(requirementId: string, filter: ReviewFilter) {
  const queryClient = useQueryClient();
  const next = useQuery(adjacentQuery(requirementId, filter, "next")).data ?? null;
  const previous = useQuery(adjacentQuery(requirementId, filter, "previous")).data ?? null;
  const nextId = next?.requirementId;
  const nextPla = next?.profileLevelAccessId;
  useEffect(() => {
    if (nextId && nextPla) void fetchAhead(queryClient, { requirementId: nextId, profileLevelAccessId: nextPla });
  }, [nextId, nextPla, queryClient]);
  return { next, previous };
}

/** Fetches a submission and its first file. A confidential file is not: every look at one is recorded. */
async function fetchAhead(queryClient: QueryClient, place: Place): Promise<void> {
  await queryClient.prefetchQuery(reviewQuery(place.requirementId, place.profileLevelAccessId));
  const review = queryClient.getQueryData(reviewQuery(place.requirementId, place.profileLevelAccessId).queryKey);
  const [file] = review?.attempt.files ?? [];
  if (review && file?.viewable && !isConfidential[review.type]) await queryClient.prefetchQuery(fileQuery(place, file));
}

/** When another submission comes on the same page, readers begin at its heading. */
function useFocusOnArrival(place: string, loaded: boolean): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!loaded) return;
    if (shown.current !== null && shown.current !== place) document.querySelector("h1")?.focus();
    shown.current = place;
  }, [place, loaded]);
}
