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

/** Who sent what and when, and why it was sent back before. */
export function ReviewFacts({ review }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  const { attempt, decisions } = review;
  const [last] = decisions;
  return (
    <Panel title="Facts">
      <Facts
        facts={[
          {
            label: "Person",
            value: <TextLink href={`/members/${review.profileLevelAccessId}`}>{review.fullName}</TextLink>,
          },
          { label: "Role", value: `${review.labelName} at ${review.levelName}` },
          { label: "Date of birth", value: review.dateOfBirth ? dayText(review.dateOfBirth) : "Unknown" },
          { label: "Submitted", value: attempt.submittedAt && <SentIn at={attempt.submittedAt} zone={zone} /> },
          {
            label: "Submitted by",
            value: review.submittedByName && `${review.submittedByName}, for ${review.fullName}`,
          },
          ...toldBeside(review),
          { label: "Completed on", value: attempt.completedAt && dayOfInstant(attempt.completedAt, zone) },
          { label: "Valid until", value: attempt.validUntil && dayText(attempt.validUntil) },
          { label: "Due", value: review.dueAt && lastDayText(review.dueAt, zone) },
        ]}
      />
      {review.uploadedByCaller && attempt.state === "pendingReview" && (
        <div className={classes.before}>
          <Notice tone="waits" title="You uploaded this">
            If you decide it too, the record says it was uploaded and decided by the same person.
          </Notice>
        </div>
      )}
      {last?.decision === "RejectedReset" && attempt.state === "pendingReview" && (
        <div className={classes.before}>
          <Notice tone="needs" title={`Sent back ${agoText(last.decidedAt, serverNow(), zone)}`}>
            {last.notes}
          </Notice>
        </div>
      )}
    </Panel>
  );
}

/** What was told beside the files: to be compared with them, and with the profile. */
function toldBeside({ facts }: Review) {
  const { document, proof, grade, legalFirstName, legalLastName, dateOfBirth, atiNumber, training } = facts;
  return [
    { label: "Document", value: document === undefined ? null : identityDocumentLabels[document] },
    { label: "Proof", value: proof ?? null },
    { label: "Grade", value: grade === undefined ? null : gradeLabels[grade] },
    { label: "Name as printed", value: legalLastName ? `${legalFirstName ?? ""} ${legalLastName}`.trim() : null },
    { label: "Date of birth as printed", value: dateOfBirth ? dayText(dateOfBirth) : null },
    { label: "ATI number", value: atiNumber ?? null },
    { label: "Training result", value: training ? resultText(training) : null },
  ];
}

function resultText({ score, minutes, tries }: NonNullable<Review["facts"]["training"]>): string {
  return [
    score === null ? "Passed" : `Passed with ${score} %`,
    `${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
    tries === 1 ? "on the first attempt" : `at try ${tries}`,
  ].join(", ");
}

function SentIn({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at} title={momentText(at, zone)}>
      {dayOfInstant(at, zone)}, {agoText(at, serverNow(), zone)}
    </time>
  );
}

/** What one rarely needs to decide: what was asked for, how the person stands, every earlier decision. */
export function ReviewBackground({ review }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  const { decisions } = review;
  return (
    <Panel title="Background">
      <Facts
        facts={[
          { label: "Type", value: `${requirementTypeLabels[review.type]}, version ${review.attempt.contentVersion}` },
          { label: "Source", value: review.source && reviewSourceLabels[review.source] },
          { label: "Email", value: review.email },
        ]}
      />
      {review.instructions !== "" && (
        <details className={classes.more}>
          <summary>What the member was asked for</summary>
          <p className={classes.instructions}>{review.instructions}</p>
        </details>
      )}
      <details className={classes.more}>
        <summary>Why this person is {overallStatusLabels[review.overallStatus]}</summary>
        <ul>
          {reasonSentences(review.reasons, zone).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      </details>
      <Proposals review={review} />
      {decisions.length > 0 && (
        <details className={classes.more} open={review.attempt.state !== "pendingReview"}>
          <summary>
            {decisions.length === 1 ? "One decision" : `${decisions.length} decisions`} on this requirement
          </summary>
          <ul className={classes.decisions}>
            {decisions.map((one) => (
              <li key={one.decidedAt}>
                <DecisionBadge decision={one.decision} />
                <p className={classes.quiet}>
                  {one.reviewerName}, {momentText(one.decidedAt, zone)}
                </p>
                {one.samePerson && <p className={classes.quiet}>Uploaded and decided by the same person</p>}
                {one.notes !== "" && <p>{one.notes}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

/** Disqualifications that were proposed, and what a second reviewer made of them. */
function Proposals({ review: { proposals } }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  if (proposals.length === 0) return null;
  return (
    <details className={classes.more}>
      <summary>Proposed disqualifications</summary>
      <ul className={classes.decisions}>
        {proposals.map((one) => (
          <li key={`${one.what} ${one.at}`}>
            <p>
              <b>{one.what === "proposed" ? "Proposed" : "Declined"}</b>
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
