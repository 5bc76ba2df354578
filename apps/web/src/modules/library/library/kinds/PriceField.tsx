import { words } from "../words.ts";
import { NumberField } from "./NumberField.tsx";

interface PriceFieldProps {
  /** In cents. */
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
}

/** What it costs. */
export function PriceField({ value, onChange, error }: PriceFieldProps) {
  return (
    <NumberField
      label={words.priceOptional}
      description={words.priceHint}
      value={value}
      empty={0}
      hundredths
      onChange={(price) => onChange(price ?? 0)}
      error={error && words.priceRange}
    />
  );
}
