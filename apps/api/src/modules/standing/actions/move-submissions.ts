import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";

/** Submissions go with their membership to another level: the queue is read level by level. */
export async function moveSubmissions(
  call: Call,
  { profileLevelAccessId, profileId, levelId }: { profileLevelAccessId: string; profileId: string; levelId: string },
): Promise<void> {
  await call.db.execute(sql`
    UPDATE attempt SET level_id = ${levelId}
    FROM requirement
    WHERE attempt.organization_id = ${call.organizationId} AND requirement.organization_id = attempt.organization_id
      AND requirement.requirement_id = attempt.requirement_id AND requirement.profile_id = ${profileId}
      AND attempt.profile_level_access_id = ${profileLevelAccessId}`);
}
