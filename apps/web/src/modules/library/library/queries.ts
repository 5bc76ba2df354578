import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ContentKind, ResponseOf } from "@touchline/contract";
import {
  addContentFile,
  beginPackageUpload,
  cancelPackageUpload,
  createContent,
  deleteContent,
  duplicateContent,
  finishPackageUpload,
  getArchiveEffect,
  getContentKind,
  getContentPackage,
  getContentVersion,
  getPackageUpload,
  getRedoPreview,
  getRedoProgress,
  type listContent,
  listContentLibrary,
  listContentVersions,
  listPackageUploads,
  listUsSoccerLicenses,
  previewRedo,
  restoreContent,
  sendPackagePart,
  updateContentBase,
} from "@touchline/contract/library/content";
import {
  assignContent,
  getAssignmentPreview,
  getAssignmentProgress,
  listContentAssignments,
  listContentExceptions,
  previewAssignments,
  undoAssignments,
} from "@touchline/contract/library/content-assignments";
import { getContentOf, saveContentOf } from "@touchline/contract/library/content-kinds";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import {
  copyOffered,
  getContentUpdate,
  listOffered,
  lookAtOffered,
  takeContentUpdate,
} from "@touchline/contract/platform/platform-library";
import { previewTrainingPackage } from "@touchline/contract/requirements/trainings";
import { CallFailed, type CallInput, call, NotYet } from "../../../client.ts";
import { type Channel, hashOf } from "../../../files/resumable.ts";

export type ContentRow = ResponseOf<typeof listContent>[number];
/** A content of any kind; `settings` null before they were saved for the first time. */
export type StoredContent = Omit<ResponseOf<(typeof getContentOf)["document"]>, "settings"> & {
  settings: ContentSettings | null;
};
export type StoredAssignment = ResponseOf<typeof listContentAssignments>[number];
export type StoredException = ResponseOf<typeof listContentExceptions>["exceptions"][number];
export type AssignmentExceptions = NonNullable<BodyInput<typeof assignContent>["exceptions"]>;
export type AssignmentChange = { contentAssignments: Assignments; exceptions: AssignmentExceptions };
export type NewContent = BodyInput<typeof createContent>;
export type ContentBase = BodyInput<typeof updateContentBase>;
export type Assignments = BodyInput<typeof assignContent>["contentAssignments"];

type Narrowed = NonNullable<CallInput<typeof listContentLibrary>["query"]>;

