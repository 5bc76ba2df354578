import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import { DocumentChips } from "./DocumentChips.tsx";
import type { KindFieldsProps } from "./fields.ts";

/** The settings of an identity verification. */
export function IdentityFields({ settings, change, errors }: KindFieldsProps<"identity-verification">) {
  return (
    <>
      <DocumentChips
        selected={settings.documents}
        onChange={(documents) => change({ documents })}
        error={errors.documents}
      />
      <AcceptedFilesField settings={settings} change={change} errors={errors} />
    </>
  );
}
