import { plural } from "@touchline/rules";
import { and, between, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { level } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { revokeUrlsOf } from "../../../accounts/index.ts";
import { forgetLevels } from "../../../compliance/index.ts";
import { leaveLevels } from "../../../library/index.ts";
import { archiveLevels, type LevelRow } from "../../../people/index.ts";
import { levelInItsPlace, withTreeLocked } from "./tree-locks.ts";

/**
 * Deletes a level and its sublevels. Assignments and sign-up links there end, library items go to the level above, and history
 * keeps the names.
 *
 * @throws NotFound, Forbidden, Conflict (the root; it has members)
 */
export async function deleteLevel(unlocked: Call, levelId: string): Promise<void> {
  const call = await withTreeLocked(unlocked, (early) => levelInItsPlace(early, levelId), { counts: true });
  const { moving: deleted, above } = await levelInItsPlace(call, levelId);
  await refuseWithMembers(call, deleted);
  const deletedRows = await call.db
    .select({ levelId: level.levelId, parentId: level.parentId, name: level.name, kind: level.kind })
    .from(level)
    .where(and(ours(level, call), between(level.pre, deleted.pre, deleted.last)));
  const ids = deletedRows.map((one) => one.levelId);
  await leaveLevels(call, ids, above.levelId);
  await revokeUrlsOf(call, ids);
  await forgetLevels(call, ids, above.levelId);
  await archiveLevels(call, deleted);
  await audit(
    call,
    deletedRows.map(({ levelId: id, parentId, name, kind }) => ({
      action: "level.deleted" as const,
      subjectId: id,
      levelId: id,
      facts: { parentId, ...(id === levelId ? {} : { with: levelId }) },
      values: { before: { name, kind } },
    })),
  );
}

async function refuseWithMembers(call: Call, { pre, last, name }: LevelRow): Promise<void> {
  const { rows } = await call.db.execute<{ members: number; here: number }>(sql`
    SELECT count(*)::int AS members, (count(*) FILTER (WHERE level.pre = ${pre}))::int AS here
    FROM level JOIN profile_level_access AS membership
      ON membership.organization_id = level.organization_id AND membership.level_id = level.level_id
    WHERE level.organization_id = ${call.organizationId} AND level.pre BETWEEN ${pre} AND ${last}`);
  const { members, here } = rows[0] ?? { members: 0, here: 0 };
  if (members === 0) return;
  const message =
    here === members
      ? plural(members, {
          one: `${name} has 1 member. Move or remove them first, then delete the level.`,
          other: `${name} has # members. Move or remove them first, then delete the level.`,
        })
      : plural(members, {
          one: `${name} and its sublevels have 1 member. Move or remove them first, then delete the level.`,
          other: `${name} and its sublevels have # members. Move or remove them first, then delete the level.`,
        });
  throw conflict(message, "hasMembers");
}
