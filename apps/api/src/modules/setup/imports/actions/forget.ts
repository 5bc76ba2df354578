import { and, eq, lte } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { rosterImport, rosterImportFix, rosterImportRow, rosterSourceRow } from "../../../../schema/setup.ts";
import { followPartner } from "./partner.ts";

/** Days that an import is kept with its file and rows. */
const keptDays = 30;
const atOnce = 100;

/** Deletes expired imports: first the file, which can be repeated safely, then the rows. */
export async function forgetImports(call: Call): Promise<void> {
  const before = new Date(call.now.getTime() - keptDays * 86_400_000);
  const over = await call.db
    .select({
      rosterImportId: rosterImport.rosterImportId,
      storageKey: rosterImport.storageKey,
      partner: rosterImport.partner,
    })
    .from(rosterImport)
    .where(and(ours(rosterImport, call), lte(rosterImport.createdAt, before)))
    .limit(atOnce);
  for (const { rosterImportId, storageKey, partner } of over) {
    if (partner === null) await call.adapters.files.remove(storageKey);
    await call.db
      .delete(rosterSourceRow)
      .where(and(ours(rosterSourceRow, call), eq(rosterSourceRow.rosterImportId, rosterImportId)));
    await call.db
      .delete(rosterImportRow)
      .where(and(ours(rosterImportRow, call), eq(rosterImportRow.rosterImportId, rosterImportId)));
    await call.db
      .delete(rosterImportFix)
      .where(and(ours(rosterImportFix, call), eq(rosterImportFix.rosterImportId, rosterImportId)));
    await call.db
      .delete(rosterImport)
      .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
    await followPartner(call, { partner, rosterImportId });
  }
}
