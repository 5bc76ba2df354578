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
      label="Price in US dollars (optional)"
      description="Empty: there is nothing to pay. Who pays is said with each assignment."
      value={value}
      empty={0}
      hundredths
      onChange={(price) => onChange(price ?? 0)}
      error={error && "An amount from 0 to 10,000, like 24.50."}
    />
  );
}
