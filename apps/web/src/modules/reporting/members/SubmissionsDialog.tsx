import { useQuery } from "@tanstack/react-query";
import type { AttemptState, ResponseOf } from "@touchline/contract";
import type { listSubmissions } from "@touchline/contract/reviews/reviews";
import { attemptIsOpen } from "@touchline/rules/compliance/attempt";
import { Button, Dialog, EmptyState, IconFile, LoadingState, Notice } from "@touchline/ui";
import { dayOfInstant, dayText, lastDayText, momentText } from "../../../dates.ts";
import { ArchiveButton } from "../../../files/ArchiveButton.tsx";
import { DownloadButton } from "../../../files/DownloadButton.tsx";
import classes from "./Acts.module.css";
import type { ActProps } from "./acts.ts";
import { submissionsQuery } from "./queries.ts";
import { words } from "./words.ts";

type Submission = ResponseOf<typeof listSubmissions>[number];

/** Lists every submission of a requirement, with its files and results. */
export function SubmissionsDialog({ member, requirement, zone, onClose }: ActProps) {
  const { profileLevelAccessId } = member.membership;
  const { requirementId } = requirement;
  const query = useQuery(submissionsQuery(requirementId, profileLevelAccessId));
  // The submission in the archive: the open one or, without it, the latest.
  const present = query.data?.find((one) => attemptIsOpen[one.state]) ?? query.data?.[0];
  return (
    <Dialog
      opened
      wide
      onClose={onClose}
      title={words.submissionsTitle({ name: requirement.name })}
      footer={<Button variant="secondary" label={words.close} onClick={onClose} />}
    >
      {query.error && (
        <Notice
          tone="stop"
          action={<Button small variant="secondary" label={words.tryAgain} onClick={() => void query.refetch()} />}
        >
          {query.error.message}
        </Notice>
      )}
      {query.isPending && <LoadingState label={words.loadingSubmissions} />}
      {query.data?.length === 0 && (
        <EmptyState icon={IconFile} title={words.noSubmissions}>
          {words.noSubmissionsHint({ firstName: member.firstName })}
        </EmptyState>
      )}
      <ol className={classes.submissions}>
        {query.data?.map((one) => (
          <li key={one.attemptId} className={classes.submission}>
            <h3 className={classes.state}>{titleOf(one)}</h3>
            <p className={classes.quiet}>{whenOf(one, zone)}</p>
            {one.review && one.review.decision !== "Pending" && (
              <p className={classes.quiet}>
                {words.decidedBy({
                  name: one.review.reviewerName,
                  time: momentText(one.review.decidedAt, zone),
                })}
              </p>
            )}
            {one.review?.notes && <p className={classes.notes}>{one.review.notes}</p>}
            {one === present && <ArchiveButton place={{ requirementId, profileLevelAccessId }} files={one.files} />}
            {one.files.length > 0 && (
              <ul className={classes.files}>
                {one.files.map((file) => (
                  <li key={file.fileId} className={classes.file}>
                    <span className={classes.fileName}>{file.name}</span>
                    {file.opens ? (
                      <DownloadButton
                        place={{ requirementId, profileLevelAccessId }}
                        file={file}
                        variant="quaternary"
                      />
                    ) : (
                      <span className={classes.quiet}>
                        {file.scan === "infected" ? words.fileLocked : words.fileBeingScanned}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

const stateTitles: Record<AttemptState, string> = {
  draft: words.stateStarted,
  waitingApplicant: words.stateWaitingForMember,
  waitingProvider: words.stateWithProvider,
  pendingReview: words.stateAwaitingReview,
  approved: words.stateApproved,
  reset: words.stateChangesRequested,
  disqualified: words.stateDisqualified,
  canceled: words.stateCanceled,
  withdrawn: words.stateWithdrawn,
};

function titleOf({ state, submittedAt, voidedAt }: Submission): string {
  const title = state === "approved" && submittedAt === null ? words.stateMarkedComplete : stateTitles[state];
  return voidedAt === null ? title : words.noLongerCounts({ state: title });
}

function whenOf(one: Submission, zone: string): string {
  const by = one.submittedAt === null ? words.recordedBy : words.submittedBy;
  const parts = [
    by({ name: one.createdByName, time: momentText(one.submittedAt ?? one.createdAt, zone) }),
    ...(one.completedAt ? [words.submissionCompleted({ day: dayOfInstant(one.completedAt, zone) })] : []),
    ...(one.expiresAt
      ? [words.submissionValidThrough({ day: lastDayText(one.expiresAt, zone) })]
      : one.validUntil
        ? [words.submissionValidThrough({ day: dayText(one.validUntil) })]
        : []),
  ];
  return parts.join(" · ");
}
