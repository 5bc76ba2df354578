import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../call.ts";
import { prepared } from "../database/prepared-statement.ts";

/** Rows that change and on which statuses and decisions rest: submissions, people, and of each child the guardianships. */
export type FactSource = "attempt" | "profile" | "guardianship";

/** An instant as it stands in a digest: whole microseconds, whatever the connection writes instants like. */
export const instantFact = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::bigint`;

/**
 * Records the digest of what rows say now. Whoever writes a column that is part of it calls this in the same transaction, after
 * it: the records are sealed, and the daily check holds the rows against them. One statement, however many rows.
 *
 * @param facts a SELECT of `subject`, an id, and `facts`, a text. @param one whether it names one subject.
 */
export async function keepFacts(call: Call, source: FactSource, facts: SQL, one = false): Promise<void> {
  await prepared(
    call.db,
    one ? `fact.${source}` : null,
    sql`
    INSERT INTO fact_record (organization_id, source, subject_id, salt, digest, at)
    SELECT ${call.organizationId}::uuid, ${source}, told.subject, told.salt, ${digestOf("told")},
      ${call.now.toISOString()}::timestamptz
    FROM (SELECT said.subject, said.facts, uuid_send(gen_random_uuid()) AS salt FROM (${facts}) AS said) AS told
    ON CONFLICT DO NOTHING`,
  );
}

/** The digest of the facts of one relation under the salt of another, or of the same. */
export const digestOf = (facts: string, salt = facts): SQL =>
  sql.raw(`encode(sha256(${salt}.salt || convert_to(${facts}.facts, 'UTF8')), 'hex')`);
