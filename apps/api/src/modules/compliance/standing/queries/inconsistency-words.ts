import type { Inconsistency } from "../actions/check.ts";

/** What an inconsistency is, for whoever reads the list. */
export const inconsistencyWords: Record<Inconsistency["what"], string> = {
  demandMissing: "is owed by an assignment, and not demanded: membership and assignment",
  demandSurplus: "is demanded, and owed by no assignment: membership and assignment",
  demandTerms: "is demanded on other terms than its assignment has: membership and assignment",
  requirement: "has another status than its facts give: requirement",
  membership: "has another standing than its facts give: membership",
  demandHistory: "demands what its history does not tell of: membership",
  attemptHistory: "is in another state than its history leads to: submission",
  requirementHistory: "has another status than its history leads to: requirement",
  membershipHistory: "has another overall status than its history leads to: membership",
  redo: "counts longer than until it is to be done again: submission",
  signature: "counts beyond the 18th birthday, although a guardian signed it: submission",
  completion: "counts until another instant than its validity and what was said of it give: submission",
  record: "is recorded otherwise than it stands, so that looking back tells something else: membership",
  recordHistory: "is recorded otherwise than its history tells, so that looking back tells something else: membership",
  arrival: "was somewhere where its history knows no arrival, so that looking back at the level misses it: membership",
  members: "counts its members wrongly: level",
  requirements: "counts its requirements wrongly: level",
  expiries: "counts its expiries wrongly: level",
  index: "holds its members wrongly in the member index: level",
};
