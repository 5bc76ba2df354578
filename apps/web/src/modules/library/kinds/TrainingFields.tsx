import { Checkbox } from "@touchline/ui";
import type { KindFieldsProps } from "./fields.ts";
import { LinkField } from "./LinkField.tsx";
import { NumberField } from "./NumberField.tsx";
import { PackageField } from "./PackageField.tsx";
import { PaperFields } from "./PaperFields.tsx";

/** A course that is taken here, or somewhere else on the web; and the certificate that one elsewhere ends with. */
export function TrainingFields({
  settings,
  change,
  errors,
  contentId,
  contentIdForFile,
}: KindFieldsProps<"custom-training">) {
  return (
    <>
      <PackageField
        fileId={settings.packageFileId}
        onChange={(packageFileId) => change({ packageFileId })}
        error={errors.packageFileId}
        contentId={contentId}
        contentIdForFile={contentIdForFile}
      />
      {settings.packageFileId !== null && (
        <>
          <NumberField
            label="Score to reach, in percent"
            description="Empty: as the course says itself. Only for courses that tell a score."
            value={settings.minimumScore ?? null}
            onChange={(minimumScore) => change({ minimumScore })}
            empty={null}
            error={errors.minimumScore}
          />
          <NumberField
            label="Minutes it takes at least"
            description="Whoever is faster goes on until then. Empty: no matter."
            value={settings.minimumMinutes ?? null}
            onChange={(minimumMinutes) => change({ minimumMinutes })}
            empty={null}
            error={errors.minimumMinutes}
          />
          <Checkbox
            label="Somebody looks at each result before it counts"
            description="Otherwise it counts as soon as the course is passed."
            checked={settings.packageReviewed === true}
            onChange={(event) => change({ packageReviewed: event.target.checked })}
          />
        </>
      )}
      <LinkField
        label={settings.packageFileId === null ? "Where it is taken" : "A link beside it"}
        description={
          settings.packageFileId === null
            ? "The address of the course, where it is taken elsewhere."
            : "An address beside the package, for those who want to read more. May stay empty."
        }
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
