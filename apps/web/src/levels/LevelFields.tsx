import { TextInput } from "@touchline/ui";
import { useId } from "react";

interface NameInputProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** The name of a level; the dialog that shows it begins here. */
export function LevelNameInput({ label, value, error, onChange }: NameInputProps) {
  return (
    <TextInput
      label={label}
      data-autofocus
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

interface KindInputProps extends NameInputProps {
  hint: string;
  /** Kinds to suggest; any other can be typed. */
  kinds: readonly string[];
}

/** The kind of a level, such as club or team. */
export function LevelKindInput({ label, hint, kinds, value, error, onChange }: KindInputProps) {
  const kindsId = useId();
  return (
    <>
      <TextInput
        label={label}
        description={hint}
        maxLength={40}
        list={kindsId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <datalist id={kindsId}>
        {kinds.slice(0, 20).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
