import type { ResponseOf } from "@touchline/contract";
import type { findSimilarPeople } from "@touchline/contract/reporting/duplicates";
import { and, inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { membershipsOf } from "../../../people/index.ts";

export type EntryRow = typeof profile.$inferSelect;
export type MembershipRow = Awaited<ReturnType<typeof membershipsOf>>[number];
export type ShownEntry = Omit<ResponseOf<typeof findSimilarPeople>[number], "score" | "reasons">;

const mostShown = 5;

/** Reads these people with their memberships, by id, in two queries. The caller authorizes. */
export async function entriesOf(
  call: Call,
  profileIds: readonly string[],
): Promise<Map<string, { row: EntryRow; memberships: MembershipRow[] }>> {
  const ids = [...new Set(profileIds)];
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select()
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, ids)));
  const memberships = Map.groupBy(await membershipsOf(call, ids), (one) => one.profileId);
  return new Map(rows.map((row) => [row.profileId, { row, memberships: memberships.get(row.profileId) ?? [] }]));
}

export const placeOf = ({ profileLevelAccessId, levelId, levelName, labelName, role }: MembershipRow) => ({
  profileLevelAccessId,
  levelId,
  levelName,
  labelName,
  role,
});

/** Returns an entry in the contract's shape. */
export const shownEntry = (row: EntryRow, memberships: readonly MembershipRow[]): ShownEntry => ({
  profileId: row.profileId,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  dateOfBirth: row.dateOfBirth,
  hasLogin: row.appUserId !== null,
  addedAt: row.createdAt.toISOString(),
  memberships: memberships.slice(0, mostShown).map(placeOf),
});
