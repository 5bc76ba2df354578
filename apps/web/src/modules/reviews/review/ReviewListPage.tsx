import { useQuery, useQueryClient } from "@tanstack/react-query";
import { reviewSourceLabels } from "@touchline/contract";
import { mostAtOnce } from "@touchline/contract/reviews/reviews";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconBan,
  IconClipboardCheck,
  IconSearch,
  PageHeader,
  Pager,
  Tabs,
} from "@touchline/ui";
import { lazy, Suspense, useRef, useState } from "react";
import { agoText, momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { PastTheEnd } from "../../../parts/PastTheEnd.tsx";
import { SingleKeys } from "../../../SingleKeys.tsx";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { pageIn, type RawSearch, useUrlState } from "../../../url-state.ts";
import { useKeys } from "../../../useKeys.ts";
import { useTitle } from "../../../useTitle.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { isNarrowed, readFilter, reviewHref } from "./place.ts";
import { fetchAhead, pendingCountQuery, type ReviewRow, reviewListQuery, reviewsPerPage } from "./queries.ts";
import classes from "./Review.module.css";
import { focusSearch, ReviewFilters } from "./ReviewFilters.tsx";
import { rowKeyOf, useChosen } from "./useChosen.ts";
import { useNewSubmissions } from "./useNewSubmissions.ts";
import { words } from "./words.ts";

/** The bulk dialog is loaded when it is opened, because most visits don't need it. */
const BulkReviewDialog = lazy(() =>
  import("./BulkReviewDialog.tsx").then((file) => ({ default: file.BulkReviewDialog })),
);

const readPage = (search: RawSearch) => ({ filter: readFilter(search), page: pageIn(search.page) });

type Columns = [Column<ReviewRow, never>, ...Column<ReviewRow, never>[]];

/** The pending submissions, oldest first, and the decided ones, newest first. */
export function ReviewListPage() {
  const { organizationId, organization } = useActiveProfile();
  const [{ filter, page }, change] = useUrlState(readPage);
  const pending = filter.type === "Pending";
  const list = useQuery(reviewListQuery(organizationId, filter, page));
  const { data: waiting, dataUpdatedAt: countedAt } = useQuery(pendingCountQuery(organizationId));
  const queryClient = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const [deciding, setDeciding] = useState(false);
  const rows = list.isPlaceholderData ? [] : (list.data?.data ?? []);
  const { totalRecords: total = 0, more = false } = list.data?.pagination ?? {};
  const chosen = useChosen(filter, rows, Math.min(total, mostAtOnce));
  const startDeciding = () => chosen.count > 0 && setDeciding(true);
  const [helps, setHelps] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ["reviewList"] });
  const newSubmissions = useNewSubmissions({
    count: waiting?.count,
    countedAt,
    shownAt: pending ? list.dataUpdatedAt : 0,
    total: isNarrowed(filter) || list.isPlaceholderData || !list.data ? null : total,
    refresh,
  });
  useTitle(words.review);
  useKeys({
    plain: {
      "/": focusSearch,
      "?": () => setHelps(true),
      j: () => moveRow(frame.current, 1),
      k: () => moveRow(frame.current, -1),
      ...(pending ? { x: () => chosen.toggleRow(rows[focusedRow(frame.current)]), b: startDeciding } : {}),
    },
  });

  if (list.isError && !list.data)
    return <LoadFailed title={words.reviewListNotLoaded} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <PageHeader
        title={words.review}
        actions={
          <>
            <Button small variant="secondary" label={words.waitingResults} href="/review/external" />
            <Button small variant="secondary" label={words.statistics} href="/review/statistics" />
          </>
        }
      >
        {words.pageLead}
      </PageHeader>
      <Tabs
        label={words.reviewLists}
        tabs={[
          { key: "Pending", label: words.awaitingReviewTab, count: waiting?.count, more: waiting?.more },
          { key: "Historical", label: words.recentlyReviewedTab },
        ]}
        current={filter.type}
        onChange={(next) => change({ type: next === "Pending" ? undefined : next, page: undefined }, { back: true })}
      >
        <ReviewFilters filter={filter} change={change} />
        <div role="status">
          {pending && newSubmissions > 0 && (
            <div className={classes.newSubmissions}>
              <Button small variant="tertiary" label={words.showNew({ count: newSubmissions })} onClick={refresh} />
            </div>
          )}
        </div>
        <div ref={frame}>
          <DataTable
            caption={pending ? words.awaitingReview : words.recentlyReviewed}
            columns={pending ? pendingColumns(organization.timeZone) : decidedColumns(organization.timeZone)}
            rows={rows}
            rowKey={rowKeyOf}
            rowLabel={(row) => `${row.fullName}, ${row.contentName}`}
            rowHref={(row) => (row.membershipEnded ? undefined : reviewHref(row, filter))}
            onRowIntent={(row) => {
              if (!row.membershipEnded)
                void fetchAhead(queryClient, { ...row, requirementType: row.type }, { files: false });
            }}
            loading={list.isPending || list.isPlaceholderData}
            expectedRows={8}
            empty={
              total > 0 ? (
                <PastTheEnd onFirst={() => change({ page: undefined })} />
              ) : (
                <NothingThere pending={pending} narrowed={isNarrowed(filter)} />
              )
            }
            {...(pending && {
              selection: {
                ...chosen.selection,
                actions: (
                  <Button
                    small
                    label={words.decideSelected({ count: count.format(chosen.count) })}
                    onClick={startDeciding}
                  />
                ),
              },
            })}
          />
        </div>
        <SingleKeys>{pending ? words.pendingKeysHelp : words.decidedKeysHelp}</SingleKeys>
        {total > (page - 1) * reviewsPerPage && (total > reviewsPerPage || page > 1) && (
          <Pager
            page={page}
            perPage={reviewsPerPage}
            totalRecords={total}
            more={more && list.data?.pagination.next !== null}
            onPage={(next) => change({ page: next > 1 ? next : undefined }, { back: true })}
          />
        )}
      </Tabs>
      {helps && <KeysDialog of="list" onClose={() => setHelps(false)} />}
      <Suspense>
        {deciding && (
          <BulkReviewDialog
            count={chosen.count}
            rows={chosen.everything ? null : chosen.rows}
            filter={filter}
            oldestOnly={chosen.everything && more}
            onDecided={chosen.clear}
            onClose={() => setDeciding(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const count = new Intl.NumberFormat();

function pendingColumns(zone: string): Columns {
  return [
    { key: "name", header: words.name, cell: (row) => row.fullName, note: stateOf },
    { key: "requirement", header: words.requirement, card: "words", cell: (row) => row.contentName },
    { key: "level", header: words.role, card: "words", cell: takesPartAs },
    {
      key: "source",
      header: words.source,
      card: "words",
      width: "10.5rem",
      cell: (row) => reviewSourceLabels[row.source],
    },
    {
      key: "waiting",
      header: words.submitted,
      align: "end",
      width: "8.5rem",
      cell: (row) => <Since at={row.submittedAt} zone={zone} />,
    },
  ];
}

function decidedColumns(zone: string): Columns {
  return [
    { key: "name", header: words.name, cell: (row) => row.fullName },
    { key: "requirement", header: words.requirement, card: "words", cell: (row) => row.contentName },
    {
      key: "decision",
      header: words.decision,
      card: "beside",
      cell: (row) => <DecisionBadge decision={row.decision} />,
    },
    {
      key: "level",
      header: words.role,
      card: "words",
      cell: (row) => (
        <>
          {takesPartAs(row)}
          {row.membershipEnded && <span className={classes.reviewer}>{words.noLongerAMember}</span>}
        </>
      ),
    },
    {
      key: "decided",
      header: words.decided,
      align: "end",
      card: "line",
      cell: (row) => (
        <>
          {row.decidedAt ? <Since at={row.decidedAt} zone={zone} /> : "–"}
          <span className={classes.reviewer}>{words.decidedByReviewer({ reviewer: row.reviewerName ?? "" })}</span>
        </>
      ),
    },
  ];
}

/** Says who has the submission open, or that its disqualification waits for a second reviewer. Empty for most rows. */
function stateOf({ claim, proposed }: ReviewRow) {
  if (!claim && !proposed) return null;
  return (
    <span className={classes.state}>
      {claim && (
        <span className={classes.claimed}>
          {claim.mine ? words.openByYou : words.beingReviewedBy({ name: claim.name })}
        </span>
      )}
      {proposed && (
        <Badge tone="stop" icon={IconBan}>
          {words.disqualificationProposed}
        </Badge>
      )}
    </span>
  );
}

const takesPartAs = (row: ReviewRow) => words.labelAtLevel({ labelName: row.labelName, levelName: row.levelName });

function Since({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at} title={momentText(at, zone)}>
      {agoText(at, serverNow(), zone)}
    </time>
  );
}

function NothingThere({ pending, narrowed }: { pending: boolean; narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState icon={IconSearch} title={words.nothingMatches}>
        {words.nothingMatchesHelp}
      </EmptyState>
    );
  }
  return pending ? (
    <EmptyState icon={IconClipboardCheck} title={words.nothingToReview}>
      {words.nothingToReviewHelp}
    </EmptyState>
  ) : (
    <EmptyState icon={IconClipboardCheck} title={words.nothingDecided}>
      {words.nothingDecidedHelp}
    </EmptyState>
  );
}

const linksIn = (frame: HTMLElement | null) => [...(frame?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
/** The position of the focus among the rows that can be opened, or -1 if the focus is elsewhere. */
const focusedRow = (frame: HTMLElement | null) => linksIn(frame).indexOf(document.activeElement as HTMLElement);

/** Moves the focus to the row below or above. If no row has the focus, it moves to the first. */
function moveRow(frame: HTMLElement | null, step: 1 | -1): void {
  const links = linksIn(frame);
  const here = focusedRow(frame);
  links[here === -1 ? 0 : Math.max(0, Math.min(links.length - 1, here + step))]?.focus();
}
