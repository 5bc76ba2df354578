import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../call.ts";
import { prepared } from "../database/prepared-statement.ts";

/** Mutable rows on which statuses and decisions depend: submissions, people, and each child's guardianships. */
export type FactSource = "attempt" | "profile" | "guardianship";

/** Formats an instant for a digest: as whole microseconds, whatever the connection's format. */
export const instantFact = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::bigint`;

/**
 * Records the digest of the present contents of rows. Code that writes a column in the digest calls this afterwards in the same
 * transaction: the records are sealed, and the daily check compares the rows with them. One statement, however many rows.
 *
 * @param facts a SELECT of `subject`, an id, and `facts`, a text.
 * @param one whether it selects one subject.
 */
export async function keepFacts(call: Call, source: FactSource, facts: SQL, one = false): Promise<void> {
  await prepared(
    call.db,
    one ? `fact.${source}` : null,
    sql`
    INSERT INTO fact_record (organization_id, source, subject_id, salt, digest, at)
    SELECT ${call.organizationId}::uuid, ${source}, fact.subject, fact.salt, ${digestOf("fact")},
      ${call.now.toISOString()}::timestamptz
    FROM (SELECT source_row.subject, source_row.facts, uuid_send(gen_random_uuid()) AS salt FROM (${facts}) AS source_row) AS fact
    ON CONFLICT DO NOTHING`,
  );
}

/** Returns the digest of the facts of one relation with the salt of another, or of its own. */
export const digestOf = (facts: string, salt = facts): SQL =>
  sql.raw(`encode(sha256(${salt}.salt || convert_to(${facts}.facts, 'UTF8')), 'hex')`);
