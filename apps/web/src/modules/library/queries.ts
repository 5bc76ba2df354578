import { queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  assignContent,
  createContent,
  getAssignmentProgress,
  getContentDocument,
  listContent,
  listContentAssignments,
  saveContentDocument,
  updateContentBase,
} from "@touchline/contract/content";
import { call } from "../../client.ts";

export type ContentRow = ResponseOf<typeof listContent>[number];
export type StoredDocument = ResponseOf<typeof getContentDocument>;
export type StoredAssignment = ResponseOf<typeof listContentAssignments>[number];
export type NewContent = BodyInput<typeof createContent>;
export type ContentBase = BodyInput<typeof updateContentBase>;
export type Settings = BodyInput<typeof saveContentDocument>;
export type Assignments = BodyInput<typeof assignContent>["contentAssignments"];

/** Everything the organization can ask for, as far as the caller looks after it. */
export const libraryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["library", organizationId],
    queryFn: ({ signal }) => call(listContent, { query: { organizationId } }, { signal }),
  });

/** A document with its settings and to whom it is assigned. Read anew whenever it is opened, never while it is edited. */
export const documentQuery = (contentId: string) =>
  queryOptions({
    queryKey: ["content", contentId],
    queryFn: async ({ signal }) => {
      const params = { id: contentId };
      const [document, assignments] = await Promise.all([
        call(getContentDocument, { params }, { signal }),
        call(listContentAssignments, { params }, { signal }),
      ]);
      return { document, assignments };
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type AssignmentProgress = ResponseOf<typeof getAssignmentProgress>;

/** How often work under way is looked at, in milliseconds. */
const often = 700;

/** Whether very many people are being brought in line with its assignments; looked at again and again meanwhile. */
export const progressQuery = (contentId: string) =>
  queryOptions({
    queryKey: ["assignmentProgress", contentId],
    queryFn: ({ signal }) => call(getAssignmentProgress, { params: { id: contentId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.underWay ? often : false),
  });

export const create = (body: NewContent) => call(createContent, { body });
export const saveBase = (id: string, body: ContentBase) => call(updateContentBase, { params: { id }, body });
export const saveSettings = (id: string, body: Settings) => call(saveContentDocument, { params: { id }, body });
export const assign = (id: string, contentAssignments: Assignments) =>
  call(assignContent, { params: { id }, body: { contentAssignments } });
