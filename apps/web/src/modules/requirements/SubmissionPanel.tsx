import type { AttemptState } from "@touchline/contract";
import { Button, Facts, fileSize, IconEye, IconFile, IconTrash, Panel } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { dayOfInstant, momentText } from "../../dates.ts";
import { DownloadButton } from "../../files/DownloadButton.tsx";
import type { AttemptFile } from "../../files/queries.ts";
import type { Requirement } from "./queries.ts";
import classes from "./RequirementPage.module.css";

/** Fetched when the first of them is opened, and kept then, so that they close as softly as they open. */
const FileDialog = lazy(() => import("./FileDialog.tsx").then((file) => ({ default: file.FileDialog })));
const RemoveFileDialog = lazy(() =>
  import("./RemoveFileDialog.tsx").then((file) => ({ default: file.RemoveFileDialog })),
);

/** What the panel is called, by where the submission stands; those without a name show nothing worth looking at. */
const titles: Partial<Record<AttemptState, string>> = {
  draft: "What you sent",
  waitingApplicant: "What you sent",
  waitingProvider: "What you sent",
  pendingReview: "What you sent",
  approved: "What was accepted",
  reset: "What you sent before",
  disqualified: "What was rejected",
};

/** The submission that is shown: when it came, and its files to look at, keep, or take back. */
export function SubmissionPanel({ requirement, zone }: { requirement: Requirement; zone: string }) {
  const { attempt, actions, requirementId, profileLevelAccessId } = requirement;
  const [viewed, setViewed] = useState<AttemptFile | null>(null);
  const [removed, setRemoved] = useState<AttemptFile | null>(null);
  const [asked, setAsked] = useState(false);
  const title = attempt && titles[attempt.state];
  if (!attempt || title === undefined) return null;
  // Begun, with nothing sent in: a video that is being watched.
  if (attempt.state === "draft" && attempt.files.length === 0) return null;
  const place = { requirementId, profileLevelAccessId };
  return (
    <Panel title={title ?? ""}>
      <Facts
        facts={[
          { label: "Sent", value: attempt.submittedAt && momentText(attempt.submittedAt, zone) },
          { label: "Completed on", value: attempt.completedAt && dayOfInstant(attempt.completedAt, zone) },
        ]}
      />
      <ul className={classes.files}>
        {attempt.files.map((file) => (
          <li key={file.fileId} className={classes.file}>
            <IconFile aria-hidden="true" />
            <div className={classes.fileWords}>
              <p className={classes.fileName}>{file.name}</p>
              <p className={classes.quiet}>{fileSize(file.bytes)}</p>
            </div>
            <div className={classes.fileActions}>
              {actions.includes("view") && file.viewable && (
                <Button
                  small
                  variant="secondary"
                  label="View"
                  aria-label={`View ${file.name}`}
                  leftIcon={<IconEye aria-hidden />}
                  onClick={() => {
                    setAsked(true);
                    setViewed(file);
                  }}
                />
              )}
              {actions.includes("download") && <DownloadButton place={place} file={file} />}
              {actions.includes("delete") && (
                <Button
                  small
                  danger
                  variant="secondary"
                  label="Remove"
                  aria-label={`Remove ${file.name}`}
                  leftIcon={<IconTrash aria-hidden />}
                  onClick={() => {
                    setAsked(true);
                    setRemoved(file);
                  }}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <Suspense>
          <FileDialog place={place} file={viewed} onClose={() => setViewed(null)} />
          <RemoveFileDialog
            place={place}
            file={removed}
            last={attempt.files.length === 1}
            onClose={() => setRemoved(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
