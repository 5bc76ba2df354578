import type { RequirementType } from "@touchline/contract";
import type { CompletionRow } from "@touchline/rules";
import { and, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { sortNameOf } from "../../../database/names.ts";
import { ours } from "../../../database/tenancy.ts";
import { profile } from "../../../schema/people.ts";

/** People who may match the names and addresses of one list, at most. */
const mostPeople = 50_000;

type Named = Pick<CompletionRow, "email" | "firstName" | "lastName" | "dateOfBirth">;

/** Finds the people to whom everything applies that a row says, by the row's place. */
export async function peopleMeant(call: Call, rows: readonly Named[]): Promise<string[][]> {
  const emails = [...new Set(rows.flatMap((row) => row.email || []))];
  const names = [...new Set(rows.flatMap((row) => nameOf(row) ?? []))];
  const wanted: SQL[] = [];
  if (emails.length > 0) wanted.push(sql`lower(${profile.email}) = ANY(${sql.param(emails)}::text[])`);
  if (names.length > 0) wanted.push(sql`${profile.sortName} = ANY(${sql.param(names)}::text[])`);
  if (wanted.length === 0) return rows.map(() => []);
  const people = await call.db
    .select({
      profileId: profile.profileId,
      sortName: profile.sortName,
      email: sql<string | null>`lower(${profile.email})`,
      dateOfBirth: profile.dateOfBirth,
    })
    .from(profile)
    .where(and(ours(profile, call), isNull(profile.mergedInto), or(...wanted)))
    .limit(mostPeople);
  const byEmail = Map.groupBy(people, (one) => one.email);
  const byName = Map.groupBy(people, (one) => one.sortName);
  return rows.map((row) => {
    const name = nameOf(row);
    const some = row.email !== "" ? byEmail.get(row.email) : byName.get(name ?? "");
    return (some ?? []).flatMap((one) => {
      const fits =
        (name === null || one.sortName === name) && (row.dateOfBirth === null || one.dateOfBirth === row.dateOfBirth);
      return fits ? [one.profileId] : [];
    });
  });
}

const nameOf = ({ firstName, lastName }: Named) =>
  firstName !== "" && lastName !== "" ? sortNameOf(firstName, lastName) : null;

export type RequirementOwed = {
  profileId: string;
  contentId: string;
  name: string;
  type: RequirementType;
  profileLevelAccessId: string;
};

/** Lists these people's requirements, once for each membership that has it. */
export async function owedByAll(call: Call, profileIds: readonly string[]): Promise<RequirementOwed[]> {
  const { rows } = await call.db.execute<RequirementOwed>(sql`
    SELECT DISTINCT requirement.profile_id AS "profileId", content.content_id AS "contentId", content.name, content.type,
      demand.profile_level_access_id AS "profileLevelAccessId"
    FROM requirement
    JOIN demand ON demand.organization_id = ${call.organizationId} AND demand.requirement_id = requirement.requirement_id
    JOIN content ON content.organization_id = ${call.organizationId} AND content.content_id = requirement.content_id
    WHERE requirement.organization_id = ${call.organizationId}
      AND requirement.profile_id = ANY(${sql.param([...new Set(profileIds)])}::uuid[]) AND content.archived_at IS NULL
    ORDER BY demand.profile_level_access_id`);
  return rows;
}
