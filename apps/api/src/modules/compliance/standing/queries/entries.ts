import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** The ids of people under which things happened to them, of entries too that went into theirs. An array. */
export const everyEntry = (
  call: Pick<Call, "organizationId">,
  ...profileIds: readonly string[]
): SQL => sql`(${sql.param([...profileIds])}::uuid[]
  || ARRAY(SELECT former.profile_id FROM profile AS former
    WHERE former.organization_id = ${call.organizationId}
      AND former.merged_into = ANY(${sql.param([...profileIds])}::uuid[])))`;

/** The ids of one person's entries, by a column that holds the id of their profile. An array too, so that an index by person serves. */
export const everyEntryBy = (call: Pick<Call, "organizationId">, profileId: SQL): SQL => sql`(ARRAY[${profileId}]
  || ARRAY(SELECT former.profile_id FROM profile AS former
    WHERE former.organization_id = ${call.organizationId} AND former.merged_into = ${profileId}))`;
