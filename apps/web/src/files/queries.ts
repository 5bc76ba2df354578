import { queryOptions } from "@tanstack/react-query";
import type { attemptFile } from "@touchline/contract/requirements";
import { downloadFile } from "@touchline/contract/requirements";
import type { z } from "zod";
import { download } from "../client.ts";

/** A file of a submission. */
export type AttemptFile = z.output<typeof attemptFile>;

/** Of whose requirement a file is shown, and in the name of which membership. */
export interface FilePlace {
  requirementId: string;
  profileLevelAccessId: string;
}

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
