import { requirementTypeLabels, reviewSourceLabels } from "@touchline/contract";
import { Facts, Panel, TextLink } from "@touchline/ui";
import { agoText, dayOfInstant, dayText, lastDayText, momentText } from "../../dates.ts";
import { serverNow } from "../../session/clock.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { reasonSentences } from "../../standing/reasons.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import type { Review } from "./queries.ts";
import classes from "./Review.module.css";

/** Who sent what, when, and what was decided about it before. */
export function ReviewFacts({ review }: { review: Review }) {
  const zone = useActiveProfile().organization.timeZone;
  const { attempt } = review;
  return (
    <Panel title="Facts">
      <Facts
        facts={[
          {
            label: "Person",
            value: <TextLink href={`/members/${review.profileLevelAccessId}`}>{review.fullName}</TextLink>,
          },
          { label: "Takes part as", value: `${review.labelName} at ${review.levelName}` },
          { label: "Date of birth", value: review.dateOfBirth ? dayText(review.dateOfBirth) : "Not known" },
          { label: "Submitted", value: attempt.submittedAt && <Submitted at={attempt.submittedAt} zone={zone} /> },
          { label: "Completed on", value: attempt.completedAt ? dayOfInstant(attempt.completedAt, zone) : null },
          { label: "Due", value: review.dueAt ? lastDayText(review.dueAt, zone) : null },
          { label: "Source", value: review.source && reviewSourceLabels[review.source] },
          { label: "Kind", value: `${requirementTypeLabels[review.type]}, version ${attempt.contentVersion}` },
        ]}
      />
      {review.instructions !== "" && (
        <details className={classes.more}>
          <summary>What the member was asked for</summary>
          <p className={classes.instructions}>{review.instructions}</p>
        </details>
      )}
      <details className={classes.more}>
        <summary>Why {review.fullName} stands as they do</summary>
        <ul>
          {reasonSentences(review.reasons, zone).map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      </details>
      {review.decisions.length > 0 && <EarlierDecisions review={review} zone={zone} />}
    </Panel>
  );
}

function Submitted({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at}>
      {momentText(at, zone)}, {agoText(at, serverNow(), zone)}
    </time>
  );
}

function EarlierDecisions({ review, zone }: { review: Review; zone: string }) {
  const decided = review.attempt.state !== "pendingReview";
  return (
    <details className={classes.more} open={decided}>
      <summary>
        {review.decisions.length === 1 ? "1 decision" : `${review.decisions.length} decisions`}{" "}
        {decided ? "" : "before"}
      </summary>
      <ul className={classes.decisions}>
        {review.decisions.map((one) => (
          <li key={one.decidedAt}>
            <DecisionBadge decision={one.decision} />
            <p className={classes.quiet}>
              {one.reviewerName}, {momentText(one.decidedAt, zone)}
            </p>
            {one.notes !== "" && <p>{one.notes}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
