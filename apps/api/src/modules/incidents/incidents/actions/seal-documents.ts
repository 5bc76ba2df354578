import { and, isNull, lte } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { storedFile } from "../../../../schema/files.ts";
import { incidentDocument } from "../../../../schema/incidents.ts";
import { sealFiles } from "../../../files/index.ts";

/** Documents of one organization that are sealed in one turn. */
const atOnce = 200;
/** Minutes after which a document that wasn't sealed is retried. */
const unsealedMinutes = 10;

/** Has documents sealed whose job was lost or failed for good, or that came before documents were sealed. */
export async function sealOverdueDocuments(call: Call): Promise<void> {
  const rows = await call.db
    .select({ fileId: storedFile.fileId })
    .from(incidentDocument)
    .innerJoin(storedFile, onKey(storedFile.fileId, incidentDocument.fileId))
    .where(
      and(
        ours(incidentDocument, call),
        isNull(storedFile.wrappedKey),
        isNull(storedFile.destroyedAt),
        lte(storedFile.createdAt, new Date(call.now.getTime() - unsealedMinutes * 60_000)),
      ),
    )
    .orderBy(storedFile.fileId)
    .limit(atOnce);
  await sealFiles(
    call,
    rows.map(({ fileId }) => fileId),
  );
}
