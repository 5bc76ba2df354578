import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { partnerConnection, partnerSync } from "../../../../schema/partners.ts";
import { actingAgain } from "../../../people/index.ts";
import {
  type ImportRecord,
  partnerImport,
  recordPresentIds,
  rowsToWrite,
  settledMapping,
  startImport,
  writeRoster,
} from "../../../setup/index.ts";
import type { SyncRow } from "../queries.ts";
import { endSync } from "./sync.ts";

/**
 * Continues the sync of an import that was checked or is over: it goes on by itself, waits for somebody to look at the rows, or
 * is done. A sync whose import was deleted ends, and what was undone comes again.
 */
export async function followImport(call: Call, { rosterImportId }: { rosterImportId: string }): Promise<void> {
  const [sync] = await call.db
    .select()
    .from(partnerSync)
    .where(and(ours(partnerSync, call), eq(partnerSync.rosterImportId, rosterImportId)))
    .for("update");
  if (!sync) return;
  const row = await partnerImport(call, rosterImportId);
  if (!row) return endSync(call, sync, { state: "failed", problem: "stopped" });
  if (row.state === "checked") await afterCheck(call, sync, row);
  else if (row.state === "done") await afterImport(call, sync, row);
  else if (row.state === "draft" || row.state === "failed" || row.state === "canceled") {
    await settle(call, sync, row);
    await endSync(call, sync, { state: "failed", problem: "stopped" });
  } else if (row.state === "running") await move(call, sync, "writing");
  if (row.undoneBy !== null) await reopen(call, sync, row);
}

async function afterCheck(unlocked: Call, sync: SyncRow, row: ImportRecord): Promise<void> {
  if (sync.state !== "checking" && sync.state !== "review") return;
  if (sync.review) return move(unlocked, sync, "review");
  if ((await rowsToWrite(unlocked, row, 0, 1)).length === 0) return afterImport(unlocked, sync, row);
  const call = await actingAgain(unlocked, sync.startedBy);
  if (!call) return endSync(unlocked, sync, { state: "failed", problem: "stopped" });
  const { rosterImportId } = row;
  await startImport(call, { rosterImportId, invite: row.invite });
  await enqueue(call, writeRoster, { rosterImportId }, { singletonKey: rosterImportId });
  return move(call, sync, "writing");
}

/** What was imported is settled, and how it was read is kept for the next sync. */
async function afterImport(call: Call, sync: SyncRow, row: ImportRecord): Promise<void> {
  await settle(call, sync, row);
  const ofConnection = and(
    ours(partnerConnection, call),
    eq(partnerConnection.partnerConnectionId, sync.partnerConnectionId),
  );
  // Rows of an older import may be written later: what was said since stays.
  if (await isNewest(call, sync)) {
    const mapping = await settledMapping(call, row);
    await call.db.update(partnerConnection).set({ mapping, invite: row.invite }).where(ofConnection);
  }
  // From the first import on that somebody looked at, syncs run by themselves.
  await call.db
    .update(partnerConnection)
    .set({ automatic: true })
    .where(and(ofConnection, sql`${partnerConnection.lastSyncAt} IS NULL`));
  await endSync(call, sync, { state: "done", problem: null });
}

async function isNewest(call: Call, { partnerSyncId, partnerConnectionId }: SyncRow): Promise<boolean> {
  const [newest] = await call.db
    .select({ id: partnerSync.partnerSyncId })
    .from(partnerSync)
    .where(and(ours(partnerSync, call), eq(partnerSync.partnerConnectionId, partnerConnectionId)))
    .orderBy(desc(partnerSync.startedAt), desc(partnerSync.partnerSyncId))
    .limit(1);
  return newest?.id === partnerSyncId;
}

/** Joins the registrations `r` of a connection with the rows that an import made of them, `source` and `judged`. */
const fromRowsOf = (call: Call, partnerConnectionId: string, { rosterImportId }: ImportRecord): SQL => sql`
    FROM roster_source_row AS source
    JOIN roster_import_row AS judged ON judged.organization_id = ${call.organizationId}
      AND judged.roster_import_id = source.roster_import_id AND judged.number = source.number
    WHERE source.organization_id = ${call.organizationId} AND source.roster_import_id = ${rosterImportId}
      AND r.organization_id = ${call.organizationId} AND r.partner_connection_id = ${partnerConnectionId}
      AND r.registration_id = source.source_id`;

/**
 * Closes the registrations of rows that are done, and of those that were canceled and told. Others stay open, and those that
 * changed since: the next sync shows them again.
 */
async function settle(call: Call, { partnerConnectionId }: SyncRow, row: ImportRecord): Promise<void> {
  await recordPresentIds(call, row);
  await call.db.execute(sql`
    UPDATE partner_registration AS r SET open = false
    ${fromRowsOf(call, partnerConnectionId, row)} AND r.open
      AND CASE WHEN r.deleted THEN source.fault IS NOT NULL ELSE
        r.external_id = source.external_id AND r.role = source.cells[7]
        AND EXISTS (SELECT FROM partner_place AS place
          WHERE place.organization_id = ${call.organizationId} AND place.partner_connection_id = ${partnerConnectionId}
            AND place.place_id = r.place_id AND place.word = source.cells[6])
        AND EXISTS (SELECT FROM partner_person AS person
          WHERE person.organization_id = ${call.organizationId} AND person.partner_connection_id = ${partnerConnectionId}
            AND person.external_id = r.external_id
            AND ARRAY[person.first_name, person.last_name, person.email, person.date_of_birth, person.phone]
              = source.cells[1:5]) END
      AND (judged.done_at IS NOT NULL AND judged.fate <> 'error' OR judged.fate IN ('present', 'duplicate') OR r.deleted)`);
}

/** Opens the registrations of rows that were undone. No sync adds them unseen: from here on, somebody starts each one. */
async function reopen(call: Call, { partnerConnectionId }: SyncRow, row: ImportRecord): Promise<void> {
  await call.db.execute(sql`
    UPDATE partner_registration AS r SET open = true
    ${fromRowsOf(call, partnerConnectionId, row)} AND judged.done_at IS NOT NULL AND judged.fate IN ('create', 'join')`);
  await call.db
    .update(partnerConnection)
    .set({ automatic: false, nextSyncAt: null })
    .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, partnerConnectionId)));
}

const move = async (call: Call, { partnerSyncId }: SyncRow, state: SyncRow["state"]): Promise<void> =>
  void (await call.db
    .update(partnerSync)
    .set({ state, movedAt: call.now })
    .where(and(ours(partnerSync, call), eq(partnerSync.partnerSyncId, partnerSyncId), isNull(partnerSync.endedAt))));
