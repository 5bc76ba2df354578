import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getLiveScan, getLiveScanUrls } from "@touchline/contract/screening/live-scan";
import { call } from "../../../../client.ts";

export type LiveScanProgress = ResponseOf<typeof getLiveScan>;

/** Reads a Live Scan's progress. */
export const liveScanQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["liveScan", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getLiveScan, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
  });

/** The states' pages about Live Scan. */
export const liveScanUrlsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["liveScanUrls", organizationId],
    queryFn: ({ signal }) => call(getLiveScanUrls, { params: { id: organizationId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
