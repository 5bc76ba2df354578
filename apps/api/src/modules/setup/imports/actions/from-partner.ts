import type { RosterMapping } from "@touchline/contract/setup/imports";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { ours } from "../../../../database/tenancy.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { type ImportPartner, rosterImport, rosterSourceRow } from "../../../../schema/setup.ts";
import { checkRoster } from "../jobs.ts";
import type { ImportRecord } from "../queries.ts";
import { createdLevels } from "./levels.ts";
import { faultOf } from "./read.ts";
import { withinReach } from "./upload.ts";

/** A registration as a row of an import. `fault`: what is wrong with it at the partner, in a sentence. */
export type PartnerRow = { cells: string[]; fault: string | null; externalId: string; sourceId: string };

const previewRows = 5;
const previewCell = 60;

/** Begins an import whose rows a partner gives. The caller acts as the person who answers for it. */
export async function beginPartnerImport(
  call: Call,
  input: { partner: ImportPartner; headers: string[]; mapping: RosterMapping; invite: boolean; createdBy: string },
): Promise<string> {
  const { partner, headers, mapping, invite, createdBy } = input;
  const rosterImportId = newId();
  await call.db.insert(rosterImport).values({
    ...{ organizationId: call.organizationId, rosterImportId, state: "draft", partner, headers, invite, createdBy },
    ...{ storageKey: "", encoding: partner.name, preview: [], rowCount: 0, round: 0, judged: 0 },
    fileName: `${partner.name} ${partner.siteId}`.slice(0, 200),
    mapping: await withinReach(call, mapping),
    createdAt: call.now,
  });
  return rosterImportId;
}

/** Adds the next rows of an import that a partner gives. @param before how many it has */
export async function addPartnerRows(
  call: Call,
  rosterImportId: string,
  rows: readonly PartnerRow[],
  { before, width }: { before: number; width: number },
): Promise<void> {
  if (rows.length === 0) return;
  const { organizationId } = call;
  await insertRows(
    call,
    rosterSourceRow,
    rows.map((row, at) => ({
      ...{ organizationId, rosterImportId, number: before + at + 1 },
      ...row,
      fault: row.fault ?? faultOf({ cells: row.cells, fault: null }, width),
    })),
  );
  const preview = rows.slice(0, previewRows).map(({ cells }) => cells.map((cell) => cell.slice(0, previewCell)));
  await call.db
    .update(rosterImport)
    .set({
      rowCount: sql`${rosterImport.rowCount} + ${rows.length}`,
      ...(before === 0 && { preview }),
    })
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
}

/** Starts the dry run of an import all of whose rows are there. */
export async function checkPartnerImport(call: Call, rosterImportId: string): Promise<void> {
  await call.db
    .update(rosterImport)
    .set({ state: "checking", round: 1 })
    .where(
      and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId), eq(rosterImport.state, "draft")),
    );
  await enqueue(call, checkRoster, { rosterImportId, round: 1 });
}

/** Stops an import of a partner, whose sync was canceled. What was written stays. */
export async function stopPartnerImport(call: Call, rosterImportId: string): Promise<void> {
  await call.db
    .update(rosterImport)
    .set({ state: "canceled" })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, rosterImportId),
        inArray(rosterImport.state, ["draft", "checking", "checked", "running"]),
      ),
    );
}

/** Returns an import of a partner; null when there is none. For the sync that it belongs to, not for people. */
export async function partnerImport(call: Call, rosterImportId: string): Promise<ImportRecord | null> {
  const [row] = await call.db
    .select()
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
  return row?.partner ? row : null;
}

/** Returns what the words of an import mean after it, with the levels that it created. */
export async function settledMapping(call: Call, { mapping }: ImportRecord): Promise<RosterMapping> {
  const created = await createdLevels(call, mapping);
  const kept = Object.entries(mapping.newLevels).filter(([word]) => !created.has(word));
  return {
    ...mapping,
    levels: { ...mapping.levels, ...Object.fromEntries(created) },
    newLevels: Object.fromEntries(kept),
  };
}
