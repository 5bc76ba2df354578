import { queryOptions } from "@tanstack/react-query";
import type { attemptFile } from "@touchline/contract/requirements/requirements";
import { downloadFile } from "@touchline/contract/requirements/requirements";
import type { z } from "zod";
import { download } from "../client.ts";

/** A file of a submission. */
export type AttemptFile = z.output<typeof attemptFile>;

/** The requirement and the membership that a file is shown for. */
export interface FilePlace {
  requirementId: string;
  profileLevelAccessId: string;
}

/** Milliseconds until a page asks again how a check of files went: soon at first, later seldom. */
const soonest = 3_000;
const latest = 60_000;

/** For a query that includes files: refetches while one of them is still being scanned. */
export const whileChecked =
  <Data>(filesIn: (data: Data) => readonly Pick<AttemptFile, "scan">[] | undefined) =>
  ({ state }: { state: { data: Data | undefined; dataUpdateCount: number } }): number | false => {
    const files = state.data === undefined ? undefined : filesIn(state.data);
    if (!files?.some(({ scan }) => scan === "unscanned" || scan === "failed")) return false;
    return Math.min(latest, soonest * 2 ** Math.min(8, state.dataUpdateCount - 1));
  };

/** The bytes of a file. They never change under one id. */
export const fileQuery = (
  { requirementId, profileLevelAccessId }: FilePlace,
  { fileId }: Pick<AttemptFile, "fileId">,
) =>
  queryOptions({
    queryKey: ["file", requirementId, profileLevelAccessId, fileId],
    queryFn: ({ signal }) =>
      download(downloadFile, { params: { id: requirementId }, query: { profileLevelAccessId, fileId } }, { signal }),
    staleTime: Infinity,
  });
