import { and, eq, inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { requirementNote } from "../../../../schema/reviews.ts";

export const notePlace = (call: Call, requirementEventId: string) => ({
  tenant: call.organizationId,
  table: "requirement_note",
  column: "note",
  id: requirementEventId,
});

/** Decrypts reviewers' notes by history event. The caller authorizes. */
export async function notesOn(call: Call, requirementEventIds: readonly string[]): Promise<Map<string, string>> {
  if (requirementEventIds.length === 0) return new Map();
  const rows = await call.db
    .select({
      id: requirementNote.requirementEventId,
      sealed: requirementNote.sealedNote,
      wrappedKey: organization.wrappedKey,
    })
    .from(requirementNote)
    .innerJoin(organization, eq(organization.organizationId, requirementNote.organizationId))
    .where(and(ours(requirementNote, call), inArray(requirementNote.requirementEventId, [...requirementEventIds])));
  return new Map(
    rows.map(({ id, sealed, wrappedKey }) => [id, call.adapters.vault.open(wrappedKey, notePlace(call, id), sealed)]),
  );
}
