import type { Call } from "../../../../call.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { audit } from "../../../../security/audit.ts";
import { followLevel, followMoved, indexedAbove, lockPeopleBelow, moveLevelCounts } from "../../../compliance/index.ts";
import { levelById, relocate } from "../../../people/index.ts";
import { ancestorIds } from "../queries/ancestors.ts";
import { levelOnItsWay, withTreeLocked } from "./tree-locks.ts";

/**
 * Moves a level with everything below it under another one. Numbers, counts and lists are right at once; the members'
 * requirements follow in the same transaction or, for many, step by step in a job. Moving a level to where it is does nothing.
 *
 * @param most memberships that follow at once.
 * @throws NotFound, Forbidden (the level, the one above it or the new one is out of reach), Conflict (the root; below itself; a
 * level of this name is there)
 */
export async function moveLevel(
  unlocked: Call,
  input: { levelId: string; parentId: string },
  most?: number,
): Promise<void> {
  const call = await withTreeLocked(unlocked, (early) => levelOnItsWay(early, input), { counts: true });
  const { moving, above, parent } = await levelOnItsWay(call, input);
  if (parent.levelId === above.levelId) return;
  const before = await ancestorIds(call, above);
  const after = await ancestorIds(call, parent);
  const lost = before.filter((id) => !after.includes(id));
  const gained = after.filter((id) => !before.includes(id));
  // People are locked before their rows: a concurrent write would use the index of the old tree.
  if (await indexedAbove(call, [...lost, ...gained])) await lockPeopleBelow(call, moving);
  await relocate(call, moving, parent);
  const { levelId } = moving;
  const { pre, last } = await levelById(call, levelId);
  await moveLevelCounts(call, { levelId, pre, last, lost, gained });
  const followed = await followMoved(call, levelId, [...lost, ...gained], most);
  if (followed) await enqueue(call, followLevel, { levelId, round: followed.round });
  const facts = { from: above.levelId, to: parent.levelId, levels: last - pre + 1 };
  await audit(call, [{ action: "level.moved", subjectId: levelId, levelId, facts, values: { name: moving.name } }]);
}
