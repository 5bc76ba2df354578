import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { mustBeLegible } from "../../../../database/names.ts";
import { conflict } from "../../../../errors.ts";
import { audit } from "../../../../security/audit.ts";
import { insertLevel, levelById, relocate } from "../../../people/index.ts";
import { levelToEdit, withTreeLocked } from "./tree-locks.ts";

type Named = { name: string; kind: string };

/** Adds a level without sublevels. @throws NotFound, Forbidden, Conflict (a sibling of this name), 400 */
export async function addLevel(unlocked: Call, input: Named & { parentId: string }): Promise<{ levelId: string }> {
  refuseIllegible(input);
  const call = await withTreeLocked(unlocked, (early) => levelToEdit(early, input.parentId));
  const parent = await levelToEdit(call, input.parentId);
  const { name, kind } = input;
  const levelId = newId();
  await insertLevel(call, parent, { levelId, name, kind });
  const facts = { parentId: parent.levelId };
  await audit(call, [{ action: "level.added", subjectId: levelId, levelId, facts, values: { after: { name, kind } } }]);
  return { levelId };
}

/**
 * Changes the name or kind of a level.
 *
 * @throws NotFound, Forbidden, 400; Conflict (a sibling of this name; the organization itself is named in its settings)
 */
export async function changeLevel(unlocked: Call, input: Named & { levelId: string }): Promise<void> {
  refuseIllegible(input);
  const call = await withTreeLocked(unlocked, (early) => levelToEdit(early, input.levelId));
  const changing = await levelToEdit(call, input.levelId);
  const { levelId, name: nameBefore, kind: kindBefore, parentId } = changing;
  if (parentId === null) {
    throw conflict(`${nameBefore} is the organization itself. Change its name in the settings.`, "root");
  }
  const { name, kind } = input;
  if (name === nameBefore && kind === kindBefore) return;
  await relocate(call, changing, await levelById(call, parentId), { name, kind });
  const values = { before: { name: nameBefore, kind: kindBefore }, after: { name, kind } };
  await audit(call, [{ action: "level.renamed", subjectId: levelId, levelId, values }]);
}

function refuseIllegible({ name, kind }: Named): void {
  mustBeLegible("name", name);
  mustBeLegible("kind", kind);
}
