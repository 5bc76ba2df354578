/** The interface of the compliance area for other areas: changing attempts and requirements, deriving statuses, and reading them. */

export { checkCounts, checkSome } from "./standing/actions/check.ts";
export {
  type AttemptDecision,
  type CompletionDates,
  decideAttempts,
  moveEnds,
  redate,
  voidAttempts,
} from "./standing/actions/decide.ts";
export { followDays, followPeople } from "./standing/actions/duty-day.ts";
export {
  type EarlierCompletion,
  type EarlierOutcome,
  judgeEarlierCompletions,
  recordEarlierCompletions,
} from "./standing/actions/earlier-completions.ts";
export { changeExtensions, type ExtensionBefore } from "./standing/actions/extend.ts";
export { lockCounts } from "./standing/actions/fold.ts";
export { type Followed, follow } from "./standing/actions/follow.ts";
export { followMoved, levelsFollowing } from "./standing/actions/follow-level.ts";
export { followSeason } from "./standing/actions/follow-season.ts";
export { followAssignments, followingOf } from "./standing/actions/follow-steps.ts";
export { forgetStanding } from "./standing/actions/forget-standing.ts";
export { endGrace } from "./standing/actions/grace.ts";
export { fillAnew } from "./standing/actions/index-levels.ts";
export { lockDuties } from "./standing/actions/lock-duties.ts";
export { heldPeople, lockPeople, lockPeopleBelow, lockPeopleOf } from "./standing/actions/lock-people.ts";
export { mergeWork } from "./standing/actions/merge-work.ts";
export { forgetLevels, indexedAbove, moveLevelCounts } from "./standing/actions/moved-level-counts.ts";
export { recordMemberEvents, recordRequirementEvents } from "./standing/actions/record.ts";
export { recordOf } from "./standing/actions/record-standing.ts";
export { applyRedo } from "./standing/actions/redo.ts";
export { beginRedo } from "./standing/actions/redo-steps.ts";
export { type Reopened, reopenAttempt } from "./standing/actions/reopen.ts";
export { restand, restandAt, restandOne, type Stands } from "./standing/actions/restand.ts";
export { moveSubmissions, restoreMemberships } from "./standing/actions/restore-memberships.ts";
export { beginRezoning } from "./standing/actions/rezone.ts";
export {
  type AttemptChanges,
  type AttemptSubject,
  latestAttemptFirst,
  presentAttempt,
  reportToAttempt,
  transition,
  withdrawOfGuardians,
} from "./standing/actions/transition.ts";
export { foldSoon, followContent, followLevel, redo, rezone } from "./standing/jobs.ts";
export { formerMembership, lastWithinReach, recordedFrom, type StoodAt, stoodAt } from "./standing/queries/as-of.ts";
export { completionAct, completionWay, type WayRow } from "./standing/queries/completion-way.ts";
export { type CountKind, countTables, pendingBelow } from "./standing/queries/count-tables.ts";
export { exemptionsFor, pairsOfMemberships, todayOf } from "./standing/queries/duties.ts";
export {
  effectOn,
  effectSize,
  levelsByEffect,
  newlyReminded,
  noEffect,
  remindedNow,
} from "./standing/queries/effect.ts";
export { everyEntry, everyEntryBy } from "./standing/queries/entries.ts";
export {
  type Explained,
  explainMembership,
  readStanding,
  readStandings,
  type StandingRead,
} from "./standing/queries/explain.ts";
export { attemptsReviewedOutside, awaitsExternalReview } from "./standing/queries/external-review.ts";
export { attemptFacts } from "./standing/queries/facts.ts";
export { inconsistencyWords } from "./standing/queries/inconsistency-words.ts";
export { latestEvent, stampedAfter } from "./standing/queries/latest-event.ts";
export { overallStatusNow } from "./standing/queries/overall-status.ts";
export { partiesOf, partiesTo } from "./standing/queries/parties.ts";
export {
  arrivalsBelow,
  type MemberBetween,
  type MemberThen,
  membersBetween,
  membersThen,
  recordsBegan,
  type StoodThen,
  treeBelow,
} from "./standing/queries/past-level.ts";
export {
  type OwedHere,
  overallFacts,
  owedOn,
  type PeopleFacts,
  type RequirementFacts,
  readPeople,
  reasonsFor,
} from "./standing/queries/people.ts";
export { previewDuties } from "./standing/queries/preview.ts";
export { noRedoEffect, redoEffectOn, redoEffectSize, redoUnderWay } from "./standing/queries/redo.ts";
export { isApproved, statusRestsOnIt } from "./standing/queries/retention.ts";
export { rezoningEffect, rezoningUnderWay } from "./standing/queries/rezoning.ts";
export { seasonEffect } from "./standing/queries/season.ts";
export { type StandingBefore, standingBefore, standingChanged } from "./standing/queries/standing-before.ts";
export { hasStateRecord } from "./standing/queries/state-record.ts";
