import { setTimeout as wait } from "node:timers/promises";
import { assignContent } from "@touchline/api/modules/library/content/actions/assign";
import type { ResponseOf } from "@touchline/contract";
import { getLevel, moveLevel } from "@touchline/contract/setup/levels";
import { aContent, bareInsert } from "./assignments.ts";
import { asAdmin, looks, progress, readers, whileRead } from "./background-load.ts";
import { gathered } from "./concurrency.ts";
import { type Figure, ms, within } from "./figures.ts";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";
import { timed } from "./writes.ts";

const org = `'${organizationId}'::uuid`;
const wanted = 20_000;

/** Moves a level with 20,000 members to where everyone gets one more requirement, against the bare set-based insert. */
export async function moving(stage: Stage, seconds: number): Promise<Figure[]> {
  const { state } = treeOf(stage.population.shape);
  const { levelId, members } = await gathered(stage, "Moving", wanted);
  // The first state is never used.
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
      name: "move, requirements compared to the bare insert",
      ratio: duties / Math.max(1, owing) / bare.each,
      target: 5,
      atMost: true,
      details: `${owing} in ${ms(duties)}, bare ${bare.rows} in ${ms(bare.time)}`,
    },
    within("move, longest time without progress", moved.came.longest(), 1000, "ms"),
    readers("the move", moved.read, before),
  ];
}

const at = (path: string, levelId: string) => path.replace("{id}", levelId);

/** Assigns a content to everyone below a level. */
async function owedAt(stage: Stage, levelId: string): Promise<string> {
  const contentId = await aContent(stage, levelId, "After the move");
  await stage.asSystem((call) => {
    const labelIds = Array.from({ length: 6 }, (_, label) => idOf("label", label));
    const assignment = { levelId, includeBelow: true, labelIds, mandatory: true, dueDate: null };
    return assignContent(call, { contentId, contentAssignments: [{ ...assignment, payer: "Organization" }] });
  });
  return contentId;
}
