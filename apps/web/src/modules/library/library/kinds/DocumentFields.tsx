import { words } from "../words.ts";
import type { KindFieldsProps } from "./fields.ts";
import { LinkField } from "./LinkField.tsx";
import { PaperFields } from "./PaperFields.tsx";
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
      <PaperFields settings={settings} change={change} errors={errors} />
      <ReviewFields settings={settings} change={change} />
    </>
  );
}
