import type { memberRow } from "@touchline/contract/hierarchy";
import { and, asc, between, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { authorize } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { foldedName } from "../../kernel/names.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import type { LevelRow } from "../hierarchy/queries.ts";
import { level } from "../hierarchy/tables.ts";
import { label } from "../labels/tables.ts";
import { profile, profileLevelAccess } from "../profiles/tables.ts";
import { demand, memberStanding, requirement } from "../standing/tables.ts";

export type MemberFilter = {
  page: number;
  perPage: number;
  sortDir: "ASC" | "DESC";
  search: string;
  labels: string[];
  overallStatuses: z.output<typeof memberRow>["overallStatus"][];
  requirementStatuses: number[];
};

/** One page of the memberships at a level and below it, by name, and the total. @throws Forbidden */
export async function membersBelow(
  call: Call,
  at: LevelRow,
  filter: MemberFilter,
): Promise<{ data: z.output<typeof memberRow>[]; total: number }> {
  authorize(call, "members.see", { levelPre: at.pre });
  const conditions: (SQL | undefined)[] = [
    ours(profileLevelAccess, call),
    between(level.pre, at.pre, at.last),
    filter.labels.length > 0 ? inArray(profileLevelAccess.labelId, filter.labels) : undefined,
    filter.overallStatuses.length > 0 ? inArray(memberStanding.overallStatus, filter.overallStatuses) : undefined,
    filter.search === "" ? undefined : matches(filter.search),
    filter.requirementStatuses.length === 0
      ? undefined
      : sql`EXISTS (
          SELECT FROM ${demand} JOIN ${requirement}
            ON ${requirement.organizationId} = ${demand.organizationId}
            AND ${requirement.requirementId} = ${demand.requirementId}
          WHERE ${demand.organizationId} = ${profileLevelAccess.organizationId}
            AND ${demand.profileLevelAccessId} = ${profileLevelAccess.profileLevelAccessId}
            AND ${inArray(requirement.status, filter.requirementStatuses as never[])})`,
  ];
  const direction = filter.sortDir === "ASC" ? asc : desc;
  const rows = await call.db
    .select({
      profileLevelAccessId: profileLevelAccess.profileLevelAccessId,
      profileId: profileLevelAccess.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      levelId: profileLevelAccess.levelId,
      levelName: level.name,
      labelId: profileLevelAccess.labelId,
      labelName: label.name,
      role: label.role,
      overallStatus: memberStanding.overallStatus,
      total: sql<number>`(count(*) OVER ())::int`,
    })
    .from(profileLevelAccess)
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .innerJoin(profile, onKey(profile.profileId, profileLevelAccess.profileId))
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .innerJoin(memberStanding, onKey(memberStanding.profileLevelAccessId, profileLevelAccess.profileLevelAccessId))
    .where(and(...conditions))
    .orderBy(direction(profile.sortName), direction(profileLevelAccess.profileLevelAccessId))
    .limit(filter.perPage)
    .offset((filter.page - 1) * filter.perPage);
  const [first] = rows;
  return {
    // Beyond the last page no row carries the total; then the first page does.
    total:
      first?.total ?? (filter.page > 1 ? (await membersBelow(call, at, { ...filter, page: 1, perPage: 1 })).total : 0),
    data: rows.map(({ firstName, lastName, total, ...row }) => ({ ...row, fullName: `${firstName} ${lastName}` })),
  };
}

/** Every word of the search begins a word of the name, accents and case aside, or stands in the e-mail address. */
function matches(search: string): SQL {
  const words = foldedName(search).split(/\s+/).slice(0, 5);
  return and(
    ...words.map(
      (word) => sql`(position(${` ${word}`} in ' ' || replace(${profile.sortName}, ',', '')) > 0
        OR position(${word} in lower(coalesce(${profile.email}, ''))) > 0)`,
    ),
  ) as SQL;
}
