import type { AuditAction } from "@touchline/contract/reporting/audit";
import { sql } from "drizzle-orm";
import { actingAs, actingProfile, type Call } from "../call.ts";
import { newId } from "../database/ids.ts";
import { insertRows } from "../database/insert-rows.ts";
import { auditEventsToOutbox, isWebhookAction } from "../jobs/outbox.ts";
import { auditEvent } from "../schema/system.ts";
import type { CipherContext } from "./encryption.ts";

export type AuditEntry = {
  readonly action: AuditAction;
  /** The id of the event's subject. The first word of the action is its kind. */
  readonly subjectId: string | null;
  /** The person the entry is about. */
  readonly profileId?: string | null;
  readonly levelId?: string | null;
  /** Ids, numbers and codes: nothing that identifies a person. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Values that could identify a person; encrypted. */
  readonly values?: Readonly<Record<string, unknown>>;
};

/** The encryption context of an entry's values. */
export const auditPlace = (call: Pick<Call, "organizationId">, auditEventId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "audit_event",
  column: "values",
  id: auditEventId,
});

/**
 * Writes a call's actions to the audit log, in its own transaction: the entries exist if, and only if, the change does. Any
 * number of entries; at most two statements for those without values, one more for those with any.
 */
export async function audit(call: Call, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(({ values, ...entry }) => ({
    row: {
      organizationId: call.organizationId,
      auditEventId: newId(),
      action: entry.action,
      subjectId: entry.subjectId,
      profileId: entry.profileId ?? null,
      levelId: entry.levelId ?? null,
      facts: entry.facts ?? {},
      actorProfileId: actingProfile(call),
      actor: actingAs(call),
      at: call.now,
    },
    values,
  }));
  await insertRows(
    call,
    auditEvent,
    rows.flatMap(({ row, values }) => (values === undefined ? [row] : [])),
    undefined,
    entries.some(({ action }) => isWebhookAction(action)) ? (written) => auditEventsToOutbox(call, written) : undefined,
  );
  const named = rows.filter(({ values }) => values !== undefined);
  if (named.length === 0) return;
  const wrappedKey = await ownKey(call);
  const { vault } = call.adapters;
  for (let start = 0; start < named.length; start += 1_000) {
    await call.db.insert(auditEvent).values(
      named.slice(start, start + 1_000).map(({ row, values }) => ({
        ...row,
        sealedValues: vault.seal(wrappedKey, auditPlace(call, row.auditEventId), JSON.stringify(values)),
      })),
    );
  }
}

async function ownKey(call: Call): Promise<Buffer> {
  const { rows } = await call.db.execute<{ wrapped_key: Buffer }>(
    sql`SELECT wrapped_key FROM organization WHERE organization_id = ${call.organizationId}`,
  );
  if (!rows[0]) throw new Error("The organization of this call is not there.");
  return rows[0].wrapped_key;
}
