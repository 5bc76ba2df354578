import { numberTree } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { foldedName } from "../src/database/names.ts";
import type { Organization } from "./world.ts";

/**
 * Returns an organization's tree by its numbers: each level's name in preorder, indented, without the root.
 *
 * @throws if renumbering gives other numbers.
 */
export async function drawnTree(org: Organization): Promise<string[]> {
  const { rows } = await org.asSystem(({ db, organizationId }) =>
    db.execute<{ id: string; parent: string | null; name: string; pre: number; last: number; depth: number }>(sql`
      SELECT level_id AS id, parent_id AS parent, name, pre, last, depth FROM level
      WHERE organization_id = ${organizationId} AND archived_at IS NULL ORDER BY pre`),
  );
  const renumbered = numberTree(rows.map(({ id, parent, name }) => ({ id, parentId: parent, name: foldedName(name) })));
  if ("refused" in renumbered) throw new Error(`this is no tree: ${renumbered.refused}`);
  expect(rows.map(({ id, pre, last, depth }) => ({ id, pre, last, depth }))).toEqual(renumbered.levels);
  return rows.slice(1).map(({ name, depth }) => `${"  ".repeat(depth - 1)}${name}`);
}
