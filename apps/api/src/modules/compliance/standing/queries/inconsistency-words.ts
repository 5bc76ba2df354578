import type { Inconsistency } from "../actions/check.ts";

/** Describes each kind of inconsistency in a sentence about the row with the listed id. */
export const inconsistencyWords: Record<Inconsistency["what"], string> = {
  demandMissing: "The assignment applies to this membership, but the requirement isn't listed for it.",
  demandSurplus: "The requirement is listed for this membership, but no assignment applies to it.",
  demandTerms: "The terms of this membership's requirement differ from its assignment.",
  requirement: "The status of this requirement doesn't follow from its facts.",
  membership: "The overall status of this membership doesn't follow from its facts.",
  demandHistory: "The requirements of this membership don't match its history.",
  attemptHistory: "The state of this submission doesn't match its history.",
  requirementHistory: "The status of this requirement doesn't match its history.",
  membershipHistory: "The overall status of this membership doesn't match its history.",
  redo: "This submission is valid beyond the date when it must be redone.",
  signature: "This submission is valid beyond the 18th birthday, although a guardian signed it.",
  completion: "The expiration of this submission doesn't follow from its validity and decisions.",
  record: "The record of this membership for past dates differs from its current status.",
  recordHistory: "The record of this membership for past dates doesn't match its history.",
  arrival:
    "The history of this membership doesn't say when it joined its level, so past dates of the level leave it out.",
  members: "The member count of this level is wrong.",
  requirements: "The requirement counts of this level are wrong.",
  expiries: "The expiration counts of this level are wrong.",
  index: "The member index of this level is wrong.",
};
