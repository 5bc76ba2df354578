import { mostNewLevels, type NewRosterLevel, type RosterMapping } from "@touchline/contract/setup/imports";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { Refusal } from "../../../../errors.ts";
import { level } from "../../../../schema/people.ts";
import { rosterImportRow } from "../../../../schema/setup.ts";
import { addLevel } from "../../levels/actions/edit.ts";
import { type ImportRecord, writing } from "../queries.ts";
import { recountTally } from "./tally.ts";

/** Levels that one transaction creates: each renumbers the whole tree. */
const atOnce = 20;

const siblingKey = ({ parentId, name }: Pick<NewRosterLevel, "parentId" | "name">) =>
  `${parentId} ${name.normalize("NFKC").toLowerCase()}`;

/** Returns the words for new levels that exist by now, with the level's id. */
export async function createdLevels(call: Call, { newLevels }: RosterMapping): Promise<Map<string, string>> {
  const words = Object.entries(newLevels);
  if (words.length === 0) return new Map();
  const parents = [...new Set(words.map(([, one]) => one.parentId))];
  const rows = await call.db
    .select({ levelId: level.levelId, parentId: level.parentId, name: level.name })
    .from(level)
    .where(and(ours(level, call), isNull(level.archivedAt), inArray(level.parentId, parents)));
  const there = new Map(rows.map((row) => [siblingKey({ parentId: row.parentId ?? "", name: row.name }), row.levelId]));
  return new Map(
    words.flatMap(([key, one]) => {
      const levelId = there.get(siblingKey(one));
      return levelId === undefined ? [] : [[key, levelId] as const];
    }),
  );
}

/** Returns the words of unwritten rows whose level doesn't exist yet. */
export async function levelsToCreate(call: Call, row: ImportRecord): Promise<string[]> {
  if (Object.keys(row.mapping.newLevels).length === 0) return [];
  const wanted = await call.db
    .selectDistinct({ key: rosterImportRow.newLevel })
    .from(rosterImportRow)
    .where(and(waiting(call, row), isNotNull(rosterImportRow.newLevel)))
    .limit(mostNewLevels);
  const created = await createdLevels(call, row.mapping);
  return wanted.flatMap(({ key }) => (key === null || created.has(key) ? [] : [key])).sort();
}

const waiting = (call: Call, row: ImportRecord) =>
  and(
    ours(rosterImportRow, call),
    eq(rosterImportRow.rosterImportId, row.rosterImportId),
    inArray(rosterImportRow.fate, [...writing]),
    isNull(rosterImportRow.doneAt),
  );

/**
 * Creates the next levels with the importer's permissions of now. Rows whose level can't be created get the reason. A repeated
 * step skips existing levels. The caller holds the tree.
 */
export async function createLevels(call: Call, row: ImportRecord): Promise<void> {
  const keys = await levelsToCreate(call, row);
  const made = new Set<string>();
  for (const key of keys.slice(0, atOnce)) {
    const one = row.mapping.newLevels[key];
    if (one && made.has(siblingKey(one))) continue;
    try {
      if (!one) throw new Refusal("notFound", "The level is no longer there. Check the rows again.");
      await addLevel(call, one);
      made.add(siblingKey(one));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await call.db
        .update(rosterImportRow)
        .set({
          fate: "error",
          field: "level",
          message: sql`${`“${one?.name ?? key}” can't be created. ${error.message}`}`,
        })
        .where(and(waiting(call, row), eq(rosterImportRow.newLevel, key)));
      await recountTally(call, row.rosterImportId);
    }
  }
}
