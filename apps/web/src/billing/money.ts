import type { Currency } from "@touchline/contract/billing/money";

const formats = new Map<string, Intl.NumberFormat>();

/** An amount in minor units as people read it: "$49.00", "CA$49.00". */
export function moneyText(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    formats.set(currency, format);
  }
  return format.format(amount / 100);
}

/** An amount in minor units from what was typed, such as "1,024.50" or "$20"; null where it is no amount. */
export function amountOf(typed: string): number | null {
  const plain = typed.trim().replace(/^\$\s*/, "");
  const [, whole, hundredths = ""] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return null;
  return Number(whole.replaceAll(",", "")) * 100 + Number(hundredths.padEnd(2, "0"));
}

/** An amount as it stands in a field: "20.00". */
export const typedAmount = (amount: number) => (amount / 100).toFixed(2);

export const currencyNames: Record<Currency, string> = { USD: "US dollars", CAD: "Canadian dollars" };
