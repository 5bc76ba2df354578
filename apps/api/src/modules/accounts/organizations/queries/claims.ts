import { currentRole, legacyRoleNames, tabsFor } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { stillGuards } from "../../../people/index.ts";

/** The token of an account without a profile: it may sign in to accept an invitation. */
export const withoutProfile = { role: [], tabs: [], firstName: "", lastName: "", currentProfileId: null };

/**
 * Reads, in one statement, what the identity service writes into a token about the acting profile. Only the page reads it, never
 * the server. Also returns whether the profile's address counts as confirmed, and whether labels have an older name of a role.
 */
export async function claimsWithin(call: Pick<Call, "db" | "organizationId" | "now">, profileId: string) {
  const { rows } = await prepared<{
    first_name: string;
    last_name: string;
    confirmed: boolean;
    roles: string[];
    legacy: boolean;
    guards: boolean;
  }>(
    call.db,
    "profile.claims",
    sql`
    SELECT profile.first_name, profile.last_name, profile.confirmed_at IS NOT NULL AS confirmed,
      ARRAY(SELECT label.role FROM profile_level_access AS pla
        JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
        JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
        WHERE pla.organization_id = ${call.organizationId} AND pla.profile_id = ${profileId}
        ORDER BY level.pre, label.name LIMIT 500) AS roles,
      EXISTS (SELECT FROM label WHERE organization_id = ${call.organizationId}
        AND role = ANY(${sql.param(Object.keys(legacyRoleNames))}::text[])) AS legacy,
      EXISTS (SELECT FROM guardianship WHERE organization_id = ${call.organizationId}
        AND guardian_profile_id = ${profileId} AND ${stillGuards(call)}) AS guards
    FROM profile WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = ${profileId}`,
  );
  const [self] = rows;
  const held = [...new Set((self?.roles ?? []).flatMap((role) => currentRole(role) ?? []))];
  return {
    claims: {
      role: held,
      tabs: tabsFor(held, { guards: self?.guards ?? false }),
      firstName: self?.first_name ?? "",
      lastName: self?.last_name ?? "",
    },
    confirmed: self?.confirmed ?? false,
    legacy: self?.legacy ?? false,
  };
}
