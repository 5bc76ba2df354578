import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { listAwaitingPayment } from "@touchline/contract/billing/individual-payments";
import { call } from "../client.ts";

/** The fees that the reader owes; with `family`, also those of the children they guard. */
export const owedFeesQuery = (profileLevelAccessId: string, family: boolean) =>
  queryOptions({
    queryKey: ["owedFees", profileLevelAccessId, family],
    queryFn: ({ signal }) =>
      call(listAwaitingPayment, { params: { profileLevelAccessId }, query: { family: `${family}` } }, { signal }),
  });

/** What a payment, a refund or a waived fee changes anywhere is read anew. */
export function refreshAfterPayment(queryClient: QueryClient): Promise<unknown> {
  const changed = ["owedFees", "ownPayments", "requirement", "requirements", "backgroundCheck", "activeProfile"];
  return Promise.all(changed.map((name) => queryClient.invalidateQueries({ queryKey: [name], refetchType: "active" })));
}
