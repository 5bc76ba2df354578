import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  bulkPayment,
  cancelPayment,
  downloadReceipt,
  followPayment,
  getPayment,
  listOwnPayments,
  openCardForm,
  type Payment,
} from "@touchline/contract/billing/individual-payments";
import { call, download } from "../../../client.ts";

/** The interval for refetching a payment while its outcome is unknown, in milliseconds. */
const pollInterval = 3_000;

/** Tests whether a payment is still being processed. */
export const isMoving = ({ state, outcomeUnknown }: Pick<Payment, "state" | "outcomeUnknown">) =>
  state === "preparing" || state === "charging" || outcomeUnknown;

/** Whether something of a payment that succeeded is still being started or given back. */
const isSettling = ({ state, items }: Payment) =>
  state === "succeeded" && items.some((one) => one.state === "pending" || one.state === "refunding");

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ["ownPayments", "one", id],
    queryFn: ({ signal }) => call(getPayment, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && (isMoving(data) || isSettling(data)) ? pollInterval : false),
  });

export const ownPaymentsQuery = infiniteQueryOptions({
  queryKey: ["ownPayments", "list"],
  queryFn: ({ pageParam, signal }) => call(listOwnPayments, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** Requests a new address of the card form each time, because it may work only once. */
export const cardFormQuery = (returnPath: string) =>
  queryOptions({
    queryKey: ["cardForm", returnPath],
    queryFn: () => call(openCardForm, { body: { returnPath } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const openForm = (returnPath: string) => call(openCardForm, { body: { returnPath } });

export type PaymentBody = BodyInput<typeof bulkPayment>;

/** @param idempotencyKey one for each press of the button; again where the answer was lost. */
export const pay = (body: PaymentBody, idempotencyKey: string) => call(bulkPayment, { body }, { idempotencyKey });

export const follow = (id: string) => call(followPayment, { params: { id } });

export const cancel = (id: string) => call(cancelPayment, { params: { id } });

export const fetchReceipt = (id: string) => download(downloadReceipt, { params: { id } });
