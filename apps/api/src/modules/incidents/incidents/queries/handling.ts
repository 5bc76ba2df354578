import { dutiesAsOf, permissionOf, reportingDuties } from "@touchline/rules";
import { type AnyColumn, aliasedTable, and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { incident } from "../../../../schema/incidents.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { label } from "../../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { everyEntry, everyEntryBy } from "../../../compliance/index.ts";
import type { IncidentRow } from "./incidents.ts";

const mostCandidates = 100;

/** The steps that the law asks for where the organization is, and which of them are done. */
export function dutiesOf({ stateCode, incident: { kind, stepsDone } }: IncidentRow) {
  const { reach, stateName, steps } = reportingDuties(stateCode, kind);
  return {
    reach,
    stateName,
    asOf: dutiesAsOf,
    steps: steps.map((step) => ({ ...step, done: stepsDone.includes(step.key) })),
  };
}

/**
 * People whose role lets them manage incidents where this one happened, by name; never whom it is about, nor
 * their present and former guardians, who can't read it.
 *
 * @param profileId asks for one person alone.
 */
export async function candidatesFor(call: Call, { incident: one, levelPre }: IncidentRow, profileId?: string) {
  const roles = (["Director", "Admin"] as const).map((role) => ({
    role,
    cell: permissionOf("incidents.manage", role),
  }));
  const everywhere = roles.flatMap(({ role, cell }) => (cell && cell.reach !== "levelAndBelow" ? [role] : []));
  const below = roles.flatMap(({ role, cell }) => (cell?.reach === "levelAndBelow" ? [role] : []));
  const name = sql<string>`${profile.firstName} || ' ' || ${profile.lastName}`;
  return call.db
    .selectDistinct({ profileId: profile.profileId, name, sortName: profile.sortName })
    .from(profileLevelAccess)
    .innerJoin(profile, onKey(profile.profileId, profileLevelAccess.profileId))
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .where(
      and(
        ours(profileLevelAccess, call),
        or(
          inArray(label.role, everywhere),
          and(inArray(label.role, below), sql`${levelPre} BETWEEN ${level.pre} AND ${level.last}`),
        ),
        profileId === undefined ? undefined : eq(profile.profileId, profileId),
        sql`${profile.profileId} <> ALL(${everyEntry(call, one.profileId)})`,
        sql`NOT EXISTS (SELECT FROM ${guardianship} WHERE ${ours(guardianship, call)}
          AND ${guardianship.guardianProfileId} = ${profile.profileId}
          AND ${guardianship.childProfileId} = ANY(${everyEntry(call, one.profileId)}))`,
      ),
    )
    .orderBy(asc(profile.sortName), asc(profile.profileId))
    .limit(mostCandidates)
    .then((rows) => rows.map((row) => ({ profileId: row.profileId, name: row.name })));
}

/** Under another name, so that incidents themselves can be asked about. */
const hold = aliasedTable(incident, "hold");

/** Whether a person, in a column, and all entries merged into theirs are under no legal hold. */
export const notHeld = (call: Pick<Call, "organizationId">, profileId: AnyColumn): SQL =>
  sql`NOT EXISTS (SELECT FROM ${incident} AS hold WHERE ${ours(hold, call)}
    AND ${hold.profileId} = ANY(${everyEntryBy(call, sql`${profileId}`)}) AND ${hold.heldAt} IS NOT NULL)`;
