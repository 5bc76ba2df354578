import type { DueItem } from "@touchline/contract/billing/individual-payments";
import { mostItems } from "@touchline/contract/billing/individual-payments";
import type { Currency } from "@touchline/contract/currencies";
import { feeKey } from "../../../billing/addresses.ts";

export interface PersonFees {
  profileId: string;
  name: string;
  fees: DueItem[];
}

/** Whether a fee can be paid now. */
export const isPayable = ({ refusal, paymentId }: DueItem) => refusal === null && paymentId === null;

/** Groups fees by person: the reader first, the others in the server's order. */
export function feesByPerson(fees: readonly DueItem[], readerId: string): PersonFees[] {
  const people = [...Map.groupBy(fees, (fee) => fee.profileId)].map(([profileId, theirs]) => ({
    profileId,
    name: theirs[0]?.personName ?? "",
    fees: theirs,
  }));
  return people.sort((a, b) => Number(b.profileId === readerId) - Number(a.profileId === readerId));
}

export interface ChosenFees {
  fees: DueItem[];
  total: number;
  currency: Currency;
}

/**
 * Returns the fees to pay together: the selected payable ones, or all if none was selected. A charge has one currency,
 * that of the
 * first fee.
 */
export function chosenOf(fees: readonly DueItem[], keys: readonly string[] | null): ChosenFees {
  const payable = fees.filter(isPayable);
  const wanted = keys === null ? payable : payable.filter((fee) => keys.includes(feeKey(fee)));
  const currency = wanted[0]?.currency ?? payable[0]?.currency ?? "USD";
  const taken = wanted.filter((fee) => fee.currency === currency).slice(0, mostItems);
  return { fees: taken, total: taken.reduce((sum, fee) => sum + fee.amount, 0), currency };
}
