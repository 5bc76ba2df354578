import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { type LevelRow, levelById, withLocks } from "../../../people/index.ts";

/**
 * Locks the organization's tree until the transaction ends.
 *
 * @param refuse checks permissions before any wait, as in `withLocks`.
 * @param counts whether counts are updated too.
 * @returns the call to continue with.
 * @throws as `withLocks` and `refuse`
 */
export const withTreeLocked = (
  call: Call,
  refuse: (call: Call) => Promise<unknown>,
  { counts = false }: { counts?: boolean } = {},
): Promise<Call> => withLocks(call, { counts, duties: "assignments", refuse });

/** A level that may be changed, or added to. @throws NotFound, Forbidden */
export async function levelToEdit(call: Call, levelId: string): Promise<LevelRow> {
  const found = await levelById(call, levelId);
  authorize(call, "levels.edit", { levelPre: found.pre });
  return found;
}

/**
 * Returns a level that will leave its place, and the one above it, which must be within reach too: people in charge of one level
 * can't take it away from those above.
 *
 * @throws NotFound, Forbidden, Conflict (the root)
 */
export async function levelInItsPlace(call: Call, levelId: string): Promise<{ moving: LevelRow; above: LevelRow }> {
  const moving = await levelToEdit(call, levelId);
  if (moving.parentId === null) {
    throw conflict(`${moving.name} is the organization itself, so it can't be moved.`, "root");
  }
  const above = await levelToEdit(call, moving.parentId);
  return { moving, above };
}

/** Locks a level that moves, and finds its new place. @throws NotFound, Forbidden, Conflict (the root; a place below itself) */
export async function levelOnItsWay(call: Call, input: { levelId: string; parentId: string }) {
  const { moving, above } = await levelInItsPlace(call, input.levelId);
  const parent = await levelToEdit(call, input.parentId);
  if (moving.pre <= parent.pre && parent.pre <= moving.last) {
    throw conflict(`${parent.name} is part of ${moving.name}. Choose a level outside it.`, "belowItself");
  }
  refuseWidening(call, { moving, parent });
  return { moving, above, parent };
}

/** Refuses a move under a level where the actor has another role, which would give them that role here. @throws Conflict */
function refuseWidening(call: Call, { moving, parent }: { moving: LevelRow; parent: LevelRow }): void {
  if (call.actor.kind === "system") return;
  const gained = call.actor.grants.filter(
    ({ pre, last }) => pre <= parent.pre && parent.pre <= last && !(pre <= moving.pre && moving.pre <= last),
  );
  const beyond = gained.some(
    ({ role }) =>
      role !== "Individual" && !verdictOn(call, "memberships.change", { levelPre: moving.pre, roles: [role] }).allowed,
  );
  if (!beyond) return;
  throw conflict(
    `You have a role at ${parent.name} that you don't have at ${moving.name}, and you can't give yourself a role. Ask a colleague.`,
    "ownReach",
  );
}
