import { useQuery } from "@tanstack/react-query";
import { RequirementStatus } from "@touchline/contract";
import { Button, IconArrowRight, IconCalendarDue, IconClock, RequirementStatusBadge } from "@touchline/ui";
import { owedText } from "../../../standing/reasons.ts";
import { InterestButton } from "./InterestButton.tsx";
import classes from "./NextCard.module.css";
import { isDeclinable, type Owed, requirementHref } from "./owed.ts";
import { requirementQuery } from "./queries.ts";
import { effortText, standsText, words } from "./words.ts";

function actionText({ draft, changesRequested, status }: Owed["requirement"]): string {
  if (draft) return words.continue;
  if (changesRequested) return words.submitAgain;
  const again = status === RequirementStatus.Expired || status === RequirementStatus.ExpiringSoon;
  return again ? words.renew : words.start;
}

/** The next step: what to do, why, by when, and how long it takes. */
export function NextCard({ owed, zone }: { owed: Owed; zone: string }) {
  const { requirement, reasons } = owed;
  const why = [...new Set(reasons.map(owedText).filter((text) => text !== null))];
  // The line above the name says already that it is optional.
  const anyTime =
    !requirement.mandatory && requirement.status === RequirementStatus.Incomplete && requirement.dueAt === null;
  return (
    <section className={classes.card} aria-labelledby="next">
      <p className={classes.eyebrow}>{requirement.mandatory ? words.nextStep : words.optional}</p>
      <div className={classes.head}>
        <h2 className={classes.name} id="next">
          {requirement.name}
        </h2>
        <RequirementStatusBadge status={requirement.status} />
      </div>
      {requirement.description && <p className={classes.about}>{requirement.description}</p>}
      <ul className={classes.facts}>
        {!anyTime && (
          <li>
            <IconCalendarDue aria-hidden="true" size={20} />
            {standsText(requirement, zone)}
          </li>
        )}
        <li>
          <IconClock aria-hidden="true" size={20} />
          {requirement.draft ? words.startedNotFinished : effortText(requirement)}
        </li>
      </ul>
      {requirement.changesRequested && <ReviewerNote requirementId={requirement.requirementId} plaId={owed.plaId} />}
      {why.length > 0 && <p className={classes.why}>{why.join(" ")}</p>}
      <div className={classes.acts}>
        <Button
          href={requirementHref(owed)}
          label={actionText(requirement)}
          aria-describedby="next"
          rightIcon={<IconArrowRight aria-hidden />}
        />
        {isDeclinable(requirement) && <InterestButton owed={owed} declines />}
      </div>
    </section>
  );
}

/** What the reviewer wrote; until it is loaded, only that there were changes requested. */
function ReviewerNote({ requirementId, plaId }: { requirementId: string; plaId: string }) {
  const { data } = useQuery(requirementQuery(requirementId, plaId));
  const note = data?.resetNote?.trim();
  return <p className={classes.note}>{note ? words.reviewerNote({ note }) : words.changesRequested}</p>;
}
