import { assignContent, createContent, saveDocument } from "@touchline/api/modules/content/actions";
import { addLevel } from "@touchline/api/modules/levels/actions/edit";
import { moveLevel } from "@touchline/api/modules/levels/actions/move";
import { continueLevel } from "@touchline/api/modules/standing/actions/follow-level";
import { type Figure, ms, within } from "./figures.ts";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./stage.ts";
import { treeOf } from "./tree.ts";
import { timed } from "./writing.ts";

const org = `'${organizationId}'::uuid`;
const wanted = 20_000;

/** A level with 20,000 members is moved to where everybody owes one thing more: beside the bare set-based insert of that. */
export async function moving(stage: Stage): Promise<Figure[]> {
  const { pool } = stage;
  const { state } = treeOf(stage.population.shape);
  const inState = Math.round(stage.population.members / state.count);
  // Whole states are gathered under one level; those that are left are where it goes.
  const states = Math.min(Math.ceil(wanted / inState), state.count - 1);
  const target = idOf("level", state.at(states));
  const root = idOf("level", 0);
  const { levelId } = await stage.asSystem((call) =>
    addLevel(call, { parentId: root, name: "Moving", kind: "Region" }),
  );
  for (let n = 0; n < states; n += 1) {
    const gathered = { levelId: idOf("level", state.at(n)), parentId: levelId };
    await stage.asSystem((call) => moveLevel(call, gathered));
  }
  const following = async (id: string) => {
    const { rows } = await pool.query<{ round: string }>(
      `SELECT round FROM level_following WHERE organization_id = ${org} AND level_id = $1`,
      [id],
    );
    return rows[0]?.round ?? "";
  };
  for (let n = 0; n < states; n += 1) {
    const gathered = idOf("level", state.at(n));
    const round = await following(gathered);
    while (round && (await stage.asSystem((call) => continueLevel(call, { levelId: gathered, round }))));
  }
  const contentId = await owedAt(stage, target);

  const structure = await timed(() => stage.asSystem((call) => moveLevel(call, { levelId, parentId: target })));
  const round = await following(levelId);
  const steps: number[] = [];
  for (let left = round !== ""; left; ) {
    steps.push(
      await timed(async () => {
        left = await stage.asSystem((call) => continueLevel(call, { levelId, round }));
      }),
    );
  }
  const { rows } = await pool.query<{ owing: number }>(
    `SELECT count(*)::int AS owing FROM requirement WHERE organization_id = ${org} AND content_id = $1 AND archived_at IS NULL`,
    [contentId],
  );
  const owing = rows[0]?.owing ?? 0;
  const duties = steps.reduce((sum, step) => sum + step, 0);
  const bare = await bareInsert(stage, contentId);
  return [
    within(`move of ${inState * states}, structure`, structure, 1000, "ms"),
    {
      name: "move, duties beside the bare insert",
      ratio: duties / Math.max(1, owing) / bare.each,
      target: 5,
      atMost: true,
      told: `${owing} in ${ms(duties)}, bare ${bare.rows} in ${ms(bare.time)}`,
    },
    within("move, slowest step", Math.max(0, ...steps), 1000, "ms"),
  ];
}

/** Something that everybody below a level owes. */
async function owedAt(stage: Stage, levelId: string): Promise<string> {
  return stage.asSystem(async (call) => {
    const { contentId } = await createContent(call, { type: 0, name: "After the move", description: "", levelId });
    await saveDocument(call, {
      contentId,
      settings: {
        instructions: "",
        linkUrl: null,
        reviewRequired: true,
        asksCompletionDate: false,
        acceptedExtensions: ["pdf"],
        validity: { type: "None" },
      },
    });
    const labelIds = Array.from({ length: 6 }, (_, label) => idOf("label", label));
    const assignment = { levelId, includeBelow: true, labelIds, mandatory: true, dueDate: null };
    await assignContent(call, { contentId, contentAssignments: [{ ...assignment, payer: "Organization" }] });
    return contentId;
  });
}

/** As many requirements, demands and lines of history for another content, in one statement. */
async function bareInsert({ pool }: Stage, like: string): Promise<{ rows: number; time: number; each: number }> {
  const other = idOf("content", 0);
  let rows = 0;
  const time = await timed(async () => {
    const { rowCount } = await pool.query(
      `WITH those AS (
         SELECT gen_random_uuid() AS requirement_id, requirement.profile_id, demand.profile_level_access_id,
           demand.content_assignment_id
         FROM requirement JOIN demand ON demand.organization_id = ${org} AND demand.requirement_id = requirement.requirement_id
         WHERE requirement.organization_id = ${org} AND requirement.content_id = $1
       ), written AS (
         INSERT INTO requirement (organization_id, requirement_id, profile_id, content_id, status, status_since, created_at)
         SELECT ${org}, requirement_id, profile_id, $2::uuid, 0, now(), now() FROM those
         ON CONFLICT DO NOTHING
       ), told AS (
         INSERT INTO requirement_event (organization_id, requirement_event_id, requirement_id, profile_id, content_id,
           profile_level_access_id, kind, actor, at)
         SELECT ${org}, gen_random_uuid(), requirement_id, profile_id, $2::uuid, profile_level_access_id, 'demanded', 'system:bench', now()
         FROM those
       ), standing AS (
         UPDATE member_standing SET overall_status = 'Incomplete', owed = owed + 1, since = now()
         FROM those WHERE member_standing.organization_id = ${org}
           AND member_standing.profile_level_access_id = those.profile_level_access_id
       )
       INSERT INTO member_event (organization_id, member_event_id, profile_level_access_id, profile_id, level_id, label_id,
         kind, from_status, to_status, actor, at)
       SELECT ${org}, gen_random_uuid(), those.profile_level_access_id, those.profile_id, membership.level_id,
         membership.label_id, 'status', 'Cleared', 'Incomplete', 'system:bench', now()
       FROM those JOIN profile_level_access AS membership ON membership.organization_id = ${org}
         AND membership.profile_level_access_id = those.profile_level_access_id`,
      [like, other],
    );
    rows = rowCount ?? 0;
  });
  return { rows, time, each: time / Math.max(1, rows) };
}
