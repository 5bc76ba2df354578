import type { BodyOf } from "@touchline/contract";
import type { mergeProfiles as endpoint, MergeChoices } from "@touchline/contract/reporting/duplicates";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { audit } from "../../../../security/audit.ts";
import { followPeople, lockPeople, mergeWork, restand } from "../../../compliance/index.ts";
import { guardianshipsOf, mergeFamilies, voidInvitations } from "../../../joining/index.ts";
import { carryExceptions } from "../../../library/index.ts";
import {
  archiveMergedProfile,
  changeEmail,
  compareAnew,
  forgetKeys,
  membershipsOf,
  moveMemberships,
  recordChange,
  withLocks,
} from "../../../people/index.ts";
import { correctNameAndBirth, followSignatures, mergeDetails } from "../../../requirements/index.ts";
import { moveReviews } from "../../../reviews/index.ts";
import { moveAgeGroupExceptions } from "../../../verification/index.ts";
import { type Both, bothEntries, type Ids, refusalOf } from "../queries/merging.ts";
import { forgetPairsOf } from "./compare.ts";

/**
 * Merges two entries of one person, in one transaction: memberships, all work and decisions, families and details of `merge` go
 * to `keep`. Nothing is lost: the merged entry stays, archived, and its history becomes the other's.
 *
 * @throws NotFound; Forbidden (not every membership of both is within reach, or a role is above the actor's own); Conflict with
 * the reason and the solution (two logins, one's own entry, merged already, …).
 */
export async function mergeProfiles(unlocked: Call, { parts, ...ids }: BodyOf<typeof endpoint>) {
  const call = await withLocks(unlocked, { also: (within) => lockAll(within, ids) });
  const both = await bothEntries(call, ids);
  const refusal = refusalOf(call, both);
  if (refusal) throw conflict(refusal.message, refusal.kind);
  // Before keys and pairs, in the same order as the job that compares them.
  await compareAnew(call, [ids.keep, ids.merge]);
  const { moved, setAside } = await mergeWork(call, ids);
  await moveReviews(call, moved);
  await moveAgeGroupExceptions(call, moved, ids);
  const collapsed = await moveMemberships(call, ids);
  const born = await correct(call, both, parts);
  await mergeFamilies(call, ids);
  await mergeDetails(call, ids, parts);
  const exceptions = await carryExceptions(call, ids);
  await voidInvitations(call, [ids.merge]);
  await archiveMergedProfile(call, ids);
  await forgetKeys(call, [ids.merge]);
  await forgetPairsOf(call, ids.merge);
  // By the answers and the date of birth of both: the merged person may have other requirements than either entry had.
  await followPeople(call, [ids.keep]);
  // A guardian may have signed under either date of birth: the later one decides whether it was for a minor.
  const births = [both.keep.row.dateOfBirth, both.merge.row.dateOfBirth].filter((one) => one !== null);
  await followSignatures(call, ids.keep, { before: births.toSorted().at(-1) ?? null, after: born });
  await restand(call, [ids.keep, ...both.keep.children, ...both.merge.children]);
  await audit(call, [
    {
      action: "person.merged",
      subjectId: ids.keep,
      profileId: ids.keep,
      levelId: both.keep.memberships[0]?.levelId ?? null,
      facts: { from: ids.merge, collapsed, setAside, requirements: moved, exceptions },
      values: { kept: named(both.keep), merged: named(both.merge) },
    },
  ]);
  const [first] = await membershipsOf(call, [ids.keep]);
  return { profileId: ids.keep, profileLevelAccessId: first?.profileLevelAccessId ?? null };
}

const named = ({ row }: Both["keep"]) => ({
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  dateOfBirth: row.dateOfBirth,
});

/** Locks both, and everybody whose statuses follow from theirs, at once. */
async function lockAll(call: Call, { keep, merge }: Ids): Promise<void> {
  const family = await guardianshipsOf(call, [keep, merge]);
  await lockPeople(call, [
    ...new Set([keep, merge, ...family.flatMap((one) => [one.guardianProfileId, one.childProfileId])]),
  ]);
}

/**
 * Writes the chosen names, date of birth and address; if only one has a date of birth, that one.
 *
 * @returns the date of birth.
 */
async function correct(call: Call, { keep, merge, wrappedKey }: Both, parts: MergeChoices): Promise<string | null> {
  const of = { keep: keep.row, merge: merge.row };
  const { profileId } = keep.row;
  const before = named(keep);
  const { firstName, lastName } = of[parts.name];
  const dateOfBirth = of[parts.dateOfBirth].dateOfBirth ?? before.dateOfBirth ?? merge.row.dateOfBirth;
  const person = { profileId, wrappedKey };
  await correctNameAndBirth(call, person, before, { firstName, lastName, dateOfBirth });
  const email = of[parts.email].email ?? before.email ?? merge.row.email;
  if (email !== before.email && keep.row.appUserId === null) {
    await changeEmail(call, profileId, email);
    await recordChange(call, person, "contact", { before: { email: before.email }, after: { email } });
  }
  return dateOfBirth;
}
