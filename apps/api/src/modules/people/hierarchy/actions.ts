import { numberTree, placeAmong, shiftsOf, wordKey } from "@touchline/rules";
import { and, asc, between, eq, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { foldedName } from "../../../database/names.ts";
import { ours } from "../../../database/tenancy.ts";
import { conflict } from "../../../errors.ts";
import { level } from "../../../schema/people.ts";
import { audit } from "../../../security/audit.ts";
import { fillAnew, lockDuties } from "../../compliance/index.ts";
import type { LevelRow } from "./queries.ts";

export type NewLevel = { levelId: string; parentId: string | null; name: string; kind: string };

/**
 * Callers that change the tree hold the requirements lock (`lockDuties`, "assignments"), which serializes them with all changes of
 * requirements.
 */

/** Inserts new levels and renumbers the whole tree. The caller authorizes. @throws Conflict if the result isn't a tree. */
export async function insertLevels(call: Call, levels: readonly NewLevel[]): Promise<void> {
  // Renumbering affects every level, so no requirements may change at the same time.
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
  await fillAnew(call);
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
    .where(and(ours(level, call), isNull(level.archivedAt)))
    .orderBy(asc(level.levelId));
  const numbered = numberTree(rows.map((row) => ({ ...row, name: foldedName(row.name) })));
  if ("refused" in numbered) throw conflict("These levels don't form a tree.", numbered.refused);
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

/**
 * Gives kinds of levels other names, all at once, so that two may change places; deleted levels are of a kind too. The caller
 * authorizes and holds the duties.
 *
 * @param renamed `was` as it is compared, whatever its case.
 */
export async function nameKindsOfLevels(
  call: Call,
  renamed: readonly { was: string; singular: string }[],
): Promise<void> {
  const named = new Map(renamed.map(({ was, singular }) => [wordKey(was), singular]));
  const used = await call.db
    .selectDistinct({ kind: level.kind })
    .from(level)
    .where(ours(level, call))
    .orderBy(asc(level.kind))
    .limit(1000);
  const pairs = used.flatMap(({ kind }) => {
    const singular = named.get(wordKey(kind));
    return singular === undefined ? [] : { kind, singular };
  });
  await call.db.execute(sql`
    UPDATE level SET kind = new.singular
    FROM unnest(
      ${sql.param(pairs.map((one) => one.kind))}::text[],
      ${sql.param(pairs.map((one) => one.singular))}::text[]
    ) AS new (kind, singular)
    WHERE level.organization_id = ${call.organizationId} AND level.kind = new.kind AND new.kind <> new.singular`);
}

/** Puts one level without any below it into the tree. @throws Conflict (a sibling of this name) */
export async function insertLevel(
  call: Call,
  parent: LevelRow,
  added: { levelId: string; name: string; kind: string },
): Promise<void> {
  const at = placeAmong(parent, await siblingsOf(call, parent, added), sortable(added));
  await call.db.execute(sql`
    UPDATE level SET
      pre = CASE WHEN pre >= ${at} THEN pre + 1 ELSE pre END,
      last = last + 1
    WHERE organization_id = ${call.organizationId}
      AND (pre >= ${at} OR (pre BETWEEN 0 AND ${parent.pre} AND last >= ${parent.last}))`);
  await call.db.insert(level).values({
    organizationId: call.organizationId,
    ...added,
    parentId: parent.levelId,
    pre: at,
    last: at,
    depth: parent.depth + 1,
    createdAt: call.now,
  });
  await fillAnew(call);
}

/**
 * Hangs a level with everything below it under a parent, or gives it another name: either may change its place among its
 * siblings. One statement writes the numbers of those it passes. The caller sees to it that the parent is not below it.
 *
 * @throws Conflict (a sibling of this name)
 */
export async function relocate(
  call: Call,
  block: LevelRow,
  parent: LevelRow,
  as: { name: string; kind: string } = block,
): Promise<void> {
  const named = { levelId: block.levelId, name: as.name };
  const at = placeAmong(parent, await siblingsOf(call, parent, named), sortable(named));
  const { size, blockBy, depthBy, passed } = shiftsOf({ block, parent, at });
  const inBlock = sql`pre BETWEEN ${block.pre} AND ${block.last}`;
  const by = sql`CASE WHEN ${inBlock} THEN ${blockBy}::integer
    WHEN pre BETWEEN ${passed.from} AND ${passed.to} THEN ${passed.by}::integer ELSE 0 END`;
  const grown = sql`CASE WHEN pre <= ${parent.pre} AND last >= ${parent.last} THEN ${size}::integer ELSE 0 END
    - CASE WHEN pre < ${block.pre} AND last >= ${block.last} THEN ${size}::integer ELSE 0 END`;
  await call.db.execute(sql`
    UPDATE level SET pre = pre + ${by}, last = last + ${by} + ${grown},
      depth = depth + CASE WHEN ${inBlock} THEN ${depthBy}::integer ELSE 0 END
    WHERE organization_id = ${call.organizationId} AND pre >= 0
      AND ((${by}) <> 0 OR (${grown}) <> 0 OR (${inBlock} AND ${depthBy}::integer <> 0))`);
  await call.db
    .update(level)
    .set({ parentId: parent.levelId, name: as.name, kind: as.kind })
    .where(and(ours(level, call), eq(level.levelId, block.levelId)));
  await fillAnew(call);
}

/**
 * Removes a level and those below it from the tree; history keeps naming them. The caller takes care of what belongs to them.
 */
export async function archiveLevels(call: Call, block: LevelRow): Promise<void> {
  const size = block.last - block.pre + 1;
  await call.db
    .update(level)
    .set({ archivedAt: call.now, pre: -1, last: -2 })
    .where(and(ours(level, call), between(level.pre, block.pre, block.last)));
  await call.db.execute(sql`
    UPDATE level SET pre = CASE WHEN pre > ${block.last} THEN pre - ${size}::integer ELSE pre END, last = last - ${size}::integer
    WHERE organization_id = ${call.organizationId} AND pre >= 0 AND last >= ${block.last}`);
  await fillAnew(call);
}

/** Gives a level another picture, or none. */
export async function setLogo(
  call: Call,
  levelId: string,
  logo: { logoId: string; logoStorageKey: string; logoBytes: number } | null,
): Promise<void> {
  await call.db
    .update(level)
    .set(logo ?? { logoId: null, logoStorageKey: null, logoBytes: null })
    .where(and(ours(level, call), eq(level.levelId, levelId)));
}

const sortable = (one: { levelId: string; name: string }) => ({ id: one.levelId, name: foldedName(one.name) });
const asCompared = (name: string) => name.normalize("NFKC").toLowerCase();

/** The children of a level but for one, as siblings are ordered. @throws Conflict (one of them has its name) */
async function siblingsOf(call: Call, parent: LevelRow, besides: { levelId: string; name: string }) {
  const rows = await call.db
    .select({ levelId: level.levelId, name: level.name, last: level.last })
    .from(level)
    .where(and(ours(level, call), eq(level.parentId, parent.levelId), isNull(level.archivedAt)));
  const others = rows.filter(({ levelId }) => levelId !== besides.levelId);
  if (others.some(({ name }) => asCompared(name) === asCompared(besides.name))) {
    throw conflict(`${parent.name} already has a level with this name. Choose another name.`, "sameName");
  }
  return others.map((one) => ({ ...sortable(one), last: one.last }));
}
