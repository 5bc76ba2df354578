import { sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";

/** Returns the next page of people in the organization, ordered by id, for jobs that walk through all of them. */
export async function peopleAfter({ db, organizationId }: Reading, after: string, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ profile_id: string }>(sql`
    SELECT profile_id FROM profile WHERE organization_id = ${organizationId} AND profile_id > ${after}
    ORDER BY profile_id LIMIT ${most}`);
  return rows.map((row) => row.profile_id);
}
