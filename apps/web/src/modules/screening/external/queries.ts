import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  downloadExternalQueue,
  type ExternalField,
  type ExternalReviewer,
  getExternalImport,
  importExternalResults,
  listExternalImports,
  listExternalQueue,
} from "@touchline/contract/screening/external-review";
import { call, download } from "../../../client.ts";

export type WaitingPage = ResponseOf<typeof listExternalQueue>;
export type WaitingRow = WaitingPage["rows"][number];
export type CheckedFile = ResponseOf<typeof importExternalResults>;
export type ResultsImport = ResponseOf<typeof getExternalImport>;
export type QueueChoice = { reviewer: "1" | "2" | undefined; overdue: boolean };

export const reviewerNames: Record<ExternalReviewer, string> = { 1: "JDP", 2: "NCSI" };

const queryOf = ({ reviewer, overdue }: QueueChoice) => ({
  ...(reviewer && { reviewer }),
  ...(overdue && { overdue: "true" as const }),
});

export const fetchQueue = (filter: QueueChoice, cursor: string | undefined, signal?: AbortSignal) =>
  call(listExternalQueue, { query: { ...queryOf(filter), ...(cursor && { cursor }) } }, signal ? { signal } : {});

export const fetchQueueFile = (reviewer: "1" | "2", overdue: boolean) =>
  download(downloadExternalQueue, { query: { reviewer, ...(overdue && { overdue: "true" as const }) } });

export const importsQuery = queryOptions({
  queryKey: ["externalResults", "imports"],
  queryFn: ({ signal }) => call(listExternalImports, undefined, { signal }),
});

const moving: readonly string[] = ["running", "undoing"];

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ["externalResults", "import", id],
    queryFn: ({ signal }) => call(getExternalImport, { params: { id }, query: {} }, { signal }),
    refetchInterval: ({ state }) => (state.data && moving.includes(state.data.state) ? 1_000 : false),
  });

export const sendResults = (
  file: File,
  of: {
    reviewer: "1" | "2";
    checkOnly: boolean;
    columns: readonly { heading: string; field: ExternalField | null }[] | null;
  },
  onProgress: (share: number) => void,
): Promise<CheckedFile> =>
  call(
    importExternalResults,
    {
      body: {
        reviewer: of.reviewer,
        checkOnly: of.checkOnly ? "true" : "false",
        ...(of.columns && {
          columns: JSON.stringify(Object.fromEntries(of.columns.map(({ heading, field }) => [heading, field]))),
        }),
      },
      files: [file],
    },
    { onProgress: (bytes: number, total: number) => onProgress(total > 0 ? bytes / total : 0) },
  );
