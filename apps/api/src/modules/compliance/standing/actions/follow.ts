import type { Call } from "../../../../call.ts";
import {
  type ExpectedDemand,
  expectedDemands,
  type FollowScope,
  type PresentDemand,
  presentDemands,
} from "../queries/demands.ts";
import { type Today, todayOf } from "../queries/duties.ts";
import { rezoningUnderWay } from "../queries/rezoning.ts";
import { requiredBefore } from "./continued-demands.ts";
import { lockPeople } from "./lock-people.ts";
import { recordRequirementEvents } from "./record.ts";
import { restand } from "./restand.ts";
import { rehome, withdrawUndemanded } from "./transition.ts";
import {
  changeDemands,
  deleteDemands,
  dueOf,
  ensureRequirements,
  insertDemands,
  keepCleared,
  pressedBefore,
} from "./write-demands.ts";

export type Followed = {
  added: { requirementId: string; profileLevelAccessId: string }[];
  dropped: { requirementId: string; profileLevelAccessId: string }[];
};

/**
 * Updates demands by the assignments in force: adds those that are missing, removes those that no longer apply, with history,
 * and derives the statuses of everybody concerned. Requirements keep their work when demanded again.
 *
 * @param day the day it is judged by, when the caller has read it already.
 */
export async function follow(call: Call, scope: FollowScope, day?: Today): Promise<Followed> {
  const today = day ?? (await todayOf(call));
  const [expected, present] = await Promise.all([
    "leaving" in scope ? [] : expectedDemands(call, scope, today),
    presentDemands(call, scope),
  ]);
  const key = (row: { profile_level_access_id: string; content_assignment_id: string }) =>
    `${row.profile_level_access_id} ${row.content_assignment_id}`;
  const wanted = new Set(expected.map(key));
  const had = new Map(present.map((row) => [key(row), row]));
  const missing = expected.filter((row) => !had.has(key(row)));
  const surplus = present.filter((row) => !wanted.has(key(row)));

  const concerned = new Set([
    ...[...expected, ...surplus].map((row) => row.profile_id),
    ...("profileIds" in scope ? scope.profileIds : []),
  ]);
  // Before anything else of theirs: submitting and reviewing lock the person first, and then the submission.
  await lockPeople(call, [...concerned]);
  const requirements = await ensureRequirements(call, missing);
  const requirementOf = (row: ExpectedDemand) => requirements.get(`${row.profile_id} ${row.content_id}`) as string;
  // Independent statements are sent together. Grace periods are known before anything is demanded.
  await Promise.all([
    keepCleared(call, missing),
    insertDemands(
      call,
      missing,
      requirementOf,
      { pressed: pressedBefore(present), previousOf: requiredBefore(surplus) },
      today,
    ),
    changeDemands(call, expected, (row) => had.get(key(row)), today),
    deleteDemands(call, surplus),
    recordRequirementEvents(call, [
      ...missing.map((row) => ({
        requirementId: requirementOf(row),
        profileId: row.profile_id,
        contentId: row.content_id,
        profileLevelAccessId: row.profile_level_access_id,
        kind: "demanded" as const,
      })),
      ...surplus.map((row) => ({
        requirementId: row.requirement_id,
        profileId: row.profile_id,
        contentId: row.content_id,
        profileLevelAccessId: row.profile_level_access_id,
        kind: "dropped" as const,
      })),
    ]),
  ]);
  const touched = [...new Set(surplus.map((row) => row.requirement_id))];
  if (touched.length > 0) {
    await withdrawUndemanded(call, touched);
    await rehome(call, touched);
  }
  // Not in parallel with the writes: with thousands of rows they take several round trips.
  await restand(call, concerned);
  return {
    added: missing.map((row) => ({
      requirementId: requirementOf(row),
      profileLevelAccessId: row.profile_level_access_id,
    })),
    dropped: surplus.map((row) => ({
      requirementId: row.requirement_id,
      profileLevelAccessId: row.profile_level_access_id,
    })),
  };
}

/**
 * Finds where the demands of some people differ from those of the assignments in force, as `membership assignment`: missing
 * ones, surplus ones, and those on other terms: mandatory, payer, or due on another day. Days that count from the time of
 * joining aren't judged, because a change of the time zone moves them, and no days are while such a change is in progress. The
 * caller holds the duties and the people.
 */
export async function demandMismatches(
  call: Call,
  profileLevelAccessIds: readonly string[],
): Promise<{ missing: string[]; surplus: string[]; otherTerms: string[] }> {
  const scope = { profileLevelAccessIds, profileIds: [] };
  const key = (row: PresentDemand | ExpectedDemand) => `${row.profile_level_access_id} ${row.content_assignment_id}`;
  const today = await todayOf(call);
  const wanted = new Map((await expectedDemands(call, scope, today)).map((row) => [key(row), row]));
  const had = new Map((await presentDemands(call, scope)).map((row) => [key(row), row]));
  const due = dueOf(today);
  const daysMove = (await rezoningUnderWay(call)) !== null;
  const agrees = (present: PresentDemand, row: ExpectedDemand) =>
    present.mandatory === row.mandatory &&
    present.payer === row.payer &&
    (daysMove ||
      (row.due_type !== "None" && row.due_type !== "Fixed") ||
      present.due_at === due(row, call.now.getTime()));
  return {
    missing: [...wanted.keys()].filter((one) => !had.has(one)),
    surplus: [...had.keys()].filter((one) => !wanted.has(one)),
    otherTerms: [...had].flatMap(([one, present]) => {
      const row = wanted.get(one);
      return row && !agrees(present, row) ? [one] : [];
    }),
  };
}
