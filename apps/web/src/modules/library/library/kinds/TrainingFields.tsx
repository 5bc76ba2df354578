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
            label="Passing score (%)"
            description="Leave empty to use the course's own passing score. Set one only if the course reports a score."
            value={settings.minimumScore ?? null}
            onChange={(minimumScore) => change({ minimumScore })}
            empty={null}
            error={errors.minimumScore}
          />
          <NumberField
            label="Minimum time (minutes)"
            description="Members who finish sooner keep the course open until the time is up. Leave empty for no minimum."
            value={settings.minimumMinutes ?? null}
            onChange={(minimumMinutes) => change({ minimumMinutes })}
            empty={null}
            error={errors.minimumMinutes}
          />
          <Checkbox
            label="Review each result before it counts"
            description="Otherwise, the result counts as soon as the member passes."
            checked={settings.packageReviewed === true}
            onChange={(event) => change({ packageReviewed: event.target.checked })}
          />
        </>
      )}
      <LinkField
        label={settings.packageFileId === null ? "Course link" : "Additional link"}
        description={
          settings.packageFileId === null
            ? "Where members take the course, if it's on another site."
            : "Optional. A page where members can read more."
        }
        value={settings.trainingUrl}
        onChange={(trainingUrl) => change({ trainingUrl })}
        error={errors.trainingUrl}
      />
      <Checkbox
        label="Members upload their certificate"
        description="Each certificate is reviewed before it counts."
        checked={settings.acceptsCertificates}
        onChange={(event) => change({ acceptsCertificates: event.target.checked })}
        error={errors.acceptsCertificates}
      />
      {settings.acceptsCertificates && <PaperFields settings={settings} change={change} errors={errors} />}
    </>
  );
}
