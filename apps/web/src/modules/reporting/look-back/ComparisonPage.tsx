import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { requirementStatusLabels } from "@touchline/contract";
import { type ChangeKind, changeKinds } from "@touchline/contract/reporting/comparison";
import {
  Button,
  type Column,
  DataTable,
  DateInput,
  EmptyState,
  IconClock,
  IconDownload,
  LoadingState,
  Notice,
  OverallStatusBadge,
  PageHeader,
  SearchField,
} from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { dayIn, momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { LevelPicture } from "../../../levels/LevelPicture.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { pathTo } from "../../../levels/tree.ts";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, someIn, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import { TaskProgress } from "../../tasks/tasks/TaskProgress.tsx";
import { ChangeTiles } from "./ChangeTiles.tsx";
import { changeWords } from "./change-words.ts";
import { Failed, Progress } from "./Failed.tsx";
import classes from "./LookBackPage.module.css";
import { momentIn, sinceIn } from "./moment.ts";
import {
  type ComparedMember,
  type Comparison,
  changedQuery,
  comparisonProgressQuery,
  comparisonQuery,
  startFile,
} from "./queries.ts";
import { words } from "./words.ts";

const isKind = (one: string): one is ChangeKind => (changeKinds as readonly string[]).includes(one);
const readSearch = (search: RawSearch) => ({
  asOf: momentIn(search),
  since: sinceIn(search),
  search: textIn(search.search).trim().slice(0, 100),
  changes: someIn(search.changes, isKind),
});

/** What changed at a level and everything below it between two past moments. */
export function ComparisonPage({ levelId }: { levelId: string }) {
  const profile = useActiveProfile();
  const zone = profile.organization.timeZone;
  const [{ asOf, since, search, changes }, change] = useUrlState(readSearch);
  const navigation = useQuery(navigationQuery(profile.hierarchyLevelId));
  const begun = useQuery(comparisonQuery(levelId, since, asOf));
  const progress = useQuery(comparisonProgressQuery(begun.data));
  const found = progress.data ?? begun.data;
  const error = begun.error ?? (begun.data?.whole ? null : progress.error);
  const levels = navigation.data ?? [];
  const level = levels.find((one) => one.levelId === levelId);
  const name = level?.name ?? profile.currentLevelName ?? words.members;
  useTitle(words.comparisonTitle({ level: name }));
  const again = () => {
    void begun.refetch();
    if (progress.error) void progress.refetch();
  };
  return (
    <>
      <PageHeader
        title={name}
        path={pathTo(levels, levelId).map((one) => ({
          label: one.name,
          href: `/dashboard/${one.levelId}?asOf=${asOf}&since=${since}`,
        }))}
        picture={level && <LevelPicture level={level} />}
      />
      <section className={classes.banner} aria-labelledby="between-title">
        <div className={classes.said}>
          <IconClock aria-hidden="true" className={classes.clock} />
          <div role="status">
            <h2 id="between-title" className={classes.title}>
              {found
                ? words.changedBetween({
                    from: momentText(found.from, zone),
                    to: momentText(found.to, zone),
                  })
                : words.whatChanged}
            </h2>
            <p className={classes.hint}>{words.comparisonHint}</p>
          </div>
        </div>
        <div className={classes.choose}>
          <BetweenForm
            key={`${since} ${asOf}`}
            since={since}
            asOf={asOf}
            today={dayIn(new Date().toISOString(), zone)}
            onChange={(next) => change(next, { back: true })}
          />
          <Button
            variant="secondary"
            label={words.backToToday}
            onClick={() =>
              change({ asOf: undefined, since: undefined, changes: undefined, search: undefined }, { back: true })
            }
          />
        </div>
      </section>
      {error && <Failed error={error} onAgain={again} />}
      {!error && !found && <LoadingState label={words.comparing} lines={8} />}
      {!error && found && !found.whole && <Progress of={found} label={words.comparing} />}
      {!error && found?.whole && (
        <>
          <ChangeTiles
            of={found}
            zone={zone}
            picked={changes}
            onPick={(next) => change({ changes: next }, { back: true })}
          />
          <div className={classes.tools}>
            <SearchField
              label={words.searchByName}
              value={search}
              onSearch={(next) => change({ search: next === "" ? undefined : next })}
            />
            <TakeAlong of={found} search={search} changes={changes} />
          </div>
          <List
            found={found}
            search={search}
            changes={changes}
            asOf={asOf}
            zone={zone}
            onAgain={again}
            onClear={() => change({ changes: undefined, search: undefined }, { back: true })}
          />
        </>
      )}
    </>
  );
}

interface BetweenFormProps {
  since: string;
  asOf: string;
  /** `YYYY-MM-DD`, by the organization's calendar: nothing later has passed. */
  today: string;
  onChange: (between: { since: string; asOf: string }) => void;
}

/** Two days; each means its end. A moment of a day stays one until another day is chosen. */
function BetweenForm({ since, asOf, today, onChange }: BetweenFormProps) {
  const [from, setFrom] = useState(since);
  const [to, setTo] = useState(asOf);
  const dayOf = (moment: string) => moment.slice(0, 10);
  const wrong = from !== "" && to !== "" && from >= to;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (from !== "" && to !== "" && !wrong) onChange({ since: from, asOf: to });
  };
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <DateInput
        label={words.fromDate}
        required
        max={today}
        value={dayOf(from)}
        onChange={(event) => setFrom(event.target.value)}
      />
      <DateInput
        label={words.toDate}
        required
        max={today}
        value={dayOf(to)}
        error={wrong ? words.laterDateMissing : undefined}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit" label={words.compare} />
    </form>
  );
}

