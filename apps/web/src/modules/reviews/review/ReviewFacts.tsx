import { overallStatusLabels, requirementTypeLabels, reviewSourceLabels } from "@touchline/contract";
import { gradeLabels, identityDocumentLabels } from "@touchline/contract/library/content-settings";
import { Facts, Notice, Panel, TextLink } from "@touchline/ui";
import { agoText, dayOfInstant, dayText, lastDayText, momentText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { reasonSentences } from "../../../standing/reasons.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import type { Review } from "./queries.ts";
import classes from "./Review.module.css";
import { words } from "./words.ts";

/** Who submitted what and when, and why changes were requested before. */
export function ReviewFacts({ review }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  const { attempt, decisions } = review;
  const [last] = decisions;
  return (
    <Panel title={words.facts}>
      <Facts
        facts={[
          {
            label: words.person,
            value: <TextLink href={`/members/${review.profileLevelAccessId}`}>{review.fullName}</TextLink>,
          },
          {
            label: words.role,
            value: words.labelAtLevel({ labelName: review.labelName, levelName: review.levelName }),
          },
          { label: words.dateOfBirth, value: review.dateOfBirth ? dayText(review.dateOfBirth) : words.unknown },
          { label: words.submitted, value: attempt.submittedAt && <SentIn at={attempt.submittedAt} zone={zone} /> },
          {
            label: words.submittedBy,
            value:
              review.submittedByName &&
              words.submittedByFor({ submitter: review.submittedByName, name: review.fullName }),
          },
          ...factsBeside(review),
          { label: words.completedOn, value: attempt.completedAt && dayOfInstant(attempt.completedAt, zone) },
          { label: words.validUntil, value: attempt.validUntil && dayText(attempt.validUntil) },
          { label: words.due, value: review.dueAt && lastDayText(review.dueAt, zone) },
        ]}
      />
      {review.uploadedByCaller && attempt.state === "pendingReview" && (
        <div className={classes.before}>
          <Notice tone="waits" title={words.youUploadedThis}>
            {words.youUploadedThisHelp}
          </Notice>
        </div>
      )}
      {last?.decision === "RejectedReset" && attempt.state === "pendingReview" && (
        <div className={classes.before}>
          <Notice tone="needs" title={words.sentBack({ ago: agoText(last.decidedAt, serverNow(), zone) })}>
            {last.notes}
          </Notice>
        </div>
      )}
    </Panel>
  );
}

/** The values that were entered with the files, to compare with the files and the profile. */
function factsBeside({ facts }: Review) {
  const { document, proof, grade, legalFirstName, legalLastName, dateOfBirth, atiNumber, certificateId, training } =
    facts;
  return [
    { label: words.document, value: document === undefined ? null : identityDocumentLabels[document] },
    { label: words.proof, value: proof ?? null },
    { label: words.grade, value: grade === undefined ? null : gradeLabels[grade] },
    { label: words.nameAsPrinted, value: legalLastName ? `${legalFirstName ?? ""} ${legalLastName}`.trim() : null },
    { label: words.dateOfBirthAsPrinted, value: dateOfBirth ? dayText(dateOfBirth) : null },
    { label: words.atiNumber, value: atiNumber ?? null },
    { label: words.certificateId, value: certificateId ?? null },
    { label: words.trainingResult, value: training ? resultText(training) : null },
  ];
}

function resultText({ score, minutes, tries }: NonNullable<Review["facts"]["training"]>): string {
  return score === null
    ? words.trainingPassed({ minutes, tries })
    : words.trainingPassedWithScore({ score, minutes, tries });
}

function SentIn({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at} title={momentText(at, zone)}>
      {dayOfInstant(at, zone)}, {agoText(at, serverNow(), zone)}
    </time>
  );
}

/** Details that are rarely needed for a decision: the instructions, the person's status, earlier decisions. */
export function ReviewBackground({ review }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  const { decisions } = review;
  return (
    <Panel title={words.background}>
      <Facts
        facts={[
          {
            label: words.type,
            value: words.typeAndVersion({
              type: requirementTypeLabels[review.type],
              version: review.attempt.contentVersion,
            }),
          },
          { label: words.source, value: review.source && reviewSourceLabels[review.source] },
          { label: words.email, value: review.email },
        ]}
      />
      {review.instructions !== "" && (
        <details className={classes.more}>
          <summary>{words.memberInstructions}</summary>
          <p className={classes.instructions}>{review.instructions}</p>
        </details>
      )}
      <details className={classes.more}>
        <summary>{words.whyStatus({ status: overallStatusLabels[review.overallStatus] })}</summary>
        <ul>
          {reasonSentences(review.reasons, zone).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      </details>
      <Proposals review={review} />
      {decisions.length > 0 && (
        <details className={classes.more} open={review.attempt.state !== "pendingReview"}>
          <summary>{words.decisionsOnRequirement({ count: decisions.length })}</summary>
          <ul className={classes.decisions}>
            {decisions.map((one) => (
              <li key={one.decidedAt}>
                <DecisionBadge decision={one.decision} />
                <p className={classes.quiet}>
                  {one.reviewerName}, {momentText(one.decidedAt, zone)}
                </p>
                {one.samePerson && <p className={classes.quiet}>{words.samePerson}</p>}
                {one.notes !== "" && <p>{one.notes}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

/** Proposed disqualifications, and what a second reviewer decided about them. */
function Proposals({ review: { proposals } }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  if (proposals.length === 0) return null;
  return (
    <details className={classes.more}>
      <summary>{words.proposedDisqualifications}</summary>
      <ul className={classes.decisions}>
        {proposals.map((one) => (
          <li key={`${one.what} ${one.at}`}>
            <p>
              <b>{one.what === "proposed" ? words.proposed : words.declined}</b>
            </p>
            <p className={classes.quiet}>
              {one.name}, {momentText(one.at, zone)}
            </p>
            <p>{one.notes}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
