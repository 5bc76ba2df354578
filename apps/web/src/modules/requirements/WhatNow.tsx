import { RequirementStatus } from "@touchline/contract";
import { Notice, requirementTones } from "@touchline/ui";
import type { Requirement } from "./queries.ts";
import { standsText } from "./words.ts";

/** Where it stands and whose turn it is; what the reviewer wrote comes first. */
export function WhatNow({ requirement, zone }: { requirement: Requirement; zone: string }) {
  const { resetNote, status } = requirement;
  if (resetNote !== null && status !== RequirementStatus.PendingReview) {
    return (
      <Notice tone="needs" title="Please send it again">
        {resetNote.trim() === "" ? "The reviewer asks for it once more." : `The reviewer wrote: “${resetNote.trim()}”`}{" "}
        {standsText(requirement, zone)}
      </Notice>
    );
  }
  return <Notice tone={requirementTones[status]}>{standsText(requirement, zone)}</Notice>;
}
