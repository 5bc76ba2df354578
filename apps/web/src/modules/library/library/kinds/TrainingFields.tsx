import { Checkbox } from "@touchline/ui";
import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { LinkField } from "./LinkField.tsx";
import { NumberField } from "./NumberField.tsx";
import { PackageField } from "./PackageField.tsx";

/** A course taken here or on another site; and the certificate of one on another site. */
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
            label={words.passingScore}
            description={words.passingScoreHint}
            value={settings.minimumScore ?? null}
            onChange={(minimumScore) => change({ minimumScore })}
            empty={null}
            error={errors.minimumScore}
          />
          <NumberField
            label={words.minimumTime}
            description={words.minimumTimeHint}
            value={settings.minimumMinutes ?? null}
            onChange={(minimumMinutes) => change({ minimumMinutes })}
            empty={null}
            error={errors.minimumMinutes}
          />
          <Checkbox
            label={words.reviewResults}
            description={words.reviewResultsHint}
            checked={settings.packageReviewed === true}
            onChange={(event) => change({ packageReviewed: event.target.checked })}
          />
        </>
      )}
      <LinkField
        label={settings.packageFileId === null ? words.courseLink : words.additionalLink}
        description={settings.packageFileId === null ? words.courseLinkHint : words.additionalLinkHint}
        value={settings.trainingUrl}
        onChange={(trainingUrl) => change({ trainingUrl })}
        error={errors.trainingUrl}
      />
      <Checkbox
        label={words.uploadCertificate}
        description={words.uploadCertificateHint}
        checked={settings.acceptsCertificates}
        onChange={(event) => change({ acceptsCertificates: event.target.checked })}
        error={errors.acceptsCertificates}
      />
      {settings.acceptsCertificates && <AcceptedFilesField settings={settings} change={change} errors={errors} />}
    </>
  );
}
