import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { requirementStatusLabels } from "@touchline/contract";
import {
  Breakdown,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconChevronDown,
  IconClock,
  Menu,
  Notice,
  OverallStatusBadge,
  overallShares,
  requirementShares,
} from "@touchline/ui";
import { useMemo } from "react";
import { dayIn, momentText } from "../../../dates.ts";
import { saveFile } from "../../../files/save-file.ts";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type SearchChange, useUrlState } from "../../../url-state.ts";
import {
  allIn,
  choiceCounts,
  doneStatuses,
  openIn,
  openRequirement,
  standingOf,
  worstFirst,
} from "../dashboard/counts.ts";
import { MemberFilters } from "../dashboard/MemberFilters.tsx";
import { isNarrowed, nothing, readDashboardSearch } from "../dashboard/search.ts";
import { Failed } from "./Failed.tsx";
import classes from "./LookBackPage.module.css";
import { MomentForm } from "./MomentForm.tsx";
import { momentIn, monthBefore } from "./moment.ts";
import { PastFrame, useDerived } from "./PastFrame.tsx";
import {
  fileOf,
  type LookBack,
  type LookBackMember,
  membersThenQuery,
  progressQuery,
  startQuery,
  type ThenChoice,
} from "./queries.ts";
import { StatusTiles } from "./StatusTiles.tsx";
import { words } from "./words.ts";

const count = new Intl.NumberFormat();

/** The status of a level and everything below it at a past moment. */
export function LookBackPage({ levelId }: { levelId: string }) {
  const zone = useActiveProfile().organization.timeZone;
  const [asOf, change] = useUrlState(momentIn);
  const begun = useQuery(startQuery(levelId, asOf));
  const derived = useDerived(begun, useQuery(progressQuery(begun.data)));
  const { found, again } = derived;
  return (
    <PastFrame
      levelId={levelId}
      titleOf={(level) => words.pageTitle({ level })}
      query={`asOf=${asOf}`}
      heading={found ? words.statusOn({ time: momentText(found.at, zone) }) : words.statusOnPastDate}
      hint={words.todayHint}
      loadingLabel={words.loadingPastStatus}
      derived={derived}
      controls={
        <>
          <MomentForm
            key={asOf}
            moment={asOf}
            today={dayIn(new Date().toISOString(), zone)}
            onChange={(next) => change({ asOf: next }, { back: true })}
          />
          <Button
            variant="secondary"
            label={words.whatChanged}
            onClick={() => change({ since: monthBefore(asOf) }, { back: true })}
          />
          <Button
            variant="secondary"
            label={words.backToToday}
            onClick={() => change({ asOf: undefined }, { back: true })}
          />
        </>
      }
    >
      {(whole) => <Found found={whole} asOf={asOf} levelId={levelId} zone={zone} onAgain={again} />}
    </PastFrame>
  );
}

interface FoundProps {
  found: LookBack;
  asOf: string;
  levelId: string;
  zone: string;
  /** Computes the past again if the result is outdated or deleted. */
  onAgain: () => void;
}

function Found({ found, asOf, levelId, zone, onAgain }: FoundProps) {
  const [{ members: choice }, change] = useUrlState(readDashboardSearch);
  const narrow = (next: SearchChange) => change(next, { back: !("search" in next && next.search !== undefined) });
  const { search, overallStatuses, requirementStatuses, labels, content } = choice;
  const wanted: ThenChoice = { search, overallStatuses, requirementStatuses, labels, content };
  const counts = choiceCounts(found, choice);
  const standing = standingOf(found, labels);
  const here = `/dashboard/${levelId}?asOf=${asOf}`;
  if (found.members === 0) {
    const before = found.recordedFrom !== null && found.recordedFrom > found.at;
    return (
      <EmptyState icon={IconClock} title={words.noMembers}>
        {before ? words.noMembersBefore({ time: momentText(found.recordedFrom as string, zone) }) : words.noMembersHint}
      </EmptyState>
    );
  }
  const total = counts && (overallStatuses.length > 0 ? overallStatuses : null);
  return (
    <>
      <StatusTiles
        then={standing}
        today={labels.length === 0 ? found.today : null}
        picked={overallStatuses}
        onPick={(next) => narrow({ overallStatuses: next })}
      />
      <div className={classes.divided}>
        <details className={classes.division}>
          <summary>{words.byRole}</summary>
          <Breakdown
            of={words.role}
            caption={words.notCleared}
            asTable={false}
            rows={worstFirst(
              found.labels,
              (one) => openIn(one.overall),
              (one) => allIn(one.overall),
            ).map((one) => ({
              key: one.labelId,
              name: one.labelName,
              href: `${here}&labels=${one.labelId}`,
              note: words.openOf({ open: count.format(openIn(one.overall)), total: count.format(allIn(one.overall)) }),
              shares: overallShares(one.overall),
            }))}
            hrefOf={(row, share) => `${here}&labels=${row.key}&overallStatuses=${share.key}`}
          />
        </details>
        {found.requirements.length > 0 && (
          <details className={classes.division}>
            <summary>{words.byRequirement}</summary>
            <Breakdown
              of={words.requirement}
              caption={words.notDone}
              asTable={false}
              rows={worstFirst(found.requirements, openRequirement, (one) => one.total).map((one) => ({
                key: one.contentId,
                name: one.name,
                href: `${here}&content=${one.contentId}`,
                note: words.openOf({
                  open: count.format(openRequirement(one)),
                  total: count.format(one.total),
                }),
                shares: requirementShares(one.statuses),
              }))}
              hrefOf={(row, share) => `${here}&content=${row.key}&requirementStatuses=${share.key}`}
            />
          </details>
        )}
      </div>
      <MemberFilters
        choice={choice}
        narrow={narrow}
        labels={found.labels.map(({ labelId, labelName }) => ({ labelId, name: labelName }))}
        contentName={found.requirements.find((one) => one.contentId === content)?.name}
        counts={counts}
        total={
          counts
            ? (total ?? Object.keys(standing)).reduce((sum, one) => sum + (standing[one as never] ?? 0), 0)
            : undefined
        }
        more={false}
        byNameAlone
      >
        <Download found={found} choice={wanted} />
      </MemberFilters>
      <List
        found={found}
        choice={wanted}
        asOf={asOf}
        onAgain={onAgain}
        onClear={() => narrow(nothing)}
        narrowed={isNarrowed(choice)}
      />
    </>
  );
}

