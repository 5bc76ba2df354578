import type { DateOrder } from "@touchline/contract/setup/imports";
import { type KnownPerson, permits, type ReadRow, type RosterContext } from "@touchline/rules";
import { and, asc, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { sortNameOf } from "../../../../database/names.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forbidden, Refusal } from "../../../../errors.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { organizationToday } from "../../../joining/index.ts";
import { listLabels } from "../../../library/index.ts";
import { givingOf, givingPermission } from "../../../people/index.ts";

/** Levels that an import may choose from, at most. */
const mostLevels = 100_000;
const mostNamesakes = 50_000;
/** Returns whether the actor may add people anywhere. */
export function mayImport({ actor }: Pick<Call, "actor">): boolean {
  return actor.kind === "system" || actor.grants.some(({ pre }) => mayAddAt({ actor }, pre));
}

/** @throws Forbidden for people who may add nobody anywhere. */
export function authorizeImporting(call: Call): void {
  if (!mayImport(call)) throw forbidden(denialText("role"), "role");
}

/**
 * Reads what rows are judged by: the levels where the actor may add people and those above them, the labels, and the roles they
 * may give.
 *
 * @param dateOrder the format of the date column.
 * @throws 413 when there are too many levels to choose from.
 */
export async function rosterContext(
  call: Call,
  { mapping, dateOrder }: { mapping: RosterContext["mapping"]; dateOrder: DateOrder | null },
): Promise<RosterContext> {
  const levels = await call.db
    .select({ levelId: level.levelId, parentId: level.parentId, name: level.name, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), isNull(level.archivedAt), nameable(call)))
    .orderBy(asc(level.pre))
    .limit(mostLevels + 1);
  if (levels.length > mostLevels) {
    const most = mostLevels.toLocaleString("en");
    throw new Refusal(
      "tooLarge",
      `You manage more than ${most} levels. A roster can be imported only by someone who manages fewer levels.`,
    );
  }
  return {
    mapping,
    levels,
    labels: await listLabels(call),
    refusal: refusals(call),
    mayAddLevels: (parentPre) => mayAddLevelsAt(call, parentPre),
    dateOrder,
    today: (await organizationToday(call)).today,
  };
}

/** Returns whether the actor may add levels below one. */
export const mayAddLevelsAt = (call: Call, parentPre: number): boolean =>
  verdictOn(call, "levels.edit", { levelPre: parentPre }).allowed;

/** Lists the levels that the actor's roster may name: where they add people, and those above, with which paths begin. */
function nameable(call: Call): SQL {
  const within = rowsWithinReach(call, "members.add", { pre: level.pre }) ?? sql`false`;
  const grants = call.actor.kind === "system" ? [] : call.actor.grants.filter((grant) => mayAddAt(call, grant.pre));
  const above = grants.map((grant) => and(lte(level.pre, grant.pre), gte(level.last, grant.last)));
  return or(within, ...above) as SQL;
}

const mayAddAt = (call: Pick<Call, "actor">, levelPre: number) =>
  call.actor.kind === "system" ||
  permits(call.actor.grants, "members.add", { levelPre, roles: ["Individual"] }).allowed;

/** Returns why the actor may not give a label with this role at a level, as a sentence; null when they may. */
export function refusals(call: Call): RosterContext["refusal"] {
  const known = new Map<string, string | null>();
  return (levelPre, role, givenBy = "Manager") => {
    const key = `${levelPre} ${role} ${givenBy}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const verdict = verdictOn(call, givingPermission(role), givingOf(levelPre, { role, givenBy }));
    const refusal = verdict.allowed ? null : denialText(verdict.reason);
    known.set(key, refusal);
    return refusal;
  };
}

/** Returns the positions of levels in the tree by id; deleted levels are left out. */
export async function presOf(call: Call, levelIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await call.db
    .select({ levelId: level.levelId, pre: level.pre })
    .from(level)
    .where(
      and(
        ours(level, call),
        isNull(level.archivedAt),
        sql`${level.levelId} = ANY(${sql.param([...levelIds])}::uuid[])`,
      ),
    );
  return new Map(rows.map((one) => [one.levelId, one.pre]));
}

/** Finds everyone in the organization with the name of one of the rows, by sort name, and whether the actor sees them. */
export async function namesakesOf(
  call: Call,
  rows: readonly Pick<ReadRow, "firstName" | "lastName">[],
): Promise<Map<string, KnownPerson[]>> {
  const names = [...new Set(rows.map((row) => sortNameOf(row.firstName, row.lastName)))];
  if (names.length === 0) return new Map();
  const people = await call.db
    .select({
      profileId: profile.profileId,
      sortName: profile.sortName,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      dateOfBirth: profile.dateOfBirth,
    })
    .from(profile)
    .where(
      and(ours(profile, call), isNull(profile.mergedInto), sql`${profile.sortName} = ANY(${sql.param(names)}::text[])`),
    )
    .limit(mostNamesakes);
  const ids = people.map((person) => person.profileId);
  const memberships = await call.db
    .select({
      profileId: profileLevelAccess.profileId,
      levelId: profileLevelAccess.levelId,
      labelId: profileLevelAccess.labelId,
      seen: sql<boolean>`${rowsWithinReach(call, "members.see", { pre: level.pre }) ?? sql`false`}`,
    })
    .from(profileLevelAccess)
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .where(and(ours(profileLevelAccess, call), sql`${profileLevelAccess.profileId} = ANY(${sql.param(ids)}::uuid[])`))
    .limit(mostNamesakes);
  const of = Map.groupBy(memberships, (one) => one.profileId);
  return Map.groupBy(
    people.map((person) => {
      const memberships = of.get(person.profileId) ?? [];
      return { ...person, memberships, seen: memberships.some((one) => one.seen) };
    }),
    (person) => person.sortName,
  );
}
