import { continueLevel } from "@touchline/api/modules/compliance/standing/actions/follow-level";
import { addLevel } from "@touchline/api/modules/setup/levels/actions/edit";
import { moveLevel } from "@touchline/api/modules/setup/levels/actions/move";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";

const org = `'${organizationId}'::uuid`;

/**
 * Creates a level below the root and moves states below it, starting with the last, until it has this many members. At least
 * one state stays where it is.
 *
 * @returns the level, and its number of members.
 */
export async function gathered(stage: Stage, name: string, wanted: number) {
  const { state } = treeOf(stage.population.shape);
  const { rows } = await stage.pool.query<{ members: number }>(
    `SELECT count(*)::int AS members FROM level AS top
     JOIN level AS here ON here.organization_id = ${org} AND here.pre BETWEEN top.pre AND top.last
     JOIN profile_level_access AS member ON member.organization_id = ${org} AND member.level_id = here.level_id
     WHERE top.organization_id = ${org} AND top.level_id = $1`,
    [idOf("level", state.at(state.count - 1))],
  );
  const inState = rows[0]?.members ?? 0;
  if (inState === 0) throw new Error("The last state has no members.");
  const states = Math.min(Math.ceil(wanted / inState), state.count - 1);
  const above = idOf("level", 0);
  const { levelId } = await stage.asSystem((call) => addLevel(call, { parentId: above, name, kind: "Region" }));
  for (let n = 1; n <= states; n += 1) {
    const one = idOf("level", state.at(state.count - n));
    await stage.asSystem((call) => moveLevel(call, { levelId: one, parentId: levelId }));
    const round = await roundOf(stage, one);
    while (round && (await stage.asSystem((call) => continueLevel(call, { levelId: one, round }))));
  }
  return { levelId, members: inState * states };
}

/** Returns the round in which members follow a moved level, or an empty string if all have followed. */
export async function roundOf({ pool }: Stage, levelId: string): Promise<string> {
  const { rows } = await pool.query<{ round: string }>(
    `SELECT round FROM level_following WHERE organization_id = ${org} AND level_id = $1`,
    [levelId],
  );
  return rows[0]?.round ?? "";
}
