import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** Returns the ids of these people's entries, including those merged into theirs. An array. */
export const everyEntry = (
  call: Pick<Call, "organizationId">,
  ...profileIds: readonly string[]
): SQL => sql`(${sql.param([...profileIds])}::uuid[]
  || ARRAY(SELECT former.profile_id FROM profile AS former
    WHERE former.organization_id = ${call.organizationId}
      AND former.merged_into = ANY(${sql.param([...profileIds])}::uuid[])))`;

/**
 * Returns the ids of one person's entries, by a column with the id of their profile. An array, so that an index by person can
 * be used.
 */
export const everyEntryBy = (call: Pick<Call, "organizationId">, profileId: SQL): SQL => sql`(ARRAY[${profileId}]
  || ARRAY(SELECT former.profile_id FROM profile AS former
    WHERE former.organization_id = ${call.organizationId} AND former.merged_into = ${profileId}))`;
