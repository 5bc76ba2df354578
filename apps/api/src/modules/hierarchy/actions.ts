import { numberTree } from "@touchline/rules";
import { asc, sql, and, isNull } from "drizzle-orm";
import { audit } from "../../kernel/audit.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict } from "../../kernel/errors.ts";
import { foldedName } from "../../kernel/names.ts";
import { ours } from "../../kernel/tenancy.ts";
import { lockDuties } from "../standing/actions/follow.ts";
import { level } from "./tables.ts";

export type NewLevel = { levelId: string; parentId: string | null; name: string; kind: string };

/** Writes new levels and numbers the whole tree anew. The caller authorizes. @throws Conflict when it is no tree. */
export async function insertLevels(call: Call, levels: readonly NewLevel[]): Promise<void> {
  // Numbers move under everybody's feet: nobody changes duties meanwhile.
  await lockDuties(call, "assignments");
  await call.db.insert(level).values(
    levels.map((one) => ({
      ...one,
      organizationId: call.organizationId,
      pre: 0,
      last: 0,
      depth: 0,
      createdAt: call.now,
    })),
  );
  await renumber(call);
  await audit(
    call,
    levels.map(({ levelId, parentId, kind }) => ({
      action: "level.added",
      ...{ subjectId: levelId, levelId, facts: { parentId, kind } },
    })),
  );
}

/** Gives every level its preorder interval; siblings by name. */
async function renumber(call: Call): Promise<void> {
  const rows = await call.db
    .select({ id: level.levelId, parentId: level.parentId, name: level.name })
    .from(level)
    .where(ours(level, call))
    .orderBy(asc(level.levelId));
  const numbered = numberTree(rows.map((row) => ({ ...row, name: foldedName(row.name) })));
  if ("refused" in numbered) throw conflict("These levels do not form a tree.", numbered.refused);
  await call.db.execute(sql`
    UPDATE level SET pre = new.pre, last = new.last, depth = new.depth
    FROM unnest(
      ${sql.param(numbered.levels.map((one) => one.id))}::uuid[],
      ${sql.param(numbered.levels.map((one) => one.pre))}::integer[],
      ${sql.param(numbered.levels.map((one) => one.last))}::integer[],
      ${sql.param(numbered.levels.map((one) => one.depth))}::integer[]
    ) AS new (level_id, pre, last, depth)
    WHERE level.organization_id = ${call.organizationId} AND level.level_id = new.level_id
      AND (level.pre, level.last, level.depth) IS DISTINCT FROM (new.pre, new.last, new.depth)`);
}

/** The root bears the organization's name. The caller authorizes. */
export async function nameRoot(call: Call, name: string): Promise<void> {
  await call.db
    .update(level)
    .set({ name })
    .where(and(ours(level, call), isNull(level.parentId)));
}
