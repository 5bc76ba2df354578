import type { Currency } from "@touchline/contract/currencies";
import { TextInput } from "@touchline/ui";
import { useState } from "react";
import { amountOf, decimalOf } from "../../../../billing/money.ts";

interface NumberFieldProps {
  label: string;
  description?: string;
  /** NaN where what was typed is no number, which the contract refuses. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** The meaning of an empty field. */
  empty: number | null;
  /** For amounts of money: minor units of this currency are stored, and the amount is typed with a decimal point. */
  currency?: Currency;
  error: string | undefined;
}

/** A number as it is typed; what is typed stays as it is while it is no number. */
export function NumberField({ value, onChange, empty, currency, error, ...field }: NumberFieldProps) {
  const [text, setText] = useState(() => textOf(value, empty, currency));
  return (
    <TextInput
      {...field}
      inputMode={currency ? "decimal" : "numeric"}
      value={Object.is(numberOf(text, empty, currency), value) ? text : textOf(value, empty, currency)}
      onChange={(event) => {
        setText(event.target.value);
        onChange(numberOf(event.target.value, empty, currency));
      }}
      error={error}
    />
  );
}

function textOf(value: number | null, empty: number | null, currency: Currency | undefined): string {
  if (value === null || value === empty || Number.isNaN(value)) return "";
  return currency ? decimalOf(value, currency) : String(value);
}

function numberOf(text: string, empty: number | null, currency: Currency | undefined): number | null {
  const typed = text.trim();
  if (typed === "") return empty;
  if (currency) return amountOf(typed, currency) ?? Number.NaN;
  return /^\d+(\.\d{1,2})?$/.test(typed.replace(",", ".")) ? Number(typed.replace(",", ".")) : Number.NaN;
}
