import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { getPayment, type PaymentMethod, type PaymentState } from "@touchline/contract/billing/individual-payments";
import {
  adjustFee,
  getReconciliation,
  listAdjustments,
  listOrganizationPayments,
  listOutstanding,
  recordOfflinePayment,
  refundPayment,
  remindOfFees,
  revokeAdjustment,
} from "@touchline/contract/billing/member-fees";
import { call } from "../../../client.ts";

export type OutstandingFee = ResponseOf<typeof listOutstanding>["data"][number];
export type FeeAdjustment = ResponseOf<typeof listAdjustments>[number];
export type Reconciliation = ResponseOf<typeof getReconciliation>;

/** The interval for refetching a payment while a refund is in progress, in milliseconds. */
const pollInterval = 5_000;

export interface PaymentFilter {
  state: PaymentState | null;
  method: PaymentMethod | null;
}

export const memberPaymentsQuery = ({ state, method }: PaymentFilter) =>
  infiniteQueryOptions({
    queryKey: ["memberFees", "payments", state, method],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOrganizationPayments,
        { query: { cursor: pageParam, state: state ?? undefined, method: method ?? undefined } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const memberPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: ["memberFees", "payment", id],
    queryFn: ({ signal }) => call(getPayment, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.refunds.some((one) => one.state === "requested") ? pollInterval : false,
  });

export const outstandingQuery = infiniteQueryOptions({
  queryKey: ["memberFees", "outstanding"],
  queryFn: ({ pageParam, signal }) => call(listOutstanding, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

export const reconciliationQuery = queryOptions({
  queryKey: ["memberFees", "reconciliation"],
  queryFn: ({ signal }) => call(getReconciliation, {}, { signal }),
});

export const adjustmentsQuery = (profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["memberFees", "adjustments", profileLevelAccessId],
    queryFn: ({ signal }) => call(listAdjustments, { params: { profileLevelAccessId } }, { signal }),
  });

export const refund = (id: string, body: BodyInput<typeof refundPayment>) =>
  call(refundPayment, { params: { id }, body });

/** Emails these members the fees they owe. */
export const remind = (profileLevelAccessIds: string[]) => call(remindOfFees, { body: { profileLevelAccessIds } });

export const adjust = (body: BodyInput<typeof adjustFee>) => call(adjustFee, { body });

export const revoke = (id: string) => call(revokeAdjustment, { params: { id } });

export const recordOffline = (body: BodyInput<typeof recordOfflinePayment>) => call(recordOfflinePayment, { body });
