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
  LoadingState,
  Menu,
  Notice,
  OverallStatusBadge,
  overallShares,
  PageHeader,
  requirementShares,
} from "@touchline/ui";
import { useMemo } from "react";
import { dayIn, momentText } from "../../../dates.ts";
import { saveFile } from "../../../files/save-file.ts";
import { LevelPicture } from "../../../levels/LevelPicture.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { pathTo } from "../../../levels/tree.ts";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type SearchChange, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
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
import { Failed, Progress } from "./Failed.tsx";
import classes from "./LookBackPage.module.css";
import { MomentForm } from "./MomentForm.tsx";
import { momentIn, monthBefore } from "./moment.ts";
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

/** A level and everything below it as it stood at a past moment. */
export function LookBackPage({ levelId }: { levelId: string }) {
  const profile = useActiveProfile();
  const zone = profile.organization.timeZone;
  const [asOf, change] = useUrlState(momentIn);
  const navigation = useQuery(navigationQuery(profile.hierarchyLevelId));
  const begun = useQuery(startQuery(levelId, asOf));
  const progress = useQuery(progressQuery(begun.data));
  const found = progress.data ?? begun.data;
  const error = begun.error ?? (begun.data?.whole ? null : progress.error);
  const levels = navigation.data ?? [];
  const level = levels.find((one) => one.levelId === levelId);
  const name = level?.name ?? profile.currentLevelName ?? words.members;
  useTitle(words.pageTitle({ level: name }));
  const again = () => {
    void begun.refetch();
    if (progress.error) void progress.refetch();
  };
  const back = () => change({ asOf: undefined }, { back: true });
  return (
    <>
      <PageHeader
        title={name}
        path={pathTo(levels, levelId).map((one) => ({
          label: one.name,
          href: `/dashboard/${one.levelId}?asOf=${asOf}`,
        }))}
        picture={level && <LevelPicture level={level} />}
      />
      <section className={classes.banner} aria-labelledby="as-of-title">
        <div className={classes.said}>
          <IconClock aria-hidden="true" className={classes.clock} />
          <div role="status">
            <h2 id="as-of-title" className={classes.title}>
              {found ? words.statusOn({ time: momentText(found.at, zone) }) : words.statusOnPastDate}
            </h2>
            <p className={classes.hint}>{words.todayHint}</p>
          </div>
        </div>
        <div className={classes.choose}>
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
          <Button variant="secondary" label={words.backToToday} onClick={back} />
        </div>
      </section>
      {error && <Failed error={error} onAgain={again} />}
      {!error && !found && <LoadingState label={words.loadingPastStatus} lines={8} />}
      {!error && found && !found.whole && <Progress of={found} label={words.loadingPastStatus} />}
      {!error && found?.whole && <Found found={found} asOf={asOf} levelId={levelId} zone={zone} onAgain={again} />}
    </>
  );
}

interface FoundProps {
  found: LookBack;
  asOf: string;
  levelId: string;
  zone: string;
  /** What was found is not what the level is made of any more, or is gone. */
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

/** What of the requirements was not done, in words; how many were. */
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
