import { RequirementStatus } from "@touchline/contract";
import { Notice, requirementTones } from "@touchline/ui";
import { useFee } from "../../../billing/useFee.ts";
import { isYourTurn } from "./owed.ts";
import type { Requirement } from "./queries.ts";
import { againText, effortText, othersTurn, payerText, standsHere, standsText, words } from "./words.ts";

interface WhatNowProps {
  requirement: Requirement;
  zone: string;
  /** The requirement is the reader's, or that of a child they guard. */
  theirs: boolean;
}

/** The status and who acts next. A reviewer's note comes first. */
export function WhatNow({ requirement, zone, theirs }: WhatNowProps) {
  const { resetNote, status, attempt } = requirement;
  const yours = theirs && isYourTurn(requirement);
  const fee = useFee(requirement, yours);
  const begun = yours && attempt?.state === "draft";
  const others = theirs ? othersTurn(requirement) : null;
  const stands = [
    begun ? words.startedNotFinished : null,
    others,
    theirs ? standsText(requirement, zone) : standsHere(requirement, zone),
    yours && !begun ? againText(requirement) : null,
    yours && !begun ? effortText(requirement) : null,
    yours ? payerText(requirement, fee ?? null) : null,
  ]
    .filter((one) => one !== null)
    .join(" ");
  if (resetNote !== null && status !== RequirementStatus.PendingReview) {
    return (
      <Notice tone="needs" title={words.submitAgain}>
        {resetNote.trim() === "" ? words.changesRequested : words.reviewerNote({ note: resetNote.trim() })} {stands}
      </Notice>
    );
  }
  // Optional steps are no warning.
  const free = !requirement.mandatory && status === RequirementStatus.Incomplete;
  return <Notice tone={others !== null ? "waits" : free ? "none" : requirementTones[status]}>{stands}</Notice>;
}
