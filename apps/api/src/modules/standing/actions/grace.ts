import { and, eq } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { contentGrace } from "../tables.ts";

/** Ends the time of grace that a change of assignments brought; the caller has people follow. */
export async function endGrace(call: Call, changeId: string): Promise<void> {
  await call.db.delete(contentGrace).where(and(ours(contentGrace, call), eq(contentGrace.changeId, changeId)));
}
