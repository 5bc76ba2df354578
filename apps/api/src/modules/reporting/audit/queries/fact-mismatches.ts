import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { Finding } from "../../../../schema/reporting.ts";
import { digestOf, type FactSource } from "../../../../security/fact-record.ts";
import { attemptFacts } from "../../../compliance/index.ts";
import { guardianshipFacts } from "../../../joining/index.ts";
import { profileFacts } from "../../../people/index.ts";

/** Findings of one query, at most; a check reports about fifty. */
const most = 1_000;

const words: Record<FactSource, string> = {
  attempt: "This submission has changed since Touchline last wrote it.",
  profile: "This person has changed since Touchline last wrote it.",
  guardianship: "The guardians of this child have changed since Touchline last wrote them.",
};
const missingTexts: Record<FactSource, string> = {
  attempt: "This submission was removed.",
  profile: "This person was removed.",
  guardianship: "The guardians of this child were removed.",
};

/** The table of each kind of row, and the column of its subject. */
const places: Record<FactSource, SQL> = {
  attempt: sql.raw("attempt AS held WHERE held.attempt_id"),
  profile: sql.raw("profile AS held WHERE held.profile_id"),
  guardianship: sql.raw("guardianship AS held WHERE held.child_profile_id"),
};

/** Finds submissions, people and guardianships of these people that differ from their last record, or have none. */
export async function factMismatches(call: Call, people: readonly string[]): Promise<Finding[]> {
  const them = sql`ANY(${sql.param([...people])}::uuid[])`;
  const { organizationId } = call;
  const facts: Record<FactSource, SQL> = {
    attempt: attemptFacts(
      call,
      sql`attempt.requirement_id IN (SELECT requirement.requirement_id FROM requirement
        WHERE requirement.organization_id = ${organizationId} AND requirement.profile_id = ${them})`,
    ),
    profile: profileFacts(call, sql`profile.profile_id = ${them}`),
    guardianship: guardianshipFacts(call, sql`guardianship.child_profile_id = ${them}`),
  };
  const found: Finding[] = [];
  for (const [source, current] of Object.entries(facts) as [FactSource, SQL][]) {
    const { rows } = await call.db.execute<{ id: string }>(sql`
      WITH held AS MATERIALIZED (${current})
      SELECT held.subject AS id FROM held
      LEFT JOIN LATERAL (SELECT kept.salt, kept.digest FROM fact_record AS kept
        WHERE kept.organization_id = ${organizationId} AND kept.source = ${source} AND kept.subject_id = held.subject
        ORDER BY kept.ordinal DESC LIMIT 1) AS latest ON true
      WHERE latest.digest IS NULL OR latest.digest <> ${digestOf("held", "latest")}
      LIMIT ${most}`);
    found.push(...rows.map(({ id }) => ({ id, what: words[source] })));
  }
  return [...found, ...(await joiningMismatches(call, people))];
}

/** Finds memberships whose day of joining differs from the sealed history. Due dates may count from it. */
async function joiningMismatches(call: Call, people: readonly string[]): Promise<Finding[]> {
  const { organizationId } = call;
  const { rows } = await call.db.execute<{ id: string }>(sql`
    SELECT held.profile_level_access_id AS id FROM profile_level_access AS held
    WHERE held.organization_id = ${organizationId} AND held.profile_id = ANY(${sql.param([...people])}::uuid[])
      AND NOT EXISTS (SELECT FROM member_event AS event
        WHERE event.organization_id = ${organizationId} AND event.profile_level_access_id = held.profile_level_access_id
          AND event.kind = 'joined' AND date_trunc('milliseconds', event.at) = date_trunc('milliseconds', held.joined_at))
    LIMIT ${most}`);
  return rows.map(({ id }) => ({ id, what: "The join date of this membership doesn't match its history." }));
}

/** The subject of a record: a kind of row and its id. */
export type FactSubject = { source: FactSource; subject: string };

/** Subjects that one step of `removedAfter` checks. */
const step = 2_000;

/**
 * Checks whether the rows of the next recorded subjects exist, ordered by kind and id.
 *
 * @param after the last one checked; null: from the beginning.
 * @returns the removed ones, and the last one checked now; null: nothing is left.
 */
export async function removedAfter(
  call: Call,
  after: FactSubject | null,
): Promise<{ found: Finding[]; after: FactSubject | null }> {
  const { rows } = await call.db.execute<FactSubject>(sql`
    SELECT DISTINCT source, subject_id AS subject FROM fact_record
    WHERE organization_id = ${call.organizationId}
      ${after ? sql`AND (source, subject_id) > (${after.source}, ${after.subject}::uuid)` : sql``}
    ORDER BY source, subject_id LIMIT ${step}`);
  return { found: await factsRemoved(call, rows), after: rows.length === step ? (rows.at(-1) ?? null) : null };
}

/** Finds the sealed records whose row doesn't exist anymore. */
export async function factsRemoved(call: Call, records: readonly FactSubject[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [source, some] of Map.groupBy(records, (one) => one.source)) {
    const subjects = [...new Set(some.map((one) => one.subject))];
    const { rows } = await call.db.execute<{ id: string }>(sql`
      SELECT listed.id FROM unnest(${sql.param(subjects)}::uuid[]) AS listed (id)
      WHERE NOT EXISTS (SELECT FROM ${places[source]} = listed.id AND held.organization_id = ${call.organizationId})`);
    found.push(...rows.map(({ id }) => ({ id, what: missingTexts[source] })));
  }
  return found;
}
