import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getBackgroundCheck } from "@touchline/contract/screening/orders";
import { call } from "../../../client.ts";

export type Check = ResponseOf<typeof getBackgroundCheck>;
export type CheckOrder = NonNullable<Check["order"]>;

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
    queryFn: ({ signal }) => call(getBackgroundCheck, { params: { id }, query: { profileLevelAccessId } }, { signal }),
    refetchInterval: ({ state }) => whileMoving(state.data?.order?.state),
  });
