import type { ResponseOf } from "@touchline/contract";
import type { getFormerMember } from "@touchline/contract/reporting/timeline";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { everyEntry } from "../../../compliance/index.ts";
import { membershipsSeen, shownMembership } from "../../../people/index.ts";
import { personBehind } from "./person.ts";

type Left = {
  first_name: string;
  last_name: string;
  level_name: string | null;
  label_name: string | null;
  left_at: string;
};

/** Returns whose membership it was, and when it ended. @throws NotFound also for a current one; Forbidden */
export async function formerMember(
  call: Call,
  profileLevelAccessId: string,
): Promise<ResponseOf<typeof getFormerMember>> {
  const { profileId } = await personBehind(call, profileLevelAccessId);
  const { rows } = await call.db.execute<Left>(sql`
    SELECT profile.first_name, profile.last_name, level.name AS level_name, label.name AS label_name,
      last.at AS left_at
    FROM (
      SELECT * FROM member_event
      WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${everyEntry(call, profileId)})
        AND profile_level_access_id = ${profileLevelAccessId}
        AND kind = 'left'
      ORDER BY at DESC, member_event_id DESC LIMIT 1
    ) AS last
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = ${profileId}
    LEFT JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = last.level_id
    LEFT JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = last.label_id
    WHERE NOT EXISTS (SELECT FROM profile_level_access AS present
      WHERE present.organization_id = ${call.organizationId}
        AND present.profile_level_access_id = ${profileLevelAccessId})`);
  const [left] = rows;
  if (!left) throw notFound("formerMember");
  const memberships = await membershipsSeen(call, profileId);
  return {
    profileId,
    firstName: left.first_name,
    lastName: left.last_name,
    levelName: left.level_name ?? "a former level",
    labelName: left.label_name ?? "a former role",
    leftAt: new Date(left.left_at).toISOString(),
    memberships: memberships.map(shownMembership),
  };
}
