import { and, asc, between, eq, inArray, isNull } from "drizzle-orm";
import type { Call, Reading } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { level } from "../../../schema/people.ts";
import { rowsWithinReach } from "../../../security/reach.ts";

export type LevelRow = typeof level.$inferSelect;
/** Where a level is in the tree. */
export type TreePosition = Pick<LevelRow, "levelId" | "pre" | "last">;

/** A level of the tree; one that was deleted is not found. @throws NotFound */
export async function levelById(call: Reading, levelId: string): Promise<LevelRow> {
  const [row] = await call.db
    .select()
    .from(level)
    .where(and(ours(level, call), eq(level.levelId, levelId), isNull(level.archivedAt)))
    .prepare("level_by_id")
    .execute();
  if (!row) throw notFound("level");
  return row;
}

/** Levels of the tree by their ids, in one statement. @throws NotFound when one of them is not there, or was deleted */
export async function levelsById(call: Reading, levelIds: readonly string[]): Promise<Map<string, LevelRow>> {
  const wanted = [...new Set(levelIds)];
  if (wanted.length === 0) return new Map();
  const rows = await call.db
    .select()
    .from(level)
    .where(and(ours(level, call), inArray(level.levelId, wanted), isNull(level.archivedAt)));
  if (rows.length < wanted.length) throw notFound("level");
  return new Map(rows.map((row) => [row.levelId, row]));
}

/** The organization itself as a level. @throws NotFound while the organization has no tree. */
export async function rootLevel(call: Call): Promise<LevelRow> {
  const [row] = await call.db
    .select()
    .from(level)
    .where(and(ours(level, call), eq(level.pre, 0)));
  if (!row) throw notFound("level");
  return row;
}

/** The tree from a level down, as far as the actor sees members there, in tree order. At most 10,000 levels. */
export async function navigation(call: Call, from: LevelRow) {
  const within = rowsWithinReach(call, "members.see", { pre: level.pre });
  if (!within) return [];
  return call.db
    .select({
      levelId: level.levelId,
      parentId: level.parentId,
      name: level.name,
      kind: level.kind,
      depth: level.depth,
      logoId: level.logoId,
    })
    .from(level)
    .where(and(ours(level, call), between(level.pre, from.pre, from.last), within))
    .orderBy(asc(level.pre))
    .limit(10_000);
}
