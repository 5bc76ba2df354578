import type { AttemptState } from "@touchline/contract";
import { Button, Facts, fileSize, IconEye, IconFile, IconTrash, Panel } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { dayOfInstant, momentText } from "../../../dates.ts";
import { ArchiveButton } from "../../../files/ArchiveButton.tsx";
import { DownloadButton } from "../../../files/DownloadButton.tsx";
import type { AttemptFile } from "../../../files/queries.ts";
import { fileDetails } from "../../../files/scan-remarks.ts";
import type { Requirement } from "./queries.ts";
import classes from "./RequirementPage.module.css";
import { words } from "./words.ts";

/** Fetched when the first of them is opened, and kept then, so that they close as softly as they open. */
const FileDialog = lazy(() => import("./FileDialog.tsx").then((file) => ({ default: file.FileDialog })));
const SubmittedAnswers = lazy(() =>
  import("../../../forms/SubmittedAnswers.tsx").then((file) => ({ default: file.SubmittedAnswers })),
);
const UncheckedFiles = lazy(() =>
  import("../../../files/UncheckedFiles.tsx").then((file) => ({ default: file.UncheckedFiles })),
);
const RemoveFileDialog = lazy(() =>
  import("./RemoveFileDialog.tsx").then((file) => ({ default: file.RemoveFileDialog })),
);

/** The panel's title by the submission's status. Statuses without a title show no panel. */
const titles: Partial<Record<AttemptState, string>> = {
  waitingApplicant: words.yourSubmission,
  waitingProvider: words.yourSubmission,
  pendingReview: words.yourSubmission,
  approved: words.approvedSubmission,
  reset: words.previousSubmission,
  disqualified: words.rejectedSubmission,
};

const removable = words.filesRemovable;
/** Why files can't be removed, by the submission's status. */
const keeps: Partial<Record<AttemptState, string>> = {
  waitingProvider: words.filesWithProvider,
  approved: words.filesApproved,
  reset: words.filesReset,
  disqualified: words.filesRejected,
};

/** Shows a submission: its date, and its files to view, download, or remove. */
export function SubmissionPanel({ requirement, zone }: { requirement: Requirement; zone: string }) {
  const { attempt, actions, requirementId, profileLevelAccessId } = requirement;
  const [viewed, setViewed] = useState<AttemptFile | null>(null);
  const [removed, setRemoved] = useState<AttemptFile | null>(null);
  const [confirming, setConfirming] = useState(false);
  const title = attempt && titles[attempt.state];
  // A draft wasn't submitted yet.
  // Photos of an identity are no files, and are shown where they were taken.
  if (attempt?.files.length === 0 && requirement.settings.kind === "identity-verification") return null;
  if (!attempt || title === undefined || (attempt.state === "draft" && attempt.files.length === 0)) return null;
  // A background check that was ordered begins without anything of the member's own.
  if (attempt.files.length === 0 && attempt.submittedAt === null && attempt.completedAt === null) return null;
  const place = { requirementId, profileLevelAccessId };
  const panel = (
    <Panel title={title ?? ""}>
      <Facts
        facts={[
          { label: words.submittedAt, value: attempt.submittedAt && momentText(attempt.submittedAt, zone) },
          { label: words.completedOn, value: attempt.completedAt && dayOfInstant(attempt.completedAt, zone) },
        ]}
      />
      <ul className={classes.files}>
        {attempt.files.map((file) => (
          <li key={file.fileId} className={classes.file}>
            <IconFile aria-hidden="true" />
            <div className={classes.fileWords}>
              <p className={classes.fileName}>{file.name}</p>
              <p className={classes.quiet}>{fileDetails(file, fileSize(file.bytes))}</p>
            </div>
            <div className={classes.fileActions}>
              {actions.includes("view") && file.viewable && file.opens && (
                <Button
                  small
                  variant="secondary"
                  label={words.view}
                  aria-label={words.viewFile({ name: file.name })}
                  leftIcon={<IconEye aria-hidden />}
                  onClick={() => {
                    setConfirming(true);
                    setViewed(file);
                  }}
                />
              )}
              {actions.includes("download") && file.opens && <DownloadButton place={place} file={file} />}
              {actions.includes("delete") && (
                <Button
                  small
                  danger
                  variant="secondary"
                  label={words.removeFile}
                  aria-label={words.removeFileNamed({ name: file.name })}
                  leftIcon={<IconTrash aria-hidden />}
                  onClick={() => {
                    setConfirming(true);
                    setRemoved(file);
                  }}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {attempt.files.some(({ scan }) => scan === "failed") && (
        <Suspense>
          <UncheckedFiles files={attempt.files} />
        </Suspense>
      )}
      {actions.includes("download") && <ArchiveButton place={place} files={attempt.files} />}
      {requirement.staysAsSent && <p className={classes.quiet}>{words.lockedByReviewer}</p>}
      {!requirement.staysAsSent && attempt.files.length > 0 && (actions.includes("delete") || keeps[attempt.state]) && (
        <p className={classes.quiet}>{actions.includes("delete") ? removable : keeps[attempt.state]}</p>
      )}
      {confirming && (
        <Suspense>
          <FileDialog place={place} file={viewed} onClose={() => setViewed(null)} />
          <RemoveFileDialog
            place={place}
            file={removed}
            last={attempt.files.length === 1 || attempt.filledIn}
            filledIn={attempt.filledIn}
            onClose={() => setRemoved(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
  if (!attempt.filledIn || !actions.includes("view")) return panel;
  return (
    <>
      {panel}
      <Suspense>
        <SubmittedAnswers {...place} attemptId={attempt.attemptId} />
      </Suspense>
    </>
  );
}
