import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getExternalCheck } from "@touchline/contract/screening/external-review";
import { call } from "../client.ts";

export type ExternalCheckShown = ResponseOf<typeof getExternalCheck>;

export const externalKey = ["externalCheck"] as const;

/** The status of a background check with an external result (JDP or NCSI). */
export const externalCheckQuery = (id: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: [...externalKey, id, profileLevelAccessId],
    queryFn: ({ signal }) => call(getExternalCheck, { params: { id }, query: { profileLevelAccessId } }, { signal }),
    retry: false,
  });
