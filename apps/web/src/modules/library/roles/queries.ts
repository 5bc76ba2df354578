import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { listContentNames } from "@touchline/contract/library/content";
import { assignContent, listContentAssignments } from "@touchline/contract/library/content-assignments";
import {
  addLabel,
  changeLabel,
  countLabelMembers,
  deleteLabel,
  getLabel,
  listLabelDetails,
} from "@touchline/contract/library/labels";
import { getTask } from "@touchline/contract/tasks/tasks";
import { call } from "../../../client.ts";
import { type Assignment, withLabel, withoutLabel } from "./assignments.ts";

export type LabelDetails = ResponseOf<typeof listLabelDetails>[number];
export type LabelPage = ResponseOf<typeof getLabel>;
export type Assigned = LabelPage["assigned"][number];
export type LabelInput = BodyInput<typeof addLabel>;

/** Lists the roles with the number of their people. Refetched whenever it is opened. */
export const rolesQuery = queryOptions({
  queryKey: ["roles"],
  queryFn: ({ signal }) => call(listLabelDetails, {}, { signal }),
});

export const roleQuery = (labelId: string) =>
  queryOptions({
    queryKey: ["roles", labelId],
    queryFn: ({ signal }) => call(getLabel, { params: { id: labelId } }, { signal }),
  });

/** Counts the people that an assignment at a level would reach. */
export const reachQuery = (labelId: string, levelId: string, includeBelow: boolean) =>
  queryOptions({
    queryKey: ["roles", labelId, "reach", levelId, includeBelow],
    queryFn: ({ signal }) =>
      call(
        countLabelMembers,
        { params: { id: labelId }, query: { levelId, includeBelow: includeBelow ? "true" : "false" } },
        { signal },
      ),
  });

export type Assignable = ResponseOf<typeof listContentNames>["data"][number];

/** Searches the library by name for contents that can be required. */
export const assignableQuery = (organizationId: string, search: string) =>
  queryOptions({
    queryKey: ["library", organizationId, "names", search],
    queryFn: ({ signal }) => call(listContentNames, { params: { id: organizationId }, query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The interval for refetching work in progress, in milliseconds. */
const often = 700;

/** Reads the progress of a deleted role's people. */
export const movingQuery = (taskId: string) =>
  queryOptions({
    queryKey: ["task", taskId],
    queryFn: ({ signal }) => call(getTask, { params: { id: taskId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === "running" ? often : false),
  });

export const add = (body: LabelInput) => call(addLabel, { body });
/** @param members how many people the page showed to have it. */
export const save = (id: string, fields: LabelInput, members: number) =>
  call(changeLabel, { params: { id }, body: { ...fields, members } });
export const remove = (id: string, moveTo: string | null) => call(deleteLabel, { params: { id }, body: { moveTo } });

async function reassign(contentId: string, change: (present: Assignment[]) => Assignment[]) {
  const params = { id: contentId };
  const present = await call(listContentAssignments, { params });
  const bare = present.map(({ levelName: _, createdAt: __, ...one }) => one);
  return call(assignContent, { params, body: { contentAssignments: change(bare) } });
}

/** Assigns a requirement to a role at a level, in addition to its other assignments. */
export const ask = (
  contentId: string,
  labelId: string,
  where: Pick<Assignment, "levelId" | "includeBelow" | "mandatory">,
) => reassign(contentId, (present) => withLabel(present, labelId, where));

/** Takes a role out of one assignment; one that names no other ends. */
export const stopAsking = (contentId: string, assignmentId: string, labelId: string) =>
  reassign(contentId, (present) => withoutLabel(present, assignmentId, labelId));
