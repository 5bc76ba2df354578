import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { downloadComparison } from "@touchline/contract/reporting/comparison";
import { downloadMemberExport } from "@touchline/contract/reporting/members";
import { downloadRecord } from "@touchline/contract/reporting/records";
import { downloadAnswers } from "@touchline/contract/requirements/forms";
import {
  cancelTask,
  downloadTaskResult,
  getTask,
  listTaskItems,
  listTasks,
  type TaskOutcome,
  undoTask,
} from "@touchline/contract/tasks/tasks";
import { useEffect, useRef } from "react";
import { call, download } from "../../../client.ts";

export type Task = ResponseOf<typeof getTask>;
/** Fetches work in steps that isn't a task, while it runs. */
export type Work = ResponseOf<typeof listTasks>["running"][number];
export type ShownTaskItem = ResponseOf<typeof listTaskItems>["data"][number];

/** Milliseconds between two checks of a running task. They stop when it ends. */
const often = 800;

export const isRunning = ({ state }: Pick<Task, "state">) => state === "running";

export const tasksQuery = queryOptions({
  queryKey: ["tasks"],
  queryFn: ({ signal }) => call(listTasks, {}, { signal }),
  staleTime: 60_000,
  refetchInterval: ({ state: { data } }) => (data && countRunning(data) > 0 ? often : false),
});

/** Counts running tasks and other running work. */
export const countRunning = ({ tasks, running }: ResponseOf<typeof listTasks>): number =>
  tasks.filter(isRunning).length + running.length;

const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ["task", id],
    queryFn: ({ signal }) => call(getTask, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data, error } }) => {
      // If the first request failed, the task doesn't exist or belongs to someone else.
      if (data === undefined) return error ? false : often;
      return isRunning(data) ? often : false;
    },
  });

/** The queries that may be out of date after a change to many people. */
const changed = ["members", "member", "requirements", "tasks"];

function lookAgain(client: QueryClient): void {
  for (const key of changed) void client.invalidateQueries({ queryKey: [key] });
}

/** Follows a task's progress until it ends, then refetches lists. */
export function useTask(id: string) {
  const client = useQueryClient();
  const query = useQuery(taskQuery(id));
  const running = query.data && isRunning(query.data);
  const ran = useRef(false);
  useEffect(() => {
    if (running) ran.current = true;
    else if (running === false && ran.current) {
      ran.current = false;
      lookAgain(client);
    }
  }, [running, client]);
  return query;
}

/** Lets the tray follow work that was just started. */
export const taskBegan = (client: QueryClient) => client.invalidateQueries({ queryKey: tasksQuery.queryKey });

export const itemsPerPage = 100;

/** Fetches the results page by page. `version` is the task's progress, and a change refetches the rows. */
export const taskItemsQuery = (id: string, outcome: TaskOutcome | undefined, after: number, version: string) =>
  queryOptions({
    queryKey: ["taskItems", id, outcome, after, version],
    queryFn: ({ signal }) =>
      call(
        listTaskItems,
        { params: { id }, query: { ...(outcome ? { outcome } : {}), after, perPage: itemsPerPage } },
        { signal },
      ),
  });

export const stopTask = (id: string) => call(cancelTask, { params: { id } });
export const takeBack = (id: string) => call(undoTask, { params: { id } });
export const fetchResult = (id: string) => download(downloadTaskResult, { params: { id } });
/** Downloads the file that a task has made, by the task's kind. */
export const fetchFile: Partial<Record<Task["kind"], (id: string) => ReturnType<typeof fetchResult>>> = {
  "comparison.export": (id: string) => download(downloadComparison, { params: { id } }),
  "forms.exportAnswers": (id: string) => download(downloadAnswers, { params: { id } }),
  "members.export": (id: string) => download(downloadMemberExport, { params: { id } }),
  "records.export": (id: string) => download(downloadRecord, { params: { id } }),
};

/** Tests whether a task processes a list with a result for each entry. */
export const hasItems = ({ kind }: Pick<Task, "kind">) => kind !== "forms.exportAnswers";
