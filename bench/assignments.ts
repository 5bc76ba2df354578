import { createContent } from "@touchline/api/modules/library/content/actions/create";
import { saveSettings } from "@touchline/api/modules/library/content/actions/save-settings";
import { usualSettings } from "@touchline/rules";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";
import { takenBack } from "./writes.ts";

const org = `'${organizationId}'::uuid`;

/** Creates a document that isn't assigned to anyone yet. */
export const aContent = (stage: Stage, levelId: string, name: string) =>
  stage.asSystem(async (call) => {
    const { contentId } = await createContent(call, { type: 0, name, description: "", levelId });
    await saveSettings(call, {
      contentId,
      settings: {
        ...usualSettings.document,
        instructions: "",
        linkUrl: null,
        reviewRequired: true,
        asksCompletionDate: false,
        acceptedExtensions: ["pdf"],
        validity: { type: "None" },
      },
    });
    return contentId;
  });

/**
 * Inserts as many requirements with their reasons, statuses, and history, for another content, in one statement that is rolled
 * back.
 */
export async function bareInsert(stage: Stage, like: string): Promise<{ rows: number; time: number; each: number }> {
  const other = await aContent(stage, idOf("level", 0), "For comparison");
  const { rowCount: rows, time } = await takenBack(
    stage,
    `WITH those AS MATERIALIZED (
         SELECT gen_random_uuid() AS requirement_id, requirement.profile_id, demand.profile_level_access_id,
           demand.content_assignment_id, membership.level_id, membership.label_id
         FROM requirement JOIN demand ON demand.organization_id = ${org} AND demand.requirement_id = requirement.requirement_id
         JOIN profile_level_access AS membership ON membership.organization_id = ${org}
           AND membership.profile_level_access_id = demand.profile_level_access_id
         WHERE requirement.organization_id = ${org} AND requirement.content_id = $1
       ), written AS (
         INSERT INTO requirement (organization_id, requirement_id, profile_id, content_id, status, status_since, created_at)
         SELECT ${org}, requirement_id, profile_id, $2::uuid, 0, now(), now() FROM those
       ), why AS (
         INSERT INTO demand (organization_id, requirement_id, profile_level_access_id, content_assignment_id, mandatory, payer, created_at)
         SELECT ${org}, requirement_id, profile_level_access_id, content_assignment_id, true, 'Organization', now() FROM those
       ), details AS (
         INSERT INTO requirement_event (organization_id, requirement_event_id, requirement_id, profile_id, content_id,
           profile_level_access_id, kind, actor, at)
         SELECT ${org}, gen_random_uuid(), requirement_id, profile_id, $2::uuid, profile_level_access_id, 'demanded', 'system:bench', now()
         FROM those
       ), standing AS (
         UPDATE member_standing SET overall_status = 'Incomplete', owed = owed + 1, since = now()
         FROM those WHERE member_standing.organization_id = ${org}
           AND member_standing.profile_level_access_id = those.profile_level_access_id
       ), recorded AS (
         INSERT INTO standing_record (organization_id, standing_record_id, profile_level_access_id, profile_id, level_id, label_id, basis, at)
         SELECT ${org}, gen_random_uuid(), those.profile_level_access_id, those.profile_id, those.level_id, those.label_id, old.basis, now()
         FROM those CROSS JOIN LATERAL (
           SELECT basis FROM standing_record AS old
           WHERE old.organization_id = ${org} AND old.profile_level_access_id = those.profile_level_access_id
           ORDER BY old.at DESC LIMIT 1
         ) AS old
       )
       INSERT INTO member_event (organization_id, member_event_id, profile_level_access_id, profile_id, level_id, label_id,
         kind, from_status, to_status, actor, at)
       SELECT ${org}, gen_random_uuid(), profile_level_access_id, profile_id, level_id, label_id, 'status', 'Cleared',
         'Incomplete', 'system:bench', now()
       FROM those`,
    [like, other],
  );
  return { rows, time, each: time / Math.max(1, rows) };
}
