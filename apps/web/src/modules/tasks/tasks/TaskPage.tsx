import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { taskOutcomes } from "@touchline/contract/tasks/tasks";
import {
  Badge,
  Button,
  Chips,
  type Column,
  DataTable,
  EmptyState,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconListCheck,
  LoadingState,
  PageHeader,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { hasItems, itemsPerPage, type ShownTaskItem, type Task, taskItemsQuery, useTask } from "./queries.ts";
import { TaskActs } from "./TaskActs.tsx";
import { TaskState } from "./TaskProgress.tsx";
import classes from "./Tasks.module.css";
import { outcomeCounts, outcomeTones, outcomeWords, taskTitle, words } from "./words.ts";

const readSearch = (search: RawSearch) => ({
  outcome: taskOutcomes.find((one) => one === textIn(search.outcome)),
  after: /^\d{1,6}$/.test(textIn(search.after)) ? Number(textIn(search.after)) : 0,
});

const icons = { done: IconCircleCheck, skipped: IconCircleMinus, failed: IconCircleX };
const count = new Intl.NumberFormat();

const columns: [Column<ShownTaskItem, never>, ...Column<ShownTaskItem, never>[]] = [
  { key: "name", header: words.name, cell: (item) => item.name ?? words.unknownPerson },
  {
    key: "outcome",
    header: words.result,
    card: "beside",
    width: "9rem",
    cell: (item) =>
      item.outcome === null ? (
        words.notReached
      ) : (
        <Badge tone={outcomeTones[item.outcome]} icon={icons[item.outcome]}>
          {outcomeWords[item.outcome]}
        </Badge>
      ),
  },
  { key: "reason", header: words.reason, card: "line", cell: (item) => item.reason || null },
];

/** Shows one of the reader's tasks: its progress, its results, and the undo. */
export function TaskPage() {
  const { taskId } = useParams({ strict: false }) as { taskId: string };
  const query = useTask(taskId);
  const task = query.data;
  useTitle(task ? taskTitle(task) : words.task);
  if (query.error && !task) {
    return <LoadFailed title={words.taskNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!task) return <LoadingState label={words.loadingTask} />;
  return <Shown task={task} />;
}

function Shown({ task }: { task: Task }) {
  const { organization } = useActiveProfile();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={taskTitle(task)}
        badge={<span className={classes.quiet}>{momentText(task.createdAt, organization.timeZone)}</span>}
        actions={
          <TaskActs
            task={task}
            withResult
            onUndoing={(undo) => void navigate({ to: `/tasks/${undo.taskId}` as "/" })}
          />
        }
      />
      <div className={classes.state}>
        <TaskState task={task} />
      </div>
      {hasItems(task) && <Items task={task} />}
    </>
  );
}

/** Lists the task's result for each person. */
function Items({ task }: { task: Task }) {
  const [{ outcome, after }, change] = useUrlState(readSearch);
  const version = `${task.done} ${task.skipped} ${task.failed}`;
  const items = useQuery({
    ...taskItemsQuery(task.taskId, outcome, after, version),
    placeholderData: (before) => before,
  });
  const next = items.data?.next ?? null;
  return (
    <>
      <div className={classes.chips}>
        <Chips
          label={words.result}
          hideLabel
          options={taskOutcomes.map((one) => ({
            value: one,
            label: outcomeCounts[one]({ count: count.format(task[one]) }),
          }))}
          selected={outcome === undefined ? [] : [outcome]}
          onChange={(now) => change({ outcome: now.find((one) => one !== outcome), after: undefined }, { back: true })}
        />
      </div>
      <DataTable
        caption={words.results}
        columns={columns}
        rows={items.data?.data ?? []}
        rowKey={(item) => String(item.number)}
        rowHref={(item) => (item.name !== null && !isRemoved(task, item) ? `/members/${item.subjectId}` : undefined)}
        loading={items.isPending}
        empty={
          <EmptyState icon={IconListCheck} title={words.noResults}>
            {words.noResultsHint}
          </EmptyState>
        }
      />
      {(after > 0 || next !== null) && (
        <p className={classes.pager}>
          <Button
            small
            variant="secondary"
            label={words.firstPage}
            disabledReason={after === 0 ? words.isFirstPage : undefined}
            onClick={() => change({ after: undefined }, { back: true })}
          />
          <Button
            small
            variant="secondary"
            label={words.nextPage({ count: itemsPerPage })}
            disabledReason={next === null ? words.isLastPage : undefined}
            onClick={() => next !== null && change({ after: next }, { back: true })}
          />
        </p>
      )}
    </>
  );
}

/** A removed member has no page to link to. */
const isRemoved = (task: Task, item: ShownTaskItem) =>
  task.kind === "members.remove" && task.undoOf === null && item.outcome === "done";
