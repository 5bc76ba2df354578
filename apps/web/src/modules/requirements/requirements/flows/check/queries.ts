import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { listConsents } from "@touchline/contract/screening/consents";
import { getBackgroundCheck } from "@touchline/contract/screening/orders";
import { call } from "../../../../../client.ts";

export type Consents = ResponseOf<typeof listConsents>;
export type Check = ResponseOf<typeof getBackgroundCheck>;
export type CheckOrder = NonNullable<Check["order"]>;

export const consentsQuery = (id: string, plaId: string) =>
  queryOptions({
    queryKey: ["consents", id, plaId],
    queryFn: ({ signal }) => call(listConsents, { params: { id, plaId } }, { signal }),
    // No text changes under the eyes of whoever reads it; a newer version is told when they sign.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });

const soon = 3_000;
const later = 15_000;

/** How often to ask again while the provider or the order moves on by itself. */
const whileMoving = (state: CheckOrder["state"] | undefined): number | false => {
  if (state === "placing") return soon;
  return state === "invited" || state === "running" ? later : false;
};

export const checkQuery = (id: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["backgroundCheck", id, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getBackgroundCheck, { params: { id }, query: { profileLevelAccessId } }, { signal }),
    refetchInterval: ({ state }) => whileMoving(state.data?.order?.state),
  });
