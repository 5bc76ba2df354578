import { isConfidential, type PermissionAction, permissionOf, refusedAsAccountManager } from "@touchline/rules";
import { type AnyColumn, and, between, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Call } from "../call.ts";

const confidentialTypes = Object.entries(isConfidential)
  .filter(([, confidential]) => confidential)
  .map(([type]) => Number(type));

type Columns = { pre: AnyColumn; type?: AnyColumn };

/** Returns the grants with which a person may do `action` anywhere, and whether each includes the whole organization. */
function grantsFor({ actor }: Call, action: PermissionAction) {
  if (actor.kind === "system") return [];
  const { grants, managers } = actor;
  const held = grants.map((grant) => grant.role);
  if (refusedAsAccountManager(action, held)) return [];
  return grants.flatMap((grant) => {
    const cell = permissionOf(action, grant.role);
    if (!cell || cell.reach === "own") return [];
    const { conditions } = cell;
    if (conditions.includes("unlessReviewSwitchedOff") && !managers.review) return [];
    if (conditions.includes("unlessContentSwitchedOff") && !managers.content) return [];
    return [{ grant, conditions, everywhere: cell.reach !== "levelAndBelow" }];
  });
}

/** Returns the levels at which, and below which, the actor may do `action`; null for the whole organization. */
export function levelsWithinReach(call: Call, action: PermissionAction): string[] | null {
  const grants = grantsFor(call, action);
  if (call.actor.kind === "system" || grants.some((one) => one.everywhere)) return null;
  return grants.map(({ grant }) => grant.levelId);
}

/**
 * Builds the permission table as a condition on rows: those at a level where the actor may do `action`. For lists and counts; a
 * single row is checked by `authorize`, with the same table.
 *
 * @param columns.pre the preorder number of the row's level.
 * @param columns.type the requirement type, if the action depends on it.
 * @returns null when the actor may do it nowhere.
 */
export function rowsWithinReach(call: Call, action: PermissionAction, columns: Columns): SQL | null {
  if (call.actor.kind === "system") return sql`true`;
  const parts = grantsFor(call, action).map(({ grant, conditions, everywhere }) => {
    const where = everywhere ? sql`true` : between(columns.pre, grant.pre, grant.last);
    const ordinary =
      conditions.includes("ordinaryTypes") && columns.type ? notInArray(columns.type, confidentialTypes) : undefined;
    return and(where, ordinary) as SQL;
  });
  return parts.length === 0 ? null : (or(...parts) as SQL);
}
