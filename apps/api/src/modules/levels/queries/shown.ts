import type { ResponseOf } from "@touchline/contract";
import type { getLevel } from "@touchline/contract/levels";
import { and, asc, desc, sql } from "drizzle-orm";
import { authorize } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { forbidden } from "../../../kernel/errors.ts";
import { rowsWithinReach } from "../../../kernel/reach.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { countedBelow } from "../../dashboard/queries/counts.ts";
import { levelById } from "../../hierarchy/queries.ts";
import { level } from "../../hierarchy/tables.ts";
import { levelsFollowing } from "../../standing/actions/follow-level.ts";
import { levelFollowing } from "../../standing/tables.ts";

/** A level with what hangs on it; its members from the counts. @throws NotFound, Forbidden */
export async function shownLevel(call: Call, levelId: string): Promise<ResponseOf<typeof getLevel>> {
  const found = await levelById(call, levelId);
  authorize(call, "members.see", { levelPre: found.pre });
  const { rows } = await countedBelow(call, levelId, sql`true`);
  const [following] = await levelsFollowing(call, [levelId]);
  const { parentId, name, kind, depth, logoId, pre, last } = found;
  return {
    levelId,
    parentId,
    name,
    kind,
    depth,
    logoId,
    members: rows.reduce((sum, row) => sum + row.members, 0),
    levelsBelow: last - pre,
    following: following ? { done: following.done, total: following.total } : null,
  };
}

/** Levels within reach whose members are being brought in line after a move; at most 20. @throws Forbidden */
export async function followingWithinReach(call: Call) {
  const within = rowsWithinReach(call, "levels.edit", { pre: level.pre });
  if (!within) throw forbidden("Levels are for Account Managers, Directors and Admins.", "role");
  return call.db
    .select({
      levelId: levelFollowing.levelId,
      name: level.name,
      done: levelFollowing.done,
      total: levelFollowing.total,
    })
    .from(levelFollowing)
    .innerJoin(level, onKey(level.levelId, levelFollowing.levelId))
    .where(and(ours(levelFollowing, call), within))
    .orderBy(desc(levelFollowing.total), asc(levelFollowing.levelId))
    .limit(20);
}
