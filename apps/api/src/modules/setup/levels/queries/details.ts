import type { ResponseOf } from "@touchline/contract";
import type { getLevel } from "@touchline/contract/setup/levels";
import { and, asc, desc, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forbidden } from "../../../../errors.ts";
import { levelFollowing } from "../../../../schema/compliance.ts";
import { level } from "../../../../schema/people.ts";
import { authorize } from "../../../../security/authorize.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { levelsFollowing } from "../../../compliance/index.ts";
import { levelById } from "../../../people/index.ts";
import { countedBelow } from "../../../reporting/index.ts";

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
  if (!within) throw forbidden("Only Account Managers, Directors, and Admins can manage levels.", "role");
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
