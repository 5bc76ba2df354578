import { and, eq, sql } from "drizzle-orm";
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
 * is done.
 */
export async function followImport(call: Call, { rosterImportId }: { rosterImportId: string }): Promise<void> {
  const [sync] = await call.db
    .select()
    .from(partnerSync)
    .where(and(ours(partnerSync, call), eq(partnerSync.rosterImportId, rosterImportId)))
    .for("update");
  const row = await partnerImport(call, rosterImportId);
  if (!sync || !row) return;
  if (row.state === "checked") await afterCheck(call, sync, row);
  else if (row.state === "done") await afterImport(call, sync, row);
  else if (row.state === "draft" || row.state === "failed" || row.state === "canceled") {
    await settle(call, sync, row);
    await endSync(call, sync, { state: "failed", problem: "stopped" });
  } else if (row.state === "running") await move(call, sync, "writing");
}

async function afterCheck(given: Call, sync: SyncRow, row: ImportRecord): Promise<void> {
  if (sync.state !== "checking" && sync.state !== "review") return;
  if (sync.review) return move(given, sync, "review");
  if ((await rowsToWrite(given, row, 0, 1)).length === 0) return afterImport(given, sync, row);
  const call = await actingAgain(given, sync.startedBy);
  if (!call) return endSync(given, sync, { state: "failed", problem: "stopped" });
  const { rosterImportId } = row;
  await startImport(call, { rosterImportId, invite: row.invite });
  await enqueue(call, writeRoster, { rosterImportId }, { singletonKey: rosterImportId });
  return move(call, sync, "writing");
}

/** What was imported is settled, and how it was read is kept for the next sync. */
async function afterImport(call: Call, sync: SyncRow, row: ImportRecord): Promise<void> {
  await settle(call, sync, row);
  const mapping = await settledMapping(call, row);
  const ofConnection = and(
    ours(partnerConnection, call),
    eq(partnerConnection.partnerConnectionId, sync.partnerConnectionId),
  );
  await call.db.update(partnerConnection).set({ mapping, invite: row.invite }).where(ofConnection);
  // From the first import on that somebody looked at, syncs run by themselves.
  await call.db
    .update(partnerConnection)
    .set({ automatic: true })
    .where(and(ofConnection, sql`${partnerConnection.lastSyncAt} IS NULL`));
  await endSync(call, sync, { state: "done", problem: null });
}

/**
 * Closes the registrations of rows that are done, and of those that were canceled and told. Others stay open: the next sync shows
 * them again.
 */
async function settle(call: Call, { partnerConnectionId }: SyncRow, row: ImportRecord): Promise<void> {
  await recordPresentIds(call, row);
  await call.db.execute(sql`
    UPDATE partner_registration AS r SET open = false
    FROM roster_source_row AS source
    JOIN roster_import_row AS judged ON judged.organization_id = ${call.organizationId}
      AND judged.roster_import_id = source.roster_import_id AND judged.number = source.number
    WHERE source.organization_id = ${call.organizationId} AND source.roster_import_id = ${row.rosterImportId}
      AND r.organization_id = ${call.organizationId} AND r.partner_connection_id = ${partnerConnectionId}
      AND r.registration_id = source.source_id AND r.open
      AND (judged.done_at IS NOT NULL AND judged.fate <> 'error' OR judged.fate IN ('present', 'duplicate') OR r.deleted)`);
}

const move = async (call: Call, { partnerSyncId }: SyncRow, state: SyncRow["state"]): Promise<void> =>
  void (await call.db
    .update(partnerSync)
    .set({ state, movedAt: call.now })
    .where(and(ours(partnerSync, call), eq(partnerSync.partnerSyncId, partnerSyncId))));
