import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import {
  recordOf,
  type SourceName,
  saidBy,
  sealedHashOf,
  sourceOf,
} from "../src/modules/reporting/audit/queries/sources.ts";
import { beginning, contentHash, linkHash } from "../src/security/audit-chain.ts";
import { asOwnerOf } from "./as-owner.ts";

type Entry = { sequence: string; source: SourceName; id: string; sealed_at: Date; hash: Buffer };

/**
 * An attacker who owns the database and knows the product's code, but has neither its secret nor access to its machine, and
 * what they can do to the history of one organization.
 */
export function anInsider(adminUrl: string, organizationId: string) {
  const ask = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    asOwnerOf<Row>(adminUrl, text, [organizationId, ...values]);
  const written = (statement: SQL) => new PgDialect().sqlToQuery(statement).sql;

  /** Recomputes the chain from an entry to its end, like the product would have sealed it, so that it fits the changed rows. */
  async function rehashFrom(first: number): Promise<void> {
    const entries = await ask<Entry>(
      `SELECT sequence, source, event_id AS id, sealed_at, hash FROM audit_entry
       WHERE organization_id = $1 AND sequence >= $2 - 1 ORDER BY sequence`,
      first,
    );
    const said = new Map<string, { said: Record<string, unknown>; sealed: string | null }>();
    for (const [source, some] of Map.groupBy(entries, (entry) => entry.source)) {
      const { key } = sourceOf(source);
      const rows = await ask<{ id: string; said: Record<string, unknown>; sealed: string | null }>(
        `SELECT t.${key} AS id, ${written(saidBy(source))} AS said, ${written(sealedHashOf(source))} AS sealed
         FROM ${source} AS t WHERE t.organization_id = $1 AND t.${key} = ANY($2)`,
        some.map((entry) => entry.id),
      );
      for (const row of rows) said.set(`${source} ${row.id}`, row);
    }
    let before = beginning;
    const made: { sequence: string; content: string; hash: string }[] = [];
    for (const { sequence, source, id, sealed_at, hash } of entries) {
      if (Number(sequence) < first) {
        before = hash.toString("hex");
        continue;
      }
      const row = said.get(`${source} ${id}`);
      if (!row) throw new Error(`${source} ${id} is gone`);
      const content = contentHash({ organizationId, source, id, record: recordOf(source, row.said, row.sealed) });
      const sealedAt = sealed_at.toISOString();
      before = linkHash({ organizationId, sequence: Number(sequence), sealedAt, before, content });
      made.push({ sequence, content, hash: before });
    }
    await ask(
      `UPDATE audit_entry SET content_hash = decode(made.content, 'hex'), hash = decode(made.hash, 'hex')
       FROM unnest($2::bigint[], $3::text[], $4::text[]) AS made (sequence, content, hash)
       WHERE audit_entry.organization_id = $1 AND audit_entry.sequence = made.sequence`,
      made.map((one) => one.sequence),
      made.map((one) => one.content),
      made.map((one) => one.hash),
    );
    await ask("UPDATE audit_head SET hash = decode($2, 'hex') WHERE organization_id = $1", before);
    await ask("DELETE FROM audit_checkpoint WHERE organization_id = $1 AND sequence >= $2", first);
  }

  /**
   * Reverses a decision: in the decision itself, in the submission, and in the history.
   *
   * @returns the first entry of the chain that differs from what was sealed.
   */
  async function turnADecision(): Promise<number> {
    const [decided] = await ask<{ attempt_id: string; decision: string }>(
      `SELECT attempt_id, decision FROM review WHERE organization_id = $1 AND decision IN ('Approved', 'RejectedReset')
       ORDER BY review_id DESC LIMIT 1`,
    );
    if (!decided) throw new Error("There is no decision to forge.");
    const { attempt_id: attempt } = decided;
    const [decision, from, to] =
      decided.decision === "Approved" ? ["RejectedReset", "approved", "reset"] : ["Approved", "reset", "approved"];
    await ask("UPDATE review SET decision = $3 WHERE organization_id = $1 AND attempt_id = $2", attempt, decision);
    await ask(
      "UPDATE requirement_event SET to_state = $4 WHERE organization_id = $1 AND attempt_id = $2 AND to_state = $3",
      ...[attempt, from, to],
    );
    await ask(
      `UPDATE attempt SET state = $3, completed_at = coalesce(completed_at, submitted_at) WHERE organization_id = $1 AND attempt_id = $2`,
      ...[attempt, to],
    );
    const [first] = await ask<{ sequence: string }>(
      `SELECT min(entry.sequence) AS sequence FROM audit_entry AS entry WHERE entry.organization_id = $1 AND (
         entry.event_id IN (SELECT review_id FROM review WHERE organization_id = $1 AND attempt_id = $2)
         OR entry.event_id IN (SELECT requirement_event_id FROM requirement_event
           WHERE organization_id = $1 AND attempt_id = $2 AND to_state = $3))`,
      ...[attempt, to],
    );
    return Number(first?.sequence);
  }

  return {
    ask,
    rehashFrom,
    /** Five ways to forge history, each with the traces removed that this attacker can remove. */
    ways: {
      "changes a decision with its events, hashes the chain anew from there and deletes the checkpoints after it":
        async () => rehashFrom(await turnADecision()),
      "cuts the end of the chain off with all that it tells of": async () => {
        const entries = await ask<Entry>(
          `SELECT sequence, source, event_id AS id FROM audit_entry WHERE organization_id = $1 AND sequence > (
             SELECT max(sequence) - 5 FROM audit_entry WHERE organization_id = $1) ORDER BY sequence DESC`,
        );
        for (const { source, id } of entries) {
          await ask(`DELETE FROM ${source} WHERE organization_id = $1 AND ${sourceOf(source).key} = $2`, id);
        }
        const last = Number(entries.at(-1)?.sequence) - 1;
        await ask("DELETE FROM audit_entry WHERE organization_id = $1 AND sequence > $2", last);
        await ask("DELETE FROM audit_checkpoint WHERE organization_id = $1 AND sequence > $2", last);
        await ask(
          `UPDATE audit_head SET sequence = $2, hash = (
             SELECT hash FROM audit_entry WHERE organization_id = $1 AND sequence = $2) WHERE organization_id = $1`,
          last,
        );
      },
      "removes the whole chain, so that the product seals the changed history anew": async () => {
        await turnADecision();
        for (const table of ["audit_entry", "audit_checkpoint", "audit_head", "chain_memory", "audit_check"]) {
          await ask(`DELETE FROM ${table} WHERE organization_id = $1`);
        }
      },
      "changes a decision alone, and leaves the chain as it is": async () => {
        await turnADecision();
      },
      "changes what statuses rest on and the statuses themselves, and no event": async () => {
        await ask("UPDATE attempt SET expires_at = now() + interval '9 years' WHERE organization_id = $1");
        await ask("UPDATE requirement SET status = 4 WHERE organization_id = $1");
        await ask(
          `UPDATE standing_record SET basis = jsonb_set(basis, '{demands,0,mandatory}', 'false') WHERE organization_id = $1
             AND jsonb_array_length(basis->'demands') > 0`,
        );
      },
    } satisfies Record<string, () => Promise<void>>,
  };
}
