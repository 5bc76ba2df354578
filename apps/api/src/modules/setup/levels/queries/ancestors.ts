import { and, asc, between, gte, lte } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { level } from "../../../../schema/people.ts";
import type { LevelRow } from "../../../people/index.ts";

/** Returns a level and all levels above it, by id. */
export async function ancestorIds(call: Call, at: LevelRow): Promise<string[]> {
  const rows = await call.db
    .select({ id: level.levelId })
    .from(level)
    .where(and(ours(level, call), between(level.pre, 0, at.pre), gte(level.last, at.last), lte(level.depth, at.depth)))
    .orderBy(asc(level.pre));
  return rows.map((row) => row.id);
}
