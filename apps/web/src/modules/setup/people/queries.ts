import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  answerImportRows,
  cancelRosterImport,
  checkRosterImport,
  deleteSavedMapping,
  downloadErrorRows,
  fitSavedMapping,
  fixImportRow,
  getRosterImport,
  type ImportRowResult,
  listImportRows,
  listRosterImports,
  listSavedMappings,
  type RosterMapping,
  type RowAnswer,
  renameSavedMapping,
  saveMapping as saveMappingAs,
  startRosterImport,
  undoRosterImport,
  uploadRoster,
} from "@touchline/contract/setup/imports";
import { call, download } from "../../../client.ts";

export type RosterImport = ResponseOf<typeof getRosterImport>;
export type ImportRow = ResponseOf<typeof listImportRows>["data"][number];
export type Mapping = RosterMapping;

/** The milliseconds between refetches while work is in progress. */
const often = 700;

export const isUnderWay = ({ state }: Pick<RosterImport, "state">) => state === "checking" || state === "running";

/** Fetches an import, again and again while something is in progress. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ["rosterImport", id],
    queryFn: ({ signal }) => call(getRosterImport, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? often : false),
  });

export const undoImport = (id: string) => call(undoRosterImport, { params: { id } });

export const importRowsPerPage = 500;

/** Fetches an import's rows in the order of the file. They are refetched when `version` changes. */
export const importRowsQuery = (id: string, fate: ImportRowResult | undefined, version: string) =>
  infiniteQueryOptions({
    queryKey: ["rosterImportRows", id, fate, version],
    queryFn: ({ pageParam, signal }) =>
      call(
        listImportRows,
        { params: { id }, query: { ...(fate ? { fate } : {}), after: pageParam, perPage: importRowsPerPage } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    // The previous rows stay until the refetched ones replace them, so that nothing jumps.
    placeholderData: (before, query) => (query?.queryKey[2] === fate ? keepPreviousData(before) : undefined),
  });

export const importsQuery = queryOptions({
  queryKey: ["rosterImports"],
  queryFn: ({ signal }) => call(listRosterImports, {}, { signal }),
});

/**
 * Uploads a roster and has it checked with the proposed mapping.
 *
 * @param onProgress called with a number from 0 to 1.
 */
export async function sendRoster(file: File, onProgress: (share: number) => void): Promise<string> {
  const { rosterImportId } = await call(
    uploadRoster,
    { body: {}, files: [file] },
    { onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0) },
  );
  const { mapping } = await call(getRosterImport, { params: { id: rosterImportId } });
  await saveMapping(rosterImportId, mapping);
  return rosterImportId;
}

export const saveMapping = (id: string, body: Mapping) => call(checkRosterImport, { params: { id }, body });
export const startImport = (id: string, invite: boolean) =>
  call(startRosterImport, { params: { id }, body: { invite } });
export const cancelImport = (id: string) => call(cancelRosterImport, { params: { id } });
export const fetchErrorRows = (id: string) => download(downloadErrorRows, { params: { id } });

/**
 * Answers rows that resemble an existing person.
 *
 * @param numbers the rows, or null for all that weren't answered yet.
 */
export const answerRows = (id: string, answer: RowAnswer | null, numbers: number[] | null) =>
  call(answerImportRows, { params: { id }, body: { answer, numbers } });

/** Corrects cells of a row. @param revision the revision that was read. */
export const fixRow = (
  id: string,
  number: number,
  cells: NonNullable<ImportRow["cells"]>,
  revision: number,
): Promise<ImportRow> => call(fixImportRow, { params: { id, number: String(number) }, body: { cells, revision } });

export type SavedMapping = ResponseOf<typeof listSavedMappings>[number];

export const savedMappingsQuery = queryOptions({
  queryKey: ["savedMappings"],
  queryFn: ({ signal }) => call(listSavedMappings, {}, { signal }),
});
export const keepMapping = (rosterImportId: string, name: string) =>
  call(saveMappingAs, { body: { rosterImportId, name } });
export const renameMapping = (id: string, name: string) => call(renameSavedMapping, { params: { id }, body: { name } });
export const dropMapping = (id: string) => call(deleteSavedMapping, { params: { id } });
export const fittedMapping = (id: string, mappingId: string) => call(fitSavedMapping, { params: { id, mappingId } });
