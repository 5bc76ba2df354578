import { Checkbox } from "@touchline/ui";
import type { KindFieldsProps } from "./fields.ts";
import { LinkField } from "./LinkField.tsx";
import { PaperFields } from "./PaperFields.tsx";
import { PriceField } from "./PriceField.tsx";

/** A training on preventing abuse, and its certificate. */
export function AbusePreventionFields({ settings, change, errors }: KindFieldsProps<"abuse-prevention-training">) {
  return (
    <>
      <LinkField
        label="Link of the training (optional)"
        description="Where members take it."
        value={settings.trainingUrl}
        onChange={(trainingUrl) => change({ trainingUrl })}
        error={errors.trainingUrl}
      />
      <Checkbox
        label="Members may upload a certificate"
        description="Somebody reviews each one."
        checked={settings.acceptsCertificates}
        onChange={(event) => change({ acceptsCertificates: event.target.checked })}
      />
      {settings.acceptsCertificates && <PaperFields settings={settings} change={change} errors={errors} />}
      <PriceField value={settings.price} onChange={(price) => change({ price })} error={errors.price} />
    </>
  );
}
