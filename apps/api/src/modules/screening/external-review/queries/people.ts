import type { ExternalRow } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { sortNameOf } from "../../../../database/names.ts";

type Person = { profileId: string; firstName: string; lastName: string; sortName: string; dateOfBirth: string | null };
export type MatchedBy = "reference" | "externalId" | "nameAndBirth";

/** All people that the rows of a file may refer to. */
export type NamedPeople = {
  /** The requirement of the submission that a reference names. */
  requirements: ReadonlyMap<string, string>;
  byExternalId: ReadonlyMap<string, readonly Person[]>;
  byNameAndBirth: ReadonlyMap<string, readonly Person[]>;
  people: ReadonlyMap<string, Person>;
};

export const nameAndBirth = (firstName: string, lastName: string, dateOfBirth: string) =>
  `${sortNameOf(firstName, lastName)}\n${dateOfBirth}`;

/** Most people that a file may name: more rows than it has, as several may have one name and birthday. */
const mostPeople = 20_000;

/** Finds the people that the rows of a file may refer to, in three statements, however many there are. */
export async function peopleNamed(call: Call, rows: readonly ExternalRow[]): Promise<NamedPeople> {
  const references = [...new Set(rows.flatMap((row) => row.reference ?? []))];
  const ids = [...new Set(rows.flatMap((row) => row.externalId || []))];
  const named = rows.filter((row) => row.firstName !== "" && row.lastName !== "" && row.dateOfBirth !== null);
  const columns = sql`profile.profile_id AS "profileId", profile.first_name AS "firstName", profile.last_name AS "lastName",
    profile.sort_name AS "sortName", profile.date_of_birth::text AS "dateOfBirth"`;
  const [submissions, identified, born] = await Promise.all([
    references.length === 0
      ? []
      : call.db
          .execute<Person & { reference: string; requirementId: string }>(sql`
            SELECT attempt.attempt_id AS reference, attempt.requirement_id AS "requirementId", ${columns}
            FROM attempt
            JOIN requirement ON requirement.organization_id = ${call.organizationId}
              AND requirement.requirement_id = attempt.requirement_id
            JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = requirement.profile_id
            WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = ANY(${sql.param(references)}::uuid[])`)
          .then(({ rows: found }) => found),
    ids.length === 0
      ? []
      : call.db
          .execute<Person & { externalId: string }>(sql`
            SELECT DISTINCT identity.external_id AS "externalId", ${columns}
            FROM external_identity AS identity
            JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = identity.profile_id
            WHERE identity.organization_id = ${call.organizationId} AND profile.merged_into IS NULL
              AND identity.external_id = ANY(${sql.param(ids)}::text[]) LIMIT ${mostPeople}`)
          .then(({ rows: found }) => found),
    named.length === 0
      ? []
      : call.db
          .execute<Person>(sql`
            SELECT DISTINCT ${columns} FROM profile
            JOIN unnest(${sql.param(named.map((row) => sortNameOf(row.firstName, row.lastName)))}::text[],
              ${sql.param(named.map((row) => row.dateOfBirth))}::date[]) AS given (sort_name, date_of_birth)
              ON given.sort_name = profile.sort_name AND given.date_of_birth = profile.date_of_birth
            WHERE profile.organization_id = ${call.organizationId} AND profile.merged_into IS NULL LIMIT ${mostPeople}`)
          .then(({ rows: found }) => found),
  ]);
  return {
    requirements: new Map(submissions.map((one) => [one.reference, one.requirementId])),
    byExternalId: Map.groupBy(identified, (one) => one.externalId),
    byNameAndBirth: Map.groupBy(born, (one) => `${one.sortName}\n${one.dateOfBirth}`),
    people: new Map([...submissions, ...identified, ...born].map((one) => [one.profileId, one])),
  };
}
