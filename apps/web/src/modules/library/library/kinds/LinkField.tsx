import { TextInput } from "@touchline/ui";

interface LinkFieldProps {
  label: string;
  description: string;
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
  onBlur?: () => void;
}

/** An address on the web; none when it is empty. */
export function LinkField({ label, description, value, onChange, error, onBlur }: LinkFieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={2000}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value.trim() || null)}
      error={error}
      onBlur={onBlur}
    />
  );
}
