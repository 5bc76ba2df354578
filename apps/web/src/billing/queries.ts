import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { listAwaitingPayment } from "@touchline/contract/billing/individual-payments";
import { call } from "../client.ts";

/** Reads the fees that the reader owes; with `family`, also those of children in their care. */
export const owedFeesQuery = (profileLevelAccessId: string, family: boolean) =>
  queryOptions({
    queryKey: ["owedFees", profileLevelAccessId, family],
    queryFn: ({ signal }) =>
      call(listAwaitingPayment, { params: { profileLevelAccessId }, query: { family: `${family}` } }, { signal }),
  });

/** Refetches everything that a payment, a refund or a waived fee may change. */
export function refreshAfterPayment(queryClient: QueryClient): Promise<unknown> {
  const changed = ["owedFees", "ownPayments", "requirement", "requirements", "backgroundCheck", "activeProfile"];
  return Promise.all(changed.map((name) => queryClient.invalidateQueries({ queryKey: [name], refetchType: "active" })));
}
