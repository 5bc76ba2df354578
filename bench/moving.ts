import { setTimeout as wait } from "node:timers/promises";
import { assignContent } from "@touchline/api/modules/content/actions/assign";
import { createContent } from "@touchline/api/modules/content/actions/create";
import { saveSettings } from "@touchline/api/modules/content/actions/save-settings";
import type { ResponseOf } from "@touchline/contract";
import { getLevel, moveLevel } from "@touchline/contract/levels";
import { usualSettings } from "@touchline/rules";
import { type Figure, ms, within } from "./figures.ts";
import { gathered } from "./gathering.ts";
import { asAdmin, looks, progress, readers, whileRead } from "./meanwhile.ts";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./stage.ts";
import { treeOf } from "./tree.ts";
import { takenBack, timed } from "./writing.ts";

const org = `'${organizationId}'::uuid`;
const wanted = 20_000;

/** A level with 20,000 members is moved to where everybody owes one thing more: beside the bare set-based insert of that. */
export async function moving(stage: Stage, seconds: number): Promise<Figure[]> {
  const { state } = treeOf(stage.population.shape);
  const { levelId, members } = await gathered(stage, "Moving", wanted);
  // The first state is never taken.
  const target = idOf("level", state.at(0));
  const contentId = await owedAt(stage, target);
  const by = await asAdmin(stage);
  const { read: before } = await whileRead(stage, by, () => wait(seconds * 1000));
  let structure = 0;
  const moved = await whileRead(stage, by, async () => {
    const seen = progress();
    structure = await timed(() => by.call("POST", at(moveLevel.path, levelId), { parentId: target }));
    for (;;) {
      const { following } = await by.call<ResponseOf<typeof getLevel>>("GET", at(getLevel.path, levelId));
      seen.saw(following?.done ?? members);
      if (following === null) return seen;
      await wait(looks);
    }
  });
  const { rows } = await stage.pool.query<{ owing: number }>(
    `SELECT count(*)::int AS owing FROM requirement WHERE organization_id = ${org} AND content_id = $1 AND archived_at IS NULL`,
    [contentId],
  );
  const owing = rows[0]?.owing ?? 0;
  const duties = moved.came.took() - structure;
  const bare = await bareInsert(stage, contentId);
  return [
    within(`move of ${members}, structure`, structure, 1000, "ms"),
    {
      name: "move, duties beside the bare insert",
      ratio: duties / Math.max(1, owing) / bare.each,
      target: 5,
      atMost: true,
      told: `${owing} in ${ms(duties)}, bare ${bare.rows} in ${ms(bare.time)}`,
    },
    within("move, longest without progress", moved.came.longest(), 1000, "ms"),
    readers("the move", moved.read, before),
  ];
}

const at = (path: string, levelId: string) => path.replace("{id}", levelId);

/** Something that everybody below a level owes. */
async function owedAt(stage: Stage, levelId: string): Promise<string> {
  const contentId = await aContent(stage, levelId, "After the move");
  await stage.asSystem((call) => {
    const labelIds = Array.from({ length: 6 }, (_, label) => idOf("label", label));
    const assignment = { levelId, includeBelow: true, labelIds, mandatory: true, dueDate: null };
    return assignContent(call, { contentId, contentAssignments: [{ ...assignment, payer: "Organization" }] });
  });
  return contentId;
}

const aContent = (stage: Stage, levelId: string, name: string) =>
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
 * As many requirements with why they are owed, where their members stand then, what that follows from, and the history of it,
 * for another content, in one statement that is taken back in the end.
 */
async function bareInsert(stage: Stage, like: string): Promise<{ rows: number; time: number; each: number }> {
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
       ), told AS (
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
