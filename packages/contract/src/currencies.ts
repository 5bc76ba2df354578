import { z } from "zod";

/** Currencies that something can be charged in. */
export const currencies = ["USD", "CAD", "EUR", "GBP", "AUD", "JPY"] as const;
export type Currency = (typeof currencies)[number];
export const currency = z.enum(currencies);
/** Digits after the decimal point: yen have none, so the minor unit is the yen itself. */
export const minorDigits: Readonly<Record<Currency, 0 | 2>> = { USD: 2, CAD: 2, EUR: 2, GBP: 2, AUD: 2, JPY: 0 };
/** The least that the card provider charges at once, in minor units. Source: Stripe, "Minimum and maximum charge amounts". */
export const leastCharge: Readonly<Record<Currency, number>> = { USD: 50, CAD: 50, EUR: 50, GBP: 30, AUD: 50, JPY: 50 };
