import { useQuery } from "@tanstack/react-query";
import type { DueItem } from "@touchline/contract/billing/individual-payments";
import { owedFeesQuery } from "./queries.ts";

interface Costing {
  payer: string | null;
  settings: object;
  requirementId: string;
  profileLevelAccessId: string;
}

/**
 * What has to be paid for a requirement by the person themselves, after discounts.
 *
 * @param isAsked whether it matters: for whoever can't pay it isn't asked.
 * @returns null where nothing has: somebody else pays, it is paid, or the fee is waived; undefined until that is known.
 */
export function useFee(
  { payer, settings, requirementId, profileLevelAccessId }: Costing,
  isAsked = true,
): DueItem | null | undefined {
  const mayCost = isAsked && payer === "Individual" && "price" in settings && settings.price !== 0;
  const { data, error } = useQuery({ ...owedFeesQuery(profileLevelAccessId, false), enabled: mayCost });
  if (!mayCost || (error && !data)) return null;
  if (!data) return undefined;
  const isIt = (one: DueItem) =>
    one.requirementId === requirementId && one.profileLevelAccessId === profileLevelAccessId;
  return data.data.find(isIt) ?? null;
}
