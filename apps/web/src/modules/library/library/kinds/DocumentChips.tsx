import { IdentityDocument, identityDocumentLabels } from "@touchline/contract/library/content-settings";
import { Chips } from "@touchline/ui";
import { words } from "../words.ts";

interface DocumentChipsProps {
  selected: readonly IdentityDocument[];
  onChange: (documents: IdentityDocument[]) => void;
  error: string | undefined;
}

const known = Object.values(IdentityDocument);
const options = known.map((value) => ({ value: String(value), label: identityDocumentLabels[value] }));

/** The accepted documents. */
export function DocumentChips({ selected, onChange, error }: DocumentChipsProps) {
  return (
    <Chips
      label={words.acceptedDocuments}
      options={options}
      selected={selected.map(String)}
      onChange={(chosen) => onChange(known.filter((one) => chosen.includes(String(one))))}
      error={error}
    />
  );
}
