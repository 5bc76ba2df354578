import { type Currency, currencies, minorDigits } from "@touchline/contract/currencies";
import { priceTooLowText } from "@touchline/rules/billing/fees";
import { Select } from "@touchline/ui";
import { currencyNames } from "../../../../billing/money.ts";
import { words } from "../words.ts";
import { NumberField } from "./NumberField.tsx";

interface PriceFieldProps {
  /** In minor units of the currency. */
  settings: { price: number; currency: Currency };
  change: (changes: { price?: number; currency?: Currency }) => void;
  error: string | undefined;
}

/** The price and its currency. */
export function PriceField({ settings: { price, currency }, change, error }: PriceFieldProps) {
  const choose = (chosen: Currency) =>
    // The typed number is kept: $25.00 becomes 25 yen.
    change({ currency: chosen, price: Math.round(price * 10 ** (minorDigits[chosen] - minorDigits[currency])) });
  return (
    <>
      <NumberField
        label={words.priceOptional}
        description={words.priceHint}
        value={price}
        empty={0}
        currency={currency}
        onChange={(value) => change({ price: value ?? 0 })}
        error={error && (priceTooLowText(price, currency) ?? words.priceRange)}
      />
      <Select
        label={words.currency}
        data={choices}
        allowDeselect={false}
        value={currency}
        onChange={(value) => choose(currencies.find((one) => one === value) ?? "USD")}
      />
    </>
  );
}

const choices = currencies.map((value) => ({
  value,
  label: words.currencyChoice({ code: value, name: currencyNames[value] }),
}));
