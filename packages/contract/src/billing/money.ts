import { z } from "zod";
import { id } from "../values.ts";

/** The most that is charged at once, in minor units. */
export const mostAmount = 100_000_000;
/** An amount in minor units of its currency. */
export const amount = z
  .int("Enter an amount with whole cents.")
  .min(0, "Enter an amount of zero or more.")
  .max(mostAmount, "This amount is too high.");
/** A price: more than zero. */
export const positiveAmount = amount.min(1, "Enter an amount above zero.");

/** Brands of cards. Source: specification 1, section 3. */
export const cardBrands = [
  "amex",
  "cartes_bancaires",
  "diners",
  "discover",
  "jcb",
  "mastercard",
  "visa",
  "unionpay",
] as const;
export type CardBrand = (typeof cardBrands)[number];

/** The details of a card that are stored here. */
export const card = z.object({
  /** The provider's id of the payment method. */
  paymentMethodId: z.string(),
  /** Null for other brands. */
  brand: z.enum(cardBrands).nullable(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
});
export type Card = z.output<typeof card>;

/** An id from the card provider. */
export const providerId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_]{3,200}$`), "This isn't an id of the card provider.");

/** An id from the card provider in a path. An id it doesn't know isn't found. */
export const idInPath = z.string().regex(/^[A-Za-z0-9_-]{1,255}$/, "This isn't an id of the card provider.");

/**
 * Where a card is entered; never on this server.
 *
 * - `hosted`: a page of the provider. It returns to the given address, with parameters from the provider.
 * - `elements`: fields of the provider within the page (`@stripe/stripe-js`), which need this key.
 */
export const cardForm = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("hosted"), url: z.string(), simulated: z.boolean() }),
  z.object({ kind: z.literal("elements"), publishableKey: z.string(), simulated: z.boolean() }),
]);
export type CardForm = z.output<typeof cardForm>;

/** A path of the page to which a provider's page returns; no other origin. */
export const returnPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\s\\]*$/, "Enter a path of this site.");

/** Who did something, as shown; null: the system. */
export const doneBy = z.object({ profileId: id, name: z.string() }).nullable();

/** Reasons of a 409 about money, apart from permissions. */
export const moneyRefusals = [
  "paymentsNotSetUp",
  "nothingOwed",
  "priceChanged",
  "mixedCurrencies",
  "paymentUnderWay",
  "notReady",
  "cardNotUsable",
  "cardSetupUnfinished",
  "alreadySubscribed",
  "notSubscribed",
  "amountTooHigh",
  "amountTooLow",
  "notRefundable",
  "isDefault",
  "billingInformationExists",
  "billingInformationMissing",
  "paymentMethodMissing",
  "priceUnknown",
] as const;
export type MoneyRefusal = (typeof moneyRefusals)[number];
