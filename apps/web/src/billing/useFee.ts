import { useQuery } from "@tanstack/react-query";
import type { DueItem } from "@touchline/contract/billing/individual-payments";
import { owedFeesQuery } from "./queries.ts";

/** The fee of a requirement. `simulated`: paying it charges no real money. */
export type OwedFee = DueItem & { simulated: boolean };

interface Costing {
  payer: string | null;
  settings: object;
  requirementId: string;
  profileLevelAccessId: string;
}

/**
 * What has to be paid for a requirement by the person themselves, after discounts.
 *
 * @param isAsked whether to load it; false for readers who can't pay.
 * @returns null if nothing is owed: the organization pays, it is paid, or the fee is waived; undefined until it is loaded.
 */
export function useFee(
  { payer, settings, requirementId, profileLevelAccessId }: Costing,
  isAsked = true,
): OwedFee | null | undefined {
  const mayCost = isAsked && payer === "Individual" && "price" in settings && settings.price !== 0;
  const { data, error } = useQuery({ ...owedFeesQuery(profileLevelAccessId, false), enabled: mayCost });
  if (!mayCost || (error && !data)) return null;
  if (!data) return undefined;
  const isIt = (one: DueItem) =>
    one.requirementId === requirementId && one.profileLevelAccessId === profileLevelAccessId;
  const found = data.data.find(isIt);
  return found ? { ...found, simulated: data.simulated } : null;
}
