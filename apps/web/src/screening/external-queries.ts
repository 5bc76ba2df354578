import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getExternalCheck } from "@touchline/contract/screening/external-review";
import { call } from "../client.ts";

export type ExternalCheckShown = ResponseOf<typeof getExternalCheck>;

export const externalKey = ["externalCheck"] as const;

/** How a background check stands whose result JDP or NCSI gives. */
export const externalCheckQuery = (id: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: [...externalKey, id, profileLevelAccessId],
    queryFn: ({ signal }) => call(getExternalCheck, { params: { id }, query: { profileLevelAccessId } }, { signal }),
    retry: false,
  });
