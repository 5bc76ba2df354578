import { Checkbox } from "@touchline/ui";
import type { KindFieldsProps } from "./fields.ts";
import { LinkField } from "./LinkField.tsx";
import { PaperFields } from "./PaperFields.tsx";

/** A course somewhere on the web, and the certificate that it ends with. */
export function TrainingFields({ settings, change, errors }: KindFieldsProps<"custom-training">) {
  return (
    <>
      <LinkField
        label="Where it is taken"
        description="The address of the course."
        value={settings.trainingUrl}
        onChange={(trainingUrl) => change({ trainingUrl })}
        error={errors.trainingUrl}
      />
      <Checkbox
        label="Members upload their certificate"
        description="Somebody looks at each before it counts."
        checked={settings.acceptsCertificates}
        onChange={(event) => change({ acceptsCertificates: event.target.checked })}
        error={errors.acceptsCertificates}
      />
      {settings.acceptsCertificates && <PaperFields settings={settings} change={change} errors={errors} />}
    </>
  );
}
