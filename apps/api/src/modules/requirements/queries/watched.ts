import { and, eq, inArray } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { attempt } from "../../standing/tables.ts";
import { videoProgress } from "../../videos/tables.ts";

/** Of which of these requirements enough of the video was watched, in the attempt that is under way. */
export async function watchedOf(call: Call, requirementIds: readonly string[]): Promise<Set<string>> {
  if (requirementIds.length === 0) return new Set();
  const rows = await call.db
    .select({ requirementId: attempt.requirementId })
    .from(attempt)
    .innerJoin(videoProgress, onKey(videoProgress.attemptId, attempt.attemptId))
    .where(
      and(
        ours(attempt, call),
        inArray(attempt.requirementId, [...requirementIds]),
        eq(attempt.state, "draft"),
        eq(videoProgress.enough, true),
      ),
    );
  return new Set(rows.map((row) => row.requirementId));
}
