import { TextInput } from "@touchline/ui";
import { useState } from "react";

interface NumberFieldProps {
  label: string;
  description?: string;
  /** NaN where what was typed is no number, which the contract refuses. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** What an empty field means. */
  empty: number | null;
  /** Hundredths are kept, whole ones with a point are typed: an amount of money. */
  hundredths?: boolean;
  error: string | undefined;
}

/** A number as it is typed; what is typed stays as it is while it is no number. */
export function NumberField({ value, onChange, empty, hundredths = false, error, ...field }: NumberFieldProps) {
  const [text, setText] = useState(() => textOf(value, empty, hundredths));
  return (
    <TextInput
      {...field}
      inputMode={hundredths ? "decimal" : "numeric"}
      value={Object.is(numberOf(text, empty, hundredths), value) ? text : textOf(value, empty, hundredths)}
      onChange={(event) => {
        setText(event.target.value);
        onChange(numberOf(event.target.value, empty, hundredths));
      }}
      error={error}
    />
  );
}

function textOf(value: number | null, empty: number | null, hundredths: boolean): string {
  if (value === null || value === empty || Number.isNaN(value)) return "";
  return hundredths ? (value / 100).toFixed(2) : String(value);
}

function numberOf(text: string, empty: number | null, hundredths: boolean): number | null {
  const typed = text.trim().replace(/^\$/, "").replace(",", ".");
  if (typed === "") return empty;
  if (!/^\d+(\.\d{1,2})?$/.test(typed)) return Number.NaN;
  return hundredths ? Math.round(Number(typed) * 100) : Number(typed);
}