interface ChoiceProps {
  search: string;
  changes: ChangeKind[];
}

/** The list as it is narrowed, as a file that is made in the background. */
function TakeAlong({ of, search, changes }: ChoiceProps & { of: Comparison }) {
  const client = useQueryClient();
  const starting = useMutation({
    mutationFn: () => startFile(of, { search, changes }),
    onSuccess: () => taskBegan(client),
  });
  return (
    <div className={classes.along}>
      <Button
        variant="secondary"
        label={words.downloadCsv}
        leftIcon={<IconDownload aria-hidden />}
        loading={starting.isPending}
        onClick={() => !starting.isPending && starting.mutate()}
      />
      {starting.error && <Notice tone="stop">{messageOf(starting.error)}</Notice>}
      {starting.data && <TaskProgress key={starting.data.taskId} taskId={starting.data.taskId} />}
    </div>
  );
}

interface ListProps extends ChoiceProps {
  found: Comparison;
  asOf: string;
  zone: string;
  onAgain: () => void;
  onClear: () => void;
}

function List({ found, search, changes, asOf, zone, onAgain, onClear }: ListProps) {
  const query = useInfiniteQuery(changedQuery(found, { search, changes }));
  if (query.error && !query.data) return <Failed error={query.error} onAgain={onAgain} />;
  const narrowed = search !== "" || changes.length > 0;
  const before = found.recordedFrom !== null && found.recordedFrom > found.from;
  return (
    <>
      {before && (
        <Notice tone="needs">{words.recordStarts({ time: momentText(found.recordedFrom as string, zone) })}</Notice>
      )}
      <DataTable
        caption={words.changedPeople}
        columns={columns}
        rows={query.data?.pages.flatMap((page) => page.data) ?? []}
        rowKey={(row) => row.profileLevelAccessId}
        rowHref={(row) => (row.opens ? `/members/${row.profileLevelAccessId}?asOf=${asOf}` : undefined)}
        loading={query.isPending}
        empty={
          <EmptyState
            icon={IconClock}
            title={narrowed ? words.noMatchingChanges : words.noChanges}
            action={narrowed && <Button variant="secondary" label={words.clearAllFilters} onClick={onClear} />}
          >
            {narrowed ? words.noMatchingChangesHint : words.noChangesHint}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
    </>
  );
}

const columns: [Column<ComparedMember, never>, ...Column<ComparedMember, never>[]] = [
  { key: "name", header: words.name, cell: (row) => row.fullName },
  { key: "change", header: words.result, card: "words", width: "15%", cell: (row) => changeWords[row.change] },
  {
    key: "before",
    header: words.before,
    width: "21%",
    cell: ({ before }) => <Stood at={before} />,
  },
  { key: "after", header: words.after, width: "21%", cell: ({ after }) => <Stood at={after} /> },
  {
    key: "why",
    header: words.whatChanged,
    card: "line",
    width: "27%",
    cell: (row) => (
      <ul className={classes.why}>
        {reasonsOf(row).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    ),
  },
];

function Stood({ at }: { at: ComparedMember["before"] }) {
  return (
    <span className={classes.stood}>
      {at === null ? (
        <span className={classes.quiet}>{words.notMember}</span>
      ) : (
        <>
          <OverallStatusBadge status={at.overallStatus} />
          <span className={classes.quiet}>{`${at.labelName}, ${at.levelName}`}</span>
        </>
      )}
    </span>
  );
}

const word = (status: ComparedMember["requirements"][number]["before"]) =>
  status === null ? words.notRequired : requirementStatusLabels[status];

/** Everything that was otherwise, in words. */
function reasonsOf({ before, after, requirements }: ComparedMember): string[] {
  const moved = before && after && before.levelId !== after.levelId;
  const relabelled = before && after && before.labelId !== after.labelId;
  return [
    ...(before === null ? [words.joinedSince] : []),
    ...(after === null ? [words.noLongerMember] : []),
    ...(moved ? [words.levelChanged({ before: before.levelName, after: after.levelName })] : []),
    ...(relabelled ? [words.roleChanged({ before: before.labelName, after: after.labelName })] : []),
    // Of who came or left it says nothing that each of theirs was not asked on the other side.
    ...(before === null || after === null
      ? []
      : requirements.map((one) =>
          words.requirementChanged({ name: one.name, before: word(one.before), after: word(one.after) }),
        )),
  ];
}
