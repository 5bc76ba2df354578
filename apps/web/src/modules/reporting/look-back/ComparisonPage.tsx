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
  Notice,
  OverallStatusBadge,
  SearchField,
} from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { dayIn, momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, someIn, textIn, useUrlState } from "../../../url-state.ts";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import { TaskProgress } from "../../tasks/tasks/TaskProgress.tsx";
import { ChangeTiles } from "./ChangeTiles.tsx";
import { changeWords } from "./change-words.ts";
import { Failed } from "./Failed.tsx";
import classes from "./LookBackPage.module.css";
import { momentIn, sinceIn } from "./moment.ts";
import { PastFrame, useDerived } from "./PastFrame.tsx";
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

/** Compares a level and everything below it at two past moments. */
export function ComparisonPage({ levelId }: { levelId: string }) {
  const zone = useActiveProfile().organization.timeZone;
  const [{ asOf, since, search, changes }, change] = useUrlState(readSearch);
  const begun = useQuery(comparisonQuery(levelId, since, asOf));
  const derived = useDerived(begun, useQuery(comparisonProgressQuery(begun.data)));
  const { found, again } = derived;
  return (
    <PastFrame
      levelId={levelId}
      titleOf={(level) => words.comparisonTitle({ level })}
      query={`asOf=${asOf}&since=${since}`}
      heading={
        found
          ? words.changedBetween({ from: momentText(found.from, zone), to: momentText(found.to, zone) })
          : words.whatChanged
      }
      hint={words.comparisonHint}
      loadingLabel={words.comparing}
      derived={derived}
      controls={
        <>
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
        </>
      }
    >
      {(whole) => (
        <>
          <ChangeTiles
            of={whole}
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
            <FileButton of={whole} search={search} changes={changes} />
          </div>
          <List
            found={whole}
            search={search}
            changes={changes}
            asOf={asOf}
            zone={zone}
            onAgain={again}
            onClear={() => change({ changes: undefined, search: undefined }, { back: true })}
          />
        </>
      )}
    </PastFrame>
  );
}

interface BetweenFormProps {
  since: string;
  asOf: string;
  /** `YYYY-MM-DD`, by the organization's calendar: nothing later has passed. */
  today: string;
  onChange: (between: { since: string; asOf: string }) => void;
}

/** Asks for two dates; each means the end of its day. A time in the address is kept until another day is chosen. */
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

/** Starts the export of the filtered list. */
function FileButton({ of, search, changes }: ChoiceProps & { of: Comparison }) {
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
    cell: ({ before }) => <StandingCell at={before} />,
  },
  { key: "after", header: words.after, width: "21%", cell: ({ after }) => <StandingCell at={after} /> },
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

function StandingCell({ at }: { at: ComparedMember["before"] }) {
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

/** Every difference, as a sentence. */
function reasonsOf({ before, after, requirements }: ComparedMember): string[] {
  const moved = before && after && before.levelId !== after.levelId;
  const relabelled = before && after && before.labelId !== after.labelId;
  return [
    ...(before === null ? [words.joinedSince] : []),
    ...(after === null ? [words.noLongerMember] : []),
    ...(moved ? [words.levelChanged({ before: before.levelName, after: after.levelName })] : []),
    ...(relabelled ? [words.roleChanged({ before: before.labelName, after: after.labelName })] : []),
    // The requirements of people who joined or left are no change of theirs.
    ...(before === null || after === null
      ? []
      : requirements.map((one) =>
          words.requirementChanged({ name: one.name, before: word(one.before), after: word(one.after) }),
        )),
  ];
}
