import { type AcceptedFileExtension, acceptedFileExtensions } from "@touchline/contract";
import { Chips } from "@touchline/ui";
import type { FieldErrors } from "../../../../form-errors.ts";
import { words } from "../words.ts";

interface AcceptedFilesFieldProps {
  settings: { acceptedExtensions: AcceptedFileExtension[] };
  change: (next: { acceptedExtensions: AcceptedFileExtension[] }) => void;
  errors: FieldErrors;
}

const options = acceptedFileExtensions.map((value) => ({ value, label: value }));

/** The accepted file types, for every kind with uploads. */
export function AcceptedFilesField({ settings, change, errors }: AcceptedFilesFieldProps) {
  return (
    <Chips
      label={words.acceptedFiles}
      options={options}
      selected={settings.acceptedExtensions}
      onChange={(acceptedExtensions) => change({ acceptedExtensions })}
      error={errors.acceptedExtensions}
    />
  );
}
