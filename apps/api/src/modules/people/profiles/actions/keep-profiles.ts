import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { instantFact, keepFacts } from "../../../../security/fact-record.ts";

/** What of a person decides who they are, who acts for them and how old they are. */
const columns = [
  ...["app_user_id", "first_name", "last_name", "email", "date_of_birth"].map((column) => `profile.${column}`),
  ...[instantFact("profile.activated_at"), instantFact("profile.confirmed_at"), "profile.merged_into"],
];

/** The deciding facts of people, each as one text. @param which a condition on rows of `profile`. */
export const profileFacts = ({ organizationId }: Pick<Call, "organizationId">, which: SQL): SQL => sql`
  SELECT profile.profile_id AS subject, jsonb_build_array(${sql.raw(columns.join(", "))})::text AS facts
  FROM profile WHERE profile.organization_id = ${organizationId} AND ${which}`;

/** Records people's current details for the hash chain. Every write of such details calls this afterwards, in the same transaction. */
export async function keepProfiles(call: Call, profileIds: readonly string[]): Promise<void> {
  if (profileIds.length === 0) return;
  const these = sql`profile.profile_id = ANY(${sql.param([...profileIds])}::uuid[])`;
  await keepFacts(call, "profile", profileFacts(call, these));
}
