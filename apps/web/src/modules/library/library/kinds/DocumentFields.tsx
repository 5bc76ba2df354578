import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { LinkField } from "./LinkField.tsx";
import { ReviewFields } from "./ReviewFields.tsx";

/** A paper that the member sends in. */
export function DocumentFields({ settings, change, errors }: KindFieldsProps<"document">) {
  return (
    <>
      <LinkField
        label={words.link}
        description={words.linkHint}
        value={settings.linkUrl}
        onChange={(linkUrl) => change({ linkUrl })}
        error={errors.linkUrl}
      />
      <AcceptedFilesField settings={settings} change={change} errors={errors} />
      <ReviewFields settings={settings} change={change} />
    </>
  );
}
