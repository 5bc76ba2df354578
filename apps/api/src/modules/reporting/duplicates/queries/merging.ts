import type { MergeRefusal } from "@touchline/contract/reporting/duplicates";
import { isMinor, type MergedEntry, mergeRefusal, tieRefusal } from "@touchline/rules";
import { actingProfile, type Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { authorize, relationTo } from "../../../../security/authorize.ts";
import { rezoningUnderWay } from "../../../compliance/index.ts";
import { guardianshipsOf, organizationToday } from "../../../joining/index.ts";
import { givingOf } from "../../../people/index.ts";
import { type EntryRow, entriesOf, type MembershipRow } from "./entries.ts";

export type Ids = { keep: string; merge: string };
type One = { row: EntryRow; memberships: MembershipRow[]; guardians: string[]; children: string[]; minor: boolean };
export type Both = { keep: One; merge: One; zone: string; wrappedKey: Buffer; datesMoving: boolean };

/**
 * Reads two entries to be merged.
 *
 * @throws NotFound; Forbidden (a membership of either is out of reach or has a role above the actor's own, or the kept person
 * would get a label that others assign).
 */
export async function bothEntries(call: Call, { keep, merge }: Ids): Promise<Both> {
  const found = await entriesOf(call, [keep, merge]);
  const [one, other] = [found.get(keep), found.get(merge)];
  if (!one || !other) throw notFound("person");
  for (const { memberships } of [one, other]) authorizeChanging(call, memberships);
  authorizeHandingOver(call, one.memberships, other.memberships);
  const guardianships = await guardianshipsOf(call, [keep, merge]);
  const { zone, wrappedKey } = await organizationToday(call);
  const datesMoving = (await rezoningUnderWay(call)) !== null;
  const withFamily = ({ row, memberships }: typeof one): One => ({
    row,
    memberships,
    guardians: guardianships.filter((g) => g.childProfileId === row.profileId).map((g) => g.guardianProfileId),
    children: guardianships.filter((g) => g.guardianProfileId === row.profileId).map((g) => g.childProfileId),
    minor: row.dateOfBirth !== null && isMinor(row.dateOfBirth, call.now.getTime(), zone),
  });
  return { keep: withFamily(one), merge: withFamily(other), zone, wrappedKey, datesMoving };
}

/**
 * Everything of the person is moved, so every membership must be within reach; a person without any requires access to the
 * whole organization.
 */
function authorizeChanging(call: Call, memberships: readonly MembershipRow[]): void {
  for (const action of ["memberships.change", "profiles.edit"] as const) {
    if (memberships.length === 0) authorize(call, action, { organizationWide: true, roles: ["Individual"] });
    for (const { levelPre, role } of memberships) authorize(call, action, { levelPre, roles: [role] });
  }
}

/**
 * Authorizes giving the surviving entry the other's labels, by the organization's rules on who can assign them. Labels it already has need
 * no permission.
 */
function authorizeHandingOver(call: Call, kept: readonly MembershipRow[], merged: readonly MembershipRow[]): void {
  for (const { levelId, labelId, levelPre, role, givenBy } of merged) {
    if (kept.some((one) => one.levelId === levelId && one.labelId === labelId)) continue;
    authorize(call, "memberships.change", givingOf(levelPre, { role, givenBy }));
  }
}

const entryOf = ({ row, guardians, children, minor }: One): MergedEntry => ({
  profileId: row.profileId,
  appUserId: row.appUserId,
  merged: row.mergedInto !== null,
  guardians,
  children,
  minor,
});

/**
 * Returns why the two can't be merged now, as a sentence with the solution; null: they can. Not while days move to another time
 * zone: that goes from person to person, and work given to a person already processed would keep the old zone. No such move
 * begins before a merge ends, because both wait for the duties.
 */
export function refusalOf(
  call: Call,
  { keep, merge, datesMoving }: Both,
): { kind: MergeRefusal; message: string } | null {
  const tied = [keep, merge].some((one) => tieRefusal(relationTo(call, one.row.profileId)) !== null);
  const own = tied ? "ownEntry" : mergeRefusal(entryOf(keep), entryOf(merge), actingProfile(call));
  const kind = own ?? (datesMoving ? "datesMoving" : null);
  if (kind === null) return null;
  const nameOf = ({ row }: One) => `${row.firstName} ${row.lastName}`.trim();
  const sentences: Record<MergeRefusal, string> = {
    sameEntry: "These are the same profile. Choose two different ones.",
    ownEntry: "You can't merge your own profile or one of a child you are or were a guardian of. Ask a colleague.",
    alreadyMerged: "One of these profiles was already merged. Reload the page.",
    twoLogins:
      "Both profiles have a login, and logins can't be merged. Ask the person to close the one they don't use under Account settings, then merge.",
    keepTheLogin: `${nameOf(merge)} logs in with the other profile. Keep that one.`,
    guardsTheOther: "One of them is the other's guardian, so they are two people.",
    tooManyGuardians: "Together they would have more than two guardians. Remove one of them first.",
    childGuards: "One of them is a guardian and the other is under 18. Correct the date of birth first.",
    datesMoving: "Your organization's time zone is being changed. Try again in a few minutes.",
  };
  return { kind, message: sentences[kind] };
}