/** One page of the library. */
export const libraryPageQuery = (organizationId: string, query: Narrowed) =>
  queryOptions({
    queryKey: ["library", organizationId, "page", query],
    queryFn: ({ signal }) => call(listContentLibrary, { params: { id: organizationId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

export type Content = ResponseOf<typeof getContentKind>;

/** Reads a content and the actions on it; a call of its kind reads its settings. */
export const kindQuery = (contentId: string) =>
  queryOptions({
    queryKey: ["library", "content", contentId],
    queryFn: ({ signal }) => call(getContentKind, { params: { id: contentId } }, { signal }),
  });

export const versionsQuery = (contentId: string, page: number) =>
  queryOptions({
    queryKey: ["library", "content", contentId, "versions", page],
    queryFn: ({ signal }) =>
      call(listContentVersions, { params: { id: contentId }, query: { page, perPage: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const versionQuery = (contentId: string, version: number) =>
  queryOptions({
    queryKey: ["contentVersion", contentId, version],
    queryFn: ({ signal }) =>
      call(getContentVersion, { params: { id: contentId, version: String(version) } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const archiveEffectQuery = (contentId: string) =>
  queryOptions({
    queryKey: ["archiveEffect", contentId],
    queryFn: ({ signal }) => call(getArchiveEffect, { params: { id: contentId } }, { signal }),
    gcTime: 0,
  });

export const updateQuery = (contentId: string) =>
  queryOptions({
    queryKey: ["contentUpdate", contentId],
    queryFn: ({ signal }) => call(getContentUpdate, { params: { id: contentId } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export type Offered = ResponseOf<typeof listOffered>[number];

/** Lists the platform's templates. */
export const offeredQuery = queryOptions({
  queryKey: ["library", "offered"],
  queryFn: ({ signal }) => call(listOffered, undefined, { signal }),
});
export const offeredItemQuery = (id: string) =>
  queryOptions({
    queryKey: ["library", "offered", id],
    queryFn: ({ signal }) => call(lookAtOffered, { params: { id } }, { signal }),
  });

/** The licenses of the national federation. Source of the words: specification 2, section 8. */
export const licensesQuery = queryOptions({
  queryKey: ["usSoccerLicenses"],
  queryFn: async ({ signal }) => {
    try {
      return await call(listUsSoccerLicenses, undefined, { signal });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      throw new NotYet(`Failed to fetch US Soccer licenses: ${error.status}`, { cause: error });
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Reads a content with its settings and assignments. Refetched whenever it is opened, never while it is edited. */
export const contentQuery = (kind: ContentKind, contentId: string) =>
  queryOptions({
    queryKey: ["content", contentId],
    queryFn: async ({ signal }) => {
      const params = { id: contentId };
      const read = getContentOf[kind] as (typeof getContentOf)["document"];
      const [{ settings, ...content }, assignments, { exceptions }] = await Promise.all([
        call(read, { params }, { signal }),
        call(listContentAssignments, { params }, { signal }),
        call(listContentExceptions, { params }, { signal }),
      ]);
      const stored: StoredContent = {
        ...content,
        settings: settings && ({ kind, ...settings } as ContentSettings),
      };
      return { content: stored, assignments, exceptions };
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The interval for refetching work in progress, in milliseconds. */
const often = 700;

/** Whether very many people are being updated to its assignments. Refetched again and again while they are. */
export const progressQuery = (contentId: string) =>
  queryOptions({
    queryKey: ["assignmentProgress", contentId],
    queryFn: ({ signal }) => call(getAssignmentProgress, { params: { id: contentId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.inProgress ? often : false),
  });

/** Whether completions are being brought in line with a day to do it again by. */
export const redoProgressQuery = (contentId: string) =>
  queryOptions({
    queryKey: ["redoProgress", contentId],
    queryFn: ({ signal }) => call(getRedoProgress, { params: { id: contentId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.inProgress ? often : false),
  });

export const create = (body: NewContent) => call(createContent, { body });
export const saveBase = (id: string, body: ContentBase) => call(updateContentBase, { params: { id }, body });
export function saveSettings(id: string, { kind, ...body }: ContentSettings) {
  return call(saveContentOf[kind] as (typeof saveContentOf)["document"], { params: { id }, body: body as never });
}
/** Uploads a file that settings may then name. */
export const addFile = (
  id: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
) => call(addContentFile, { params: { id }, body: {}, files: [file] }, options);
/** Packages that were sent for a content lately. */
export const packagesSent = (id: string, signal: AbortSignal) =>
  call(listPackageUploads, { params: { id } }, { signal });
export const packageSent = (id: string, uploadId: string, signal: AbortSignal) =>
  call(getPackageUpload, { params: { id, uploadId } }, { signal });
export const cancelPackage = (id: string, uploadId: string) => call(cancelPackageUpload, { params: { id, uploadId } });

/** Uploads a package in parts. It is recognized by its end, where a zip file keeps the checksums of its entries. */
export const packageChannel = (id: string, file: File): Channel => ({
  mark: () => hashOf(file.slice(-65_536)),
  begin: (ending) => call(beginPackageUpload, { params: { id }, body: { name: file.name, bytes: file.size, ending } }),
  part: (uploadId, offset, content, { signal, onProgress }) =>
    call(
      sendPackagePart,
      { params: { id, uploadId }, body: { offset }, files: [new File([content], "part")] },
      // Sent again it counts once, by where it begins.
      { signal, onProgress, idempotencyKey: undefined },
    ),
  finish: (uploadId) => call(finishPackageUpload, { params: { id, uploadId }, body: {} }),
});

/** Opens a part of a package as a preview, of which nothing is stored. */
export const previewPackage = (id: string, fileId: string, item: number) =>
  call(previewTrainingPackage, { params: { id }, body: { fileId, item } });

/** Reads the facts of a content's training package. */
export const packageQuery = (contentId: string, fileId: string) =>
  queryOptions({
    queryKey: ["package", contentId, fileId],
    queryFn: ({ signal }) => call(getContentPackage, { params: { id: contentId }, query: { fileId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
export const archive = (id: string) => call(deleteContent, { params: { id } });
export const restore = (id: string) => call(restoreContent, { params: { id } });
export const duplicate = (id: string, body: BodyInput<typeof duplicateContent>) =>
  call(duplicateContent, { params: { id }, body });
export const copy = (id: string, levelId: string) => call(copyOffered, { params: { id }, body: { levelId } });
export const takeUpdate = (id: string, body: BodyInput<typeof takeContentUpdate>) =>
  call(takeContentUpdate, { params: { id }, body });
export const assign = (id: string, change: AssignmentChange, keepClearedUntil: string | null) =>
  call(assignContent, { params: { id }, body: { ...change, keepClearedUntil } });
export const undoAssign = (id: string, changeId: string) =>
  call(undoAssignments, { params: { id }, body: { changeId } });

/**
 * The effect of a change. For very many people it is requested again until it is computed.
 *
 * @param keepClearedUntil people who are cleared stay so through this day; null for none.
 */
export async function previewOf(
  id: string,
  change: AssignmentChange,
  keepClearedUntil: string | null,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
) {
  const body = { ...change, keepClearedUntil };
  let progress = await call(previewAssignments, { params: { id }, body }, { signal });
  while (progress.result === null) {
    onProgress(progress.done, progress.total);
    await new Promise((resolve) => setTimeout(resolve, often));
    progress = await call(getAssignmentPreview, { params: { id, previewId: progress.previewId } }, { signal });
  }
  return progress.result;
}

/** Previews a deadline to complete it again; polled for very many people until it is computed. */
export async function previewRedoOf(
  id: string,
  redoBy: string,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
) {
  let progress = await call(previewRedo, { params: { id }, body: { redoBy } }, { signal });
  while (progress.result === null) {
    onProgress(progress.done, progress.total);
    await new Promise((resolve) => setTimeout(resolve, often));
    progress = await call(getRedoPreview, { params: { id, previewId: progress.previewId } }, { signal });
  }
  return progress.result;
}
