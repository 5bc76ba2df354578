import { and, inArray, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { attemptFile } from "../../../../schema/requirements.ts";

/** Takes files off every submission that has them, as their bytes were destroyed. */
export async function removeFiles(call: Call, fileIds: readonly string[]): Promise<void> {
  await call.db
    .update(attemptFile)
    .set({ removedAt: call.now })
    .where(and(ours(attemptFile, call), inArray(attemptFile.fileId, [...fileIds]), isNull(attemptFile.removedAt)));
}
