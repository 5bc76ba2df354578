import { and, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { externalReviewSetting } from "../../../../schema/external-review.ts";
import { mailResultsOverdue } from "../../../messages/index.ts";
import { reachableByEmail } from "../../../people/index.ts";
import { newlyOverdue } from "../queries/queue.ts";
import { externalSettings } from "../queries/settings.ts";

/** Notifies administrators of results that have become overdue since the last notification. */
export async function notifyOverdue(call: Call): Promise<void> {
  const { overdueToldAt: toldAt } = await externalSettings(call);
  const count = await newlyOverdue(call, toldAt);
  if (count === 0) return;
  // Of two that find it at once, one tells it.
  const marked = await call.db
    .insert(externalReviewSetting)
    .values({ organizationId: call.organizationId, overdueToldAt: call.now })
    .onConflictDoUpdate({
      target: externalReviewSetting.organizationId,
      set: { overdueToldAt: call.now },
      setWhere: and(
        ours(externalReviewSetting, call),
        sql`${externalReviewSetting.overdueToldAt} IS NOT DISTINCT FROM ${toldAt?.toISOString() ?? null}::timestamptz`,
      ),
    })
    .returning({ id: externalReviewSetting.organizationId });
  if (marked.length === 0) return;
  const key = call.now.toISOString();
  const administrators = await reachableByEmail(call, ["Admin"]);
  await mailResultsOverdue(
    call,
    administrators.map((one) => ({ ...one, count, path: "/review/external?overdue=yes", key })),
  );
}
