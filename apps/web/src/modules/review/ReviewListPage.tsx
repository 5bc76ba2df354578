import { useQuery, useQueryClient } from "@tanstack/react-query";
import { reviewLists, reviewSourceLabels } from "@touchline/contract";
import { type Column, DataTable, EmptyState, IconClipboardCheck, PageHeader, Pager, Tabs } from "@touchline/ui";
import { useRef } from "react";
import { agoText, momentText } from "../../dates.ts";
import { LoadFailed } from "../../errorScreens.tsx";
import { SingleKeys } from "../../SingleKeys.tsx";
import { serverNow } from "../../session/clock.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { pageIn, type RawSearch, useUrlState } from "../../urlState.ts";
import { useKeys } from "../../useKeys.ts";
import { useTitle } from "../../useTitle.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import { type ReviewRow, reviewListQuery, reviewQuery, reviewsPerPage } from "./queries.ts";
import { reviewHref } from "./queue.ts";
import classes from "./Review.module.css";

const readSearch = (search: RawSearch) => ({
  type: reviewLists.find((list) => list === search.type) ?? "Pending",
  page: pageIn(search.page),
});

type Columns = [Column<ReviewRow, never>, ...Column<ReviewRow, never>[]];

/** What waits for a decision, oldest first, and what was decided, newest first. */
export function ReviewListPage() {
  const { organizationId, organization } = useActiveProfile();
  const [{ type, page }, change] = useUrlState(readSearch);
  const list = useQuery(reviewListQuery(organizationId, type, page));
  const pending = useQuery(reviewListQuery(organizationId, "Pending", 1)).data?.pagination.totalRecords;
  const queryClient = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  useTitle("Review");
  useKeys({ plain: { j: () => moveRow(frame.current, 1), k: () => moveRow(frame.current, -1) } });

  if (list.isError && !list.data)
    return <LoadFailed what="The review list" error={list.error} onRetry={() => void list.refetch()} />;
  const total = list.data?.pagination.totalRecords ?? 0;
  return (
    <>
      <PageHeader title="Review">Submissions that need somebody's judgement.</PageHeader>
      <Tabs
        label="Review lists"
        tabs={[
          { key: "Pending", label: "Awaiting Review", count: pending },
          { key: "Historical", label: "Recently Reviewed" },
        ]}
        current={type}
        onChange={(next) => change({ type: next === "Pending" ? undefined : next, page: undefined }, { back: true })}
      >
        <div ref={frame}>
          <DataTable
            caption={type === "Pending" ? "Awaiting review" : "Recently reviewed"}
            columns={type === "Pending" ? pendingColumns(organization.timeZone) : decidedColumns(organization.timeZone)}
            rows={list.isPlaceholderData ? [] : (list.data?.data ?? [])}
            rowKey={(row) => `${row.requirementId} ${row.profileLevelAccessId} ${row.decidedAt}`}
            rowHref={reviewHref}
            onRowIntent={(row) =>
              void queryClient.prefetchQuery(reviewQuery(row.requirementId, row.profileLevelAccessId))
            }
            loading={list.isPending || list.isPlaceholderData}
            expectedRows={8}
            empty={<NothingThere pending={type === "Pending"} />}
          />
        </div>
        <SingleKeys>j and k move among the rows, Enter opens.</SingleKeys>
        {total > reviewsPerPage && (
          <Pager
            page={page}
            perPage={reviewsPerPage}
            totalRecords={total}
            onPage={(next) => change({ page: next > 1 ? next : undefined }, { back: true })}
          />
        )}
      </Tabs>
    </>
  );
}

function pendingColumns(zone: string): Columns {
  return [
    { key: "name", header: "Name", cell: (row) => row.fullName },
    { key: "requirement", header: "Requirement", card: "words", cell: (row) => row.contentName },
    { key: "source", header: "Source", card: "words", cell: (row) => reviewSourceLabels[row.source] },
    { key: "level", header: "Level", card: "words", cell: (row) => `${row.labelName}, ${row.levelName}` },
    {
      key: "waiting",
      header: "Waiting since",
      align: "end",
      card: "beside",
      cell: (row) => <Since at={row.submittedAt} zone={zone} />,
    },
  ];
}

function decidedColumns(zone: string): Columns {
  return [
    { key: "name", header: "Name", cell: (row) => row.fullName },
    { key: "requirement", header: "Requirement", card: "words", cell: (row) => row.contentName },
    { key: "decision", header: "Decision", card: "beside", cell: (row) => <DecisionBadge decision={row.decision} /> },
    { key: "level", header: "Level", card: "words", cell: (row) => `${row.labelName}, ${row.levelName}` },
    {
      key: "decided",
      header: "Decided",
      align: "end",
      card: "line",
      cell: (row) => (
        <>
          {row.decidedAt ? <Since at={row.decidedAt} zone={zone} /> : "–"}
          <span className={classes.reviewer}>{row.reviewerName}</span>
        </>
      ),
    },
  ];
}

function Since({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at} title={momentText(at, zone)}>
      {agoText(at, serverNow(), zone)}
    </time>
  );
}

function NothingThere({ pending }: { pending: boolean }) {
  return pending ? (
    <EmptyState icon={IconClipboardCheck} title="Nothing waits for you">
      Every submission that you may review has been decided. New ones appear here as members send them.
    </EmptyState>
  ) : (
    <EmptyState icon={IconClipboardCheck} title="Nothing has been decided yet">
      Decisions are listed here as they are made, with who made them.
    </EmptyState>
  );
}

/** Moves the focus to the row below or above; with none in focus, to the first. */
function moveRow(frame: HTMLElement | null, step: 1 | -1): void {
  const links = [...(frame?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
  const here = links.indexOf(document.activeElement as HTMLElement);
  links[here === -1 ? 0 : Math.max(0, Math.min(links.length - 1, here + step))]?.focus();
}
