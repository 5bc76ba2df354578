import { type Currency, minorDigits } from "@touchline/contract/currencies";

const formats = new Map<string, Intl.NumberFormat>();
const digitsOf = (currency: Currency): number => minorDigits[currency];

/** Formats an amount in minor units: "$49.00", "CA$49.00", "¥4,900". */
export function moneyText(amount: number, currency: Currency): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    formats.set(currency, format);
  }
  return format.format(amount / 10 ** digitsOf(currency));
}

/**
 * Formats an amount as a decimal number for a form field or a program: "20.00", "4900", without currency sign and separators.
 */
export const decimalOf = (amount: number, currency: Currency): string =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** Parses a typed amount, such as "1,024.50" or "$20", into minor units. Null if the currency has no such amount. */
export function amountOf(typed: string, currency: Currency): number | null {
  const plain = typed.trim().replace(/^[^\d\s-]{0,3}\s*/, "");
  const [, whole, parts = ""] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  const digits = digitsOf(currency);
  if (whole === undefined || parts.length > digits) return null;
  return Number(`${whole.replaceAll(",", "")}${parts.padEnd(digits, "0")}`);
}
