import { and, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { memberStanding } from "../../../../schema/compliance.ts";
import { showChanges } from "./count.ts";
import { keepStandings, laterOf } from "./record-standing.ts";

/** Removes the standing of memberships that end, also from lists and counts. */
export async function forgetStanding(call: Call, ...profileLevelAccessIds: string[]): Promise<void> {
  const deleted = await call.db
    .delete(memberStanding)
    .where(
      and(
        ours(memberStanding, call),
        sql`${memberStanding.profileLevelAccessId} = ANY(${sql.param(profileLevelAccessIds)}::uuid[])`,
      ),
    )
    .returning();
  await keepStandings(
    call,
    deleted.map(({ profileLevelAccessId, profileId, levelId, labelId, basisAt }) => ({
      ...{ profileLevelAccessId, profileId, levelId, labelId },
      basis: null,
      at: laterOf(call.now, basisAt),
    })),
  );
  await showChanges(
    call,
    deleted.map((before) => ({ profileLevelAccessId: before.profileLevelAccessId, before, after: null })),
  );
}
