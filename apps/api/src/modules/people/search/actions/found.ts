import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { searchedText } from "../../../../database/names.ts";
import { keepKeys } from "./search-keys.ts";

/**
 * Makes people found by the names and the address they have now. The last step of whatever changes either.
 *
 * @param unknown they were never found by anything: they are new.
 */
export async function keepSearched(
  call: Call,
  people: readonly { profileId: string; firstName: string; lastName: string; email: string | null }[],
  { unknown = false } = {},
): Promise<void> {
  await call.db.execute(sql`
    SELECT keep_searched(
      ${sql.param(people.map((person) => person.profileId))}::uuid[],
      ${sql.param(people.map(searchedText))}::text[])
    FROM organization WHERE organization_id = ${call.organizationId}`);
  await keepKeys(call, people, { unknown });
}
