import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { RequirementType } from "@touchline/contract";
import { Button, LoadingState, NoticesHere, OverallStatusBadge, PageHeader } from "@touchline/ui";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { SingleKeys } from "../../../SingleKeys.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useKeys, useSingleKeys } from "../../../useKeys.ts";
import { useTitle } from "../../../useTitle.ts";
import { DecisionPanel } from "./DecisionPanel.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { listHref, type ReviewSearch, readFilter } from "./place.ts";
import { adjacentQuery, fetchAhead, pendingCountQuery, type Review, reviewQuery } from "./queries.ts";
import classes from "./Review.module.css";
import { ReviewBackground, ReviewFacts } from "./ReviewFacts.tsx";
import { ReviewFiles } from "./ReviewFiles.tsx";
import { focusSearch } from "./ReviewFilters.tsx";
import { useClaim } from "./useClaim.ts";
import { useSteps } from "./useSteps.ts";
import { words } from "./words.ts";

/** Panels that only some types of submission need, loaded with the first of them. */
const BackgroundCheckPanel = lazy(() =>
  import("./BackgroundCheckPanel.tsx").then((file) => ({ default: file.BackgroundCheckPanel })),
);
const AdversePanel = lazy(() => import("./AdversePanel.tsx").then((file) => ({ default: file.AdversePanel })));
const ExternalResult = lazy(() =>
  import("../../../screening/ExternalResultPanel.tsx").then((file) => ({ default: file.ExternalResult })),
);
const ConsentsPanel = lazy(() => import("./ConsentsPanel.tsx").then((file) => ({ default: file.ConsentsPanel })));
const IdentityPanel = lazy(() => import("./IdentityPanel.tsx").then((file) => ({ default: file.IdentityPanel })));
const DocumentPanel = lazy(() => import("./DocumentPanel.tsx").then((file) => ({ default: file.DocumentPanel })));
const RegistryPanel = lazy(() => import("./RegistryPanel.tsx").then((file) => ({ default: file.RegistryPanel })));

const HeldLicenses = lazy(() =>
  import("../../../screening/HeldLicenses.tsx").then((file) => ({ default: file.HeldLicenses })),
);
const LiveScanTracking = lazy(() =>
  import("../../requirements/requirements/flows/LiveScanTracking.tsx").then((file) => ({
    default: file.LiveScanTracking,
  })),
);

const readAddress = (search: RawSearch) => ({ profileLevelAccessId: textIn(search.pla), filter: readFilter(search) });
/** Whether a separate panel shows what is reviewed, so that a submission without files is normal. */
const hasOwnPanel = ({ source, type }: Review) =>
  source === "SexOffenderSearch" ||
  (type === RequirementType.BackgroundCheck && source !== "ManualUpload") ||
  type === RequirementType.IdentityVerification;
const count = new Intl.NumberFormat();

