import type { attempt as attemptShape } from "@touchline/contract/requirements";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { contentVersion } from "../../content/tables.ts";
import type { attempt } from "../../standing/tables.ts";
import { type filesOf, filledInOnPage, shownFile } from "./files.ts";

/** An attempt as the page shows it, or null. */
export async function shownAttempt(
  call: Call,
  row: typeof attempt.$inferSelect | null,
  files: Awaited<ReturnType<typeof filesOf>>,
): Promise<z.output<typeof attemptShape> | null> {
  if (!row) return null;
  const [version] = await call.db
    .select({ number: contentVersion.number })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentVersionId, row.contentVersionId)));
  return {
    attemptId: row.attemptId,
    state: row.state,
    contentVersion: version?.number ?? 1,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    validUntil: row.validUntil,
    files: files.map(shownFile),
    filledIn: (await filledInOnPage(call, row.attemptId)).has(row.attemptId),
  };
}
