import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import {
  Badge,
  Button,
  Checkbox,
  type Column,
  DataTable,
  EmptyState,
  IconAlertTriangle,
  IconClipboardCheck,
  IconDownload,
  Notice,
  PageHeader,
  Panel,
  Select,
  TextLink,
} from "@touchline/ui";
import { dayIn, dayText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./External.module.css";
import {
  fetchQueue,
  fetchQueueFile,
  importsQuery,
  type QueueChoice,
  reviewerNames,
  type WaitingRow,
} from "./queries.ts";
import { stateTexts, words } from "./words.ts";

const readFilter = (search: RawSearch): QueueChoice => {
  const reviewer = textIn(search.reviewer);
  return { reviewer: reviewer === "1" || reviewer === "2" ? reviewer : undefined, overdue: search.overdue === "yes" };
};

/** The background checks that wait for a result of JDP or NCSI, the longest waiting first. */
export function QueuePage() {
  useTitle(words.waitingResults);
  const { organization } = useActiveProfile();
  const [filter, change] = useUrlState(readFilter);
  const list = useInfiniteQuery({
    queryKey: ["externalResults", "queue", filter],
    queryFn: ({ pageParam, signal }) => fetchQueue(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const [first] = list.data?.pages ?? [];
  if (list.isError && !list.data) {
    return <LoadFailed title={words.queueFailed} error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      <PageHeader
        title={words.waitingResults}
        path={[{ label: words.review, href: "/review" }]}
        actions={
          <Button
            label={words.importResults}
            href={`/review/external/import${filter.reviewer ? `?reviewer=${filter.reviewer}` : ""}`}
          />
        }
      >
        {words.queueAbout}
      </PageHeader>
      <div className={classes.parts}>
        <div className={classes.filters}>
          <Select
            label={words.reviewer}
            allowDeselect={false}
            data={[
              { value: "", label: words.anyReviewer },
              { value: "1", label: reviewerNames[1] },
              { value: "2", label: reviewerNames[2] },
            ]}
            value={filter.reviewer ?? ""}
            onChange={(value) => change({ reviewer: value || undefined }, { back: true })}
          />
          <Checkbox
            label={words.overdueOnly}
            checked={filter.overdue}
            onChange={(event) => change({ overdue: event.currentTarget.checked ? "yes" : undefined }, { back: true })}
          />
          <Exports filter={filter} />
        </div>
        {first && <p role="status">{words.queueCount({ waiting: first.waiting, overdue: first.overdue })}</p>}
        <DataTable
          caption={words.queueCaption}
          columns={columnsOf(organization.timeZone)}
          rows={rows}
          rowKey={(row) => row.reference}
          rowLabel={(row) => `${row.name}, ${row.requirementName}`}
          rowHref={(row) =>
            row.wait === "review"
              ? `/review/${row.requirementId}?pla=${row.profileLevelAccessId}`
              : `/requirements/${row.requirementId}?pla=${row.profileLevelAccessId}`
          }
          loading={list.isPending}
          empty={
            <EmptyState icon={IconClipboardCheck} title={words.nothingWaits}>
              {words.nothingWaitsHelp}
            </EmptyState>
          }
        />
        {list.hasNextPage && (
          <div>
            <Button
              variant="secondary"
              label={words.showMore}
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            />
          </div>
        )}
        <Imports zone={organization.timeZone} />
      </div>
    </>
  );
}

type Columns = [Column<WaitingRow, never>, ...Column<WaitingRow, never>[]];

const columnsOf = (zone: string): Columns => [
  { key: "name", header: words.name, cell: (row) => row.name, note: (row) => row.levelName },
  { key: "requirement", header: words.requirement, card: "line", cell: (row) => row.requirementName },
  {
    key: "provider",
    header: words.provider,
    card: "line",
    cell: (row) => reviewerNames[row.reviewer],
    note: (row) => (row.wait === "review" ? words.underReview : words.atPortal),
  },
  { key: "since", header: words.waitingSince, cell: (row) => dayText(dayIn(row.waitingSince, zone)) },
  {
    key: "due",
    header: words.expectedBy,
    cell: (row) => (
      <span className={classes.due}>
        {dayText(row.dueOn)}{" "}
        {row.overdue && (
          <Badge tone="needs" icon={IconAlertTriangle}>
            {words.overdue}
          </Badge>
        )}
      </span>
    ),
  },
];

/** Downloads the list of each provider, or of the one that is chosen. */
function Exports({ filter }: { filter: QueueChoice }) {
  const fetching = useMutation({
    mutationFn: (reviewer: "1" | "2") => fetchQueueFile(reviewer, filter.overdue),
    onSuccess: saveFile,
  });
  const of = filter.reviewer ? [filter.reviewer] : (["1", "2"] as const);
  return (
    <>
      <div className={classes.acts}>
        {of.map((reviewer) => (
          <Button
            key={reviewer}
            small
            variant="secondary"
            leftIcon={<IconDownload aria-hidden />}
            label={
              filter.reviewer ? words.exportList : words.exportFor({ name: reviewerNames[reviewer === "1" ? 1 : 2] })
            }
            loading={fetching.isPending && fetching.variables === reviewer}
            onClick={() => fetching.mutate(reviewer)}
          />
        ))}
      </div>
      {fetching.error && (
        <Notice tone="stop" title={words.exportFailed}>
          {messageOf(fetching.error)}
        </Notice>
      )}
    </>
  );
}

function Imports({ zone }: { zone: string }) {
  const { data } = useQuery(importsQuery);
  if (!data || data.length === 0) return null;
  return (
    <Panel title={words.latestImports}>
      <ul className={classes.list}>
        {data.map((one) => (
          <li key={one.importId}>
            <TextLink href={`/review/external/import/${one.importId}`}>{one.fileName}</TextLink>
            <span className={classes.quiet}>
              {reviewerNames[one.reviewer]}. {stateTexts[one.state]}
              {stateTexts[one.state].endsWith(".") ? " " : ". "}
              {words.importLine({
                date: dayText(dayIn(one.createdAt, zone)),
                name: one.createdByName,
                recorded: one.recorded,
                rows: one.rows,
              })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
