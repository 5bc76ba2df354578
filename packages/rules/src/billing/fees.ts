import type { PaymentFailure } from "@touchline/contract/billing/individual-payments";
import { type Currency, leastCharge } from "@touchline/contract/currencies";
import { moneyText } from "../money.ts";

/** The facts about the fee of one requirement. */
export type FeeFacts = {
  /** Who pays, and the price, by the current assignment and content. */
  payer: "Individual" | "Organization";
  price: number;
  /** Whether it was waived or paid since the requirement was last completed. */
  waived: boolean;
  paid: boolean;
  /** The sum of discounts since then. */
  discount: number;
};

/** Computes the fee a person has to pay for a requirement, never below zero. */
export function feeOwed({ payer, price, waived, paid, discount }: FeeFacts): number {
  if (payer !== "Individual" || waived || paid) return 0;
  return Math.max(0, price - discount);
}

/** Explains that a total is less than a card can be charged; undefined if it isn't. */
export const tooLowText = (amount: number, currency: Currency): string | undefined =>
  amount > 0 && amount < leastCharge[currency]
    ? `Cards can't be charged less than ${moneyText(leastCharge[currency], currency)}. Pay for more at once, or pay your organization another way.`
    : undefined;

/** Explains why no one could pay a price by card, and what to enter instead; undefined if they can, or if it is free. */
export const priceTooLowText = (price: number, currency: Currency): string | undefined =>
  price > 0 && price < leastCharge[currency]
    ? `Cards can't be charged less than ${moneyText(leastCharge[currency], currency)}. Enter a higher price, or leave it empty if it's free.`
    : undefined;

/** Explains why a card wasn't charged, and what to do about it. */
export const paymentFailureTexts: Record<PaymentFailure, string> = {
  declined: "Your card was declined. Use another card, or ask your bank.",
  insufficientFunds: "Your card doesn't have enough funds. Use another card.",
  expired: "Your card has expired. Use another card.",
  wrongSecurityCode: "The security code is wrong. Check it and try again.",
  wrongNumber: "The card number is wrong. Check it and try again.",
  confirmationFailed: "Your bank didn't confirm the payment. Try again, or use another card.",
  notSupported: "This card can't be used for this payment. Use another card.",
  tryLater: "Your bank couldn't process the payment. Try again in a few minutes.",
};
