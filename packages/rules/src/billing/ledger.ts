/**
 * The ledger's double entries. Each moves an amount from one account to another, so the sum of all accounts is always zero. The
 * account `provider` is what the card provider owes, and equals the sum of its own books.
 */

export const ledgerKinds = [
  "charge",
  "fee",
  "refund",
  "dispute",
  "disputeReversed",
  "payout",
  "offline",
  "offlineRefund",
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export const ledgerAccounts = [
  /** What the card provider holds for the organization. */
  "provider",
  /** What was paid out to a bank account. */
  "bank",
  /** Cash and checks. */
  "cash",
  /** Revenue from members, and from organizations. */
  "memberFees",
  "subscriptions",
  /** Spent on the provider's fees, and taken back by banks. */
  "providerFees",
  "disputes",
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** A movement of `amount`, which is positive, from the account `credit` to the account `debit`. */
export type LedgerMove = { kind: LedgerKind; debit: LedgerAccount; credit: LedgerAccount; amount: number };

/** An entry in the provider's books: its signed amount, and the provider's fee. */
export type Booked = { kind: "charge" | "refund" | "dispute" | "payout" | "other"; amount: number; fee: number };

/** The source of a charge's revenue. */
export type LedgerIncome = Extract<LedgerAccount, "memberFees" | "subscriptions">;

/** Returns the movements for an entry in the provider's books. An entry that doesn't concern an organization has none. */
export function movesOf({ kind, amount, fee }: Booked, income: LedgerIncome): LedgerMove[] {
  const moves: LedgerMove[] = [];
  if (kind === "charge" && amount > 0) moves.push({ kind, debit: "provider", credit: income, amount });
  if (kind === "refund" && amount < 0) moves.push({ kind, debit: income, credit: "provider", amount: -amount });
  if (kind === "dispute" && amount < 0) moves.push({ kind, debit: "disputes", credit: "provider", amount: -amount });
  if (kind === "dispute" && amount > 0) {
    moves.push({ kind: "disputeReversed", debit: "provider", credit: "disputes", amount });
  }
  if (kind === "payout" && amount < 0) moves.push({ kind, debit: "bank", credit: "provider", amount: -amount });
  // More was refunded than was paid, or the bank rejected the payout.
  if (kind === "payout" && amount > 0) moves.push({ kind, debit: "provider", credit: "bank", amount });
  if (moves.length > 0 && fee > 0) moves.push({ kind: "fee", debit: "providerFees", credit: "provider", amount: fee });
  return moves;
}

/** Returns the balance of each account after some movements. */
export function balances(moves: readonly LedgerMove[]): Record<LedgerAccount, number> {
  const sums = Object.fromEntries(ledgerAccounts.map((account) => [account, 0])) as Record<LedgerAccount, number>;
  for (const { debit, credit, amount } of moves) {
    sums[debit] += amount;
    sums[credit] -= amount;
  }
  return sums;
}
