import { queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  cancelPartnerSync,
  changePartner,
  connectPartner,
  disconnectPartner,
  listPartners,
  type PartnerConnection,
  syncPartner,
} from "@touchline/contract/integrations/partners";
import { call } from "../../../client.ts";

/** The intervals for refetching, during a sync and otherwise, in milliseconds. */
const [often, seldom] = [1_000, 30_000];

export type Sync = PartnerConnection["syncs"][number];

/** Whether a sync continues without a person's decision. */
export const isMoving = ({ state }: Sync) => state !== "done" && state !== "failed" && state !== "review";

export const partnersQuery = queryOptions({
  queryKey: ["partners"] as const,
  queryFn: ({ signal }) => call(listPartners, {}, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.connections.some(({ syncs }) => syncs.some(isMoving)) ? often : seldom,
});

export const postPartner = (body: BodyInput<typeof connectPartner>) => call(connectPartner, { body });
export const putPartner = (id: string, body: BodyInput<typeof changePartner>) =>
  call(changePartner, { params: { id }, body });
export const deletePartner = (id: string) => call(disconnectPartner, { params: { id } });
export const postSync = (id: string, review: boolean) => call(syncPartner, { params: { id }, body: { review } });
export const postCancel = (id: string) => call(cancelPartnerSync, { params: { id } });
