import { Checkbox } from "@touchline/ui";
import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { LinkField } from "./LinkField.tsx";
import { PriceField } from "./PriceField.tsx";

/** A training on preventing abuse, and its certificate. */
export function AbusePreventionFields({ settings, change, errors }: KindFieldsProps<"abuse-prevention-training">) {
  return (
    <>
      <LinkField
        label={words.trainingLinkOptional}
        description={words.trainingLinkHint}
        value={settings.trainingUrl}
        onChange={(trainingUrl) => change({ trainingUrl })}
        error={errors.trainingUrl}
      />
      <Checkbox
        label={words.takenAtProvider}
        description={words.takenAtProviderHint}
        checked={settings.takenAtProvider}
        onChange={(event) => change({ takenAtProvider: event.target.checked })}
      />
      <Checkbox
        label={words.acceptCertificates}
        description={words.uploadsReviewed}
        checked={settings.acceptsCertificates}
        onChange={(event) => change({ acceptsCertificates: event.target.checked })}
      />
      {settings.acceptsCertificates && <AcceptedFilesField settings={settings} change={change} errors={errors} />}
      <PriceField settings={settings} change={change} error={errors.price} />
    </>
  );
}
