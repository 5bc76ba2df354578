import type { Card, CardBrand } from "@touchline/contract/billing/money";

const brandNames: Record<CardBrand, string> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  visa: "Visa",
  unionpay: "UnionPay",
};

/** Describes a card as people know it: "Visa ending in 4242". */
export const cardText = ({ brand, last4 }: Pick<Card, "brand" | "last4">) =>
  `${brand === null ? "Card" : brandNames[brand]} ending in ${last4}`;
