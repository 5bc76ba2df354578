import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** Decisions go with their submissions to the requirement that these are of now; what was decided stays as it is. */
export async function moveReviews(call: Call, moved: readonly { from: string; to: string }[]): Promise<void> {
  if (moved.length === 0) return;
  await call.db.execute(sql`
    UPDATE review SET requirement_id = moved.stays
    FROM unnest(
      ${sql.param(moved.map(({ from }) => from))}::uuid[], ${sql.param(moved.map(({ to }) => to))}::uuid[]
    ) AS moved (gone, stays)
    WHERE review.organization_id = ${call.organizationId} AND review.requirement_id = moved.gone`);
}