function Download({ found, choice }: { found: LookBack; choice: ThenChoice }) {
  const saving = useMutation({
    mutationFn: (format: "csv" | "xlsx") => fileOf(found, choice, format),
    onSuccess: saveFile,
  });
  return (
    <>
      <Menu
        label={words.download}
        namedByText
        groups={[
          {
            items: [
              { key: "csv", label: words.csv, onSelect: () => saving.mutate("csv") },
              { key: "xlsx", label: words.excel, onSelect: () => saving.mutate("xlsx") },
            ],
          },
        ]}
      >
        <span className={classes.more}>
          {words.download}
          <IconChevronDown aria-hidden="true" size={16} />
        </span>
      </Menu>
      {saving.error && <Notice tone="stop">{saving.error.message}</Notice>}
    </>
  );
}

interface ListProps {
  found: LookBack;
  choice: ThenChoice;
  asOf: string;
  narrowed: boolean;
  onAgain: () => void;
  onClear: () => void;
}

function List({ found, choice, asOf, narrowed, onAgain, onClear }: ListProps) {
  const query = useInfiniteQuery(membersThenQuery(found, choice));
  const columns = useMemo(() => columnsOf(), []);
  if (query.error && !query.data) return <Failed error={query.error} onAgain={onAgain} />;
  return (
    <>
      <DataTable
        caption={words.membersThen}
        columns={columns}
        rows={query.data?.pages.flatMap((page) => page.data) ?? []}
        rowKey={(row) => row.profileLevelAccessId}
        rowHref={(row) => (row.opens ? `/members/${row.profileLevelAccessId}?asOf=${asOf}` : undefined)}
        loading={query.isPending}
        empty={
          <EmptyState
            icon={IconClock}
            title={words.noMatch}
            action={narrowed && <Button variant="secondary" label={words.clearAllFilters} onClick={onClear} />}
          >
            {words.noMatchHint}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
    </>
  );
}

/** The number of requirements that were done, and the others with their status. */
function stateOf({ requirements }: LookBackMember) {
  const done = requirements.filter((one) => doneStatuses.includes(one.status));
  const open = requirements.filter((one) => !doneStatuses.includes(one.status));
  return {
    texts: requirements.length === 0 ? null : words.doneOf({ done: done.length, total: requirements.length }),
    open: open.map((one) => `${one.name}: ${requirementStatusLabels[one.status]}`),
  };
}

const columnsOf = (): [Column<LookBackMember, never>, ...Column<LookBackMember, never>[]] => [
  { key: "name", header: words.name, cell: (row) => row.fullName },
  { key: "role", header: words.roleThen, card: "words", width: "14%", cell: (row) => row.labelName },
  { key: "level", header: words.levelThen, card: "words", width: "16%", cell: (row) => row.levelName },
  {
    key: "status",
    header: words.statusThen,
    card: "beside",
    width: "11.75rem",
    cell: (row) => <OverallStatusBadge status={row.overallStatus} />,
  },
  {
    key: "requirements",
    header: words.requirementsThen,
    card: "line",
    width: "30%",
    cell: (row) => {
      const { texts, open } = stateOf(row);
      if (texts === null) return null;
      return (
        <>
          {texts}
          {open.length > 0 && <span className={classes.open}>{open.join(", ")}</span>}
        </>
      );
    },
  },
];