/** One submission: the facts on the left, the document on the right, and the decision. */
export function ReviewPage() {
  const { requirementId = "" } = useParams({ strict: false }) as { requirementId?: string };
  const [{ profileLevelAccessId, filter }] = useUrlState(readAddress);
  const { next, isFirst, isLast } = useAdjacentReviews(requirementId, filter);
  const { organizationId, organization } = useActiveProfile();
  const zone = organization.timeZone;
  const waiting = useQuery(pendingCountQuery(organizationId)).data;
  const [keys] = useSingleKeys();
  const query = useQuery(reviewQuery(requirementId, profileLevelAccessId));
  const steps = useSteps({ requirementId, profileLevelAccessId }, filter, !query.isPending);
  const claim = useClaim({ requirementId, profileLevelAccessId }, query.data);
  const [showsKeys, setShowsKeys] = useState(false);
  const [onward, back] = [() => steps.step("next"), () => steps.step("previous")];
  useKeys({
    plain: {
      j: onward,
      k: back,
      ArrowRight: onward,
      ArrowLeft: back,
      "/": () => void steps.go(null).then(() => window.location.pathname === "/review" && focusSearch()),
      "?": () => setShowsKeys(true),
    },
  });
  useTitle(query.data ? words.reviewOf({ name: query.data.fullName }) : words.review);
  useFocusOnArrival(`${requirementId} ${profileLevelAccessId}`, query.data !== undefined);

  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.submissionNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  const review = query.data;
  return (
    <>
      <PageHeader
        title={review?.fullName ?? words.review}
        badge={review && <OverallStatusBadge status={review.overallStatus} />}
        path={[{ label: words.review, href: listHref(filter) }]}
        actions={
          <>
            {waiting && (
              <span className={classes.waiting}>
                {(waiting.more ? words.waitingCountOrMore : words.waitingCount)({ count: count.format(waiting.count) })}
              </span>
            )}
            <Button
              small
              variant="secondary"
              rightIcon={keys && <span className={classes.hint}>k</span>}
              label={words.previous}
              aria-keyshortcuts="k"
              disabled={isFirst}
              onClick={back}
            />
            <Button
              small
              variant="secondary"
              rightIcon={keys && <span className={classes.hint}>j</span>}
              label={words.next}
              aria-keyshortcuts="j"
              disabled={isLast}
              onClick={onward}
            />
          </>
        }
      >
        {review?.contentName}
      </PageHeader>
      <NoticesHere />
      {review ? (
        <div className={classes.page} key={review.attempt.attemptId}>
          <div className={classes.facts}>
            <ReviewFacts review={review} />
          </div>
          <div className={classes.document}>
            {review.type === RequirementType.SexOffenderSearch && (
              <Suspense fallback={<LoadingState label={words.loadingRegistrySearch} />}>
                <RegistryPanel review={review} />
              </Suspense>
            )}
            {review.type === RequirementType.LiveScan && (
              <Suspense fallback={<LoadingState label={words.loadingTheSubmission} />}>
                <LiveScanTracking
                  requirementId={review.requirementId}
                  profileLevelAccessId={review.profileLevelAccessId}
                  zone={zone}
                  decides
                />
              </Suspense>
            )}
            {review.type === RequirementType.BackgroundCheck && (
              <Suspense fallback={<LoadingState label={words.loadingCheck} />}>
                <BackgroundCheckPanel review={review} />
                <AdversePanel review={review} />
                <ExternalResult
                  requirementId={review.requirementId}
                  profileLevelAccessId={review.profileLevelAccessId}
                  zone={zone}
                />
              </Suspense>
            )}
            {review.type === RequirementType.USSoccer && (
              <Suspense fallback={<LoadingState label={words.loadingCheck} />}>
                <HeldLicenses
                  requirementId={review.requirementId}
                  profileLevelAccessId={review.profileLevelAccessId}
                  zone={zone}
                  own={false}
                />
              </Suspense>
            )}
            {review.type === RequirementType.AgeVerification && (
              <Suspense fallback={<LoadingState label={words.loadingComparison} />}>
                <DocumentPanel review={review} />
              </Suspense>
            )}
            {review.type === RequirementType.IdentityVerification && (
              <Suspense fallback={<LoadingState label={words.loadingComparison} />}>
                <IdentityPanel review={review} />
              </Suspense>
            )}
            {(!hasOwnPanel(review) || review.attempt.files.length > 0) && <ReviewFiles review={review} />}
            {review.type === RequirementType.BackgroundCheck && (
              <Suspense>
                <ConsentsPanel review={review} />
              </Suspense>
            )}
          </div>
          <div className={classes.decision}>
            <DecisionPanel
              review={review}
              filter={filter}
              next={next}
              takeOver={claim.takeOver}
              taking={claim.taking === true}
              takeFailure={claim.takeFailure}
              steps={steps}
            />
          </div>
          <div className={classes.background}>
            <ReviewBackground review={review} />
            <SingleKeys>{words.reviewKeysHelp}</SingleKeys>
          </div>
        </div>
      ) : (
        <LoadingState label={words.loadingTheSubmission} />
      )}
      {showsKeys && <KeysDialog of="page" onClose={() => setShowsKeys(false)} />}
    </>
  );
}

/** The submissions before and after this one in its list. The next is fetched while this one is open. */
function useAdjacentReviews(requirementId: string, filter: ReviewSearch) {
  const queryClient = useQueryClient();
  const next = useQuery(adjacentQuery(requirementId, filter, "next")).data;
  const previous = useQuery(adjacentQuery(requirementId, filter, "previous")).data;
  // React Query returns the same object as long as the place is the same.
  useEffect(() => {
    if (next) void fetchAhead(queryClient, next);
  }, [next, queryClient]);
  return { next: next ?? null, isFirst: previous === null, isLast: next === null };
}

/** Moves the focus to the heading when another submission is shown, so that screen readers start there. */
function useFocusOnArrival(place: string, loaded: boolean): void {
  const previousPlace = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!loaded) return;
    if (previousPlace.current !== null && previousPlace.current !== place) document.querySelector("h1")?.focus();
    previousPlace.current = place;
  }, [place, loaded]);
}
