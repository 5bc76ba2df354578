import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";

/** Of a person: the ids under which things happened to them, of entries too that went into theirs. An array. */
export const everyEntry = (
  call: Pick<Call, "organizationId">,
  profileId: string,
): SQL => sql`(ARRAY[${profileId}]::uuid[]
  || ARRAY(SELECT former.profile_id FROM profile AS former
    WHERE former.organization_id = ${call.organizationId} AND former.merged_into = ${profileId}))`;
