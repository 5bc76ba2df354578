import type { QueryOf, ResponseOf } from "@touchline/contract";
import type { listDuplicates } from "@touchline/contract/reporting/duplicates";
import { permits } from "@touchline/rules";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { forbidden, invalid, notFound } from "../../../../errors.ts";
import { level, personToCompare } from "../../../../schema/people.ts";
import { likelyPair } from "../../../../schema/reporting.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { entriesOf, shownEntry } from "./entries.ts";

type Page = ResponseOf<typeof listDuplicates>;

/** @throws Forbidden for actors who cannot edit any person */
export function authorizeComparing({ actor }: Pick<Call, "actor">): void {
  if (actor.kind === "system") return;
  const may = actor.grants.some(
    ({ pre }) => permits(actor.grants, "profiles.edit", { levelPre: pre, roles: ["Individual"] }).allowed,
  );
  if (!may) throw forbidden(denialText("role"), "role");
}

/** Requires of a pair that each of the two has a membership within the actor's reach. */
function bothWithinReach(call: Call): SQL {
  const within = rowsWithinReach(call, "profiles.edit", { pre: level.pre }) ?? sql`false`;
  const has = (person: SQL) => sql`EXISTS (
    SELECT FROM profile_level_access AS pla
    JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
    WHERE pla.organization_id = likely_pair.organization_id AND pla.profile_id = ${person} AND ${within})`;
  return sql`(${has(sql`likely_pair.one_profile_id`)} AND ${has(sql`likely_pair.other_profile_id`)})`;
}

/** Lists pairs that weren't dismissed, the likeliest first, as far as the actor may change both. @throws Forbidden; 400 */
export async function pairsSeen(call: Call, { after, perPage }: QueryOf<typeof listDuplicates>): Promise<Page> {
  authorizeComparing(call);
  const spot = after === undefined ? null : spotOf(after);
  const { rows } = await call.db.execute<{ id: string; one: string; other: string }>(sql`
    SELECT likely_pair_id AS id, one_profile_id AS one, other_profile_id AS other FROM likely_pair
    WHERE likely_pair.organization_id = ${call.organizationId} AND dismissed_at IS NULL
      AND ${spot ? sql`(score, likely_pair_id) < (${spot.score}, ${spot.id}::uuid)` : sql`true`}
      AND ${bothWithinReach(call)}
    ORDER BY score DESC, likely_pair_id DESC LIMIT ${perPage + 1}`);
  const page = rows.slice(0, perPage);
  const found = await call.db
    .select()
    .from(likelyPair)
    .where(
      and(
        ours(likelyPair, call),
        sql`${likelyPair.likelyPairId} = ANY(${sql.param(page.map((row) => row.id))}::uuid[])`,
      ),
    );
  const pairs = new Map(found.map((row) => [row.likelyPairId, row]));
  const entries = await entriesOf(
    call,
    page.flatMap(({ one, other }) => [one, other]),
  );
  const data = page.flatMap(({ id, one, other }): Page["data"] => {
    const [pair, first, second] = [pairs.get(id), entries.get(one), entries.get(other)];
    if (!pair || !first || !second) return [];
    // Other memberships of either are shown only to people who may see them.
    const profiles = [first, second].map(({ row, memberships }) =>
      shownEntry(
        row,
        memberships.filter(({ levelPre }) => verdictOn(call, "members.see", { levelPre }).allowed),
      ),
    );
    return [
      {
        duplicateId: id,
        score: pair.score,
        reasons: pair.reasons,
        foundAt: pair.foundAt.toISOString(),
        entries: profiles as Page["data"][number]["entries"],
      },
    ];
  });
  const last = data.at(-1);
  return {
    data,
    next: rows.length > perPage && last ? `${last.score}.${last.duplicateId}` : null,
    inProgress: await isUnderWay(call),
  };
}

/** Counts the pairs that wait for this actor, up to a maximum. @throws Forbidden */
export async function pairsWaiting(call: Call, most: number): Promise<{ count: number; more: boolean }> {
  authorizeComparing(call);
  const { rows } = await call.db.execute<{ found: number }>(sql`
    SELECT count(*)::int AS found FROM (
      SELECT FROM likely_pair
      WHERE likely_pair.organization_id = ${call.organizationId} AND dismissed_at IS NULL AND ${bothWithinReach(call)}
      LIMIT ${most + 1}) AS those`);
  const found = rows[0]?.found ?? 0;
  return { count: Math.min(found, most), more: found > most };
}

function spotOf(after: string) {
  const [, score, id] = /^(\d{1,3})\.([0-9a-f-]{36})$/.exec(after) ?? [];
  if (score === undefined || id === undefined)
    throw invalid("after", "This page of the list doesn't exist. Go back to the first page.");
  return { score: Number(score), id };
}

async function isUnderWay(call: Call): Promise<boolean> {
  const rows = await call.db
    .select({ id: personToCompare.profileId })
    .from(personToCompare)
    .where(ours(personToCompare, call))
    .limit(1);
  return rows.length > 0;
}

/** Returns a pair that the actor may see. @throws NotFound, Forbidden */
export async function pairSeen(call: Call, likelyPairId: string): Promise<typeof likelyPair.$inferSelect> {
  authorizeComparing(call);
  const [row] = await call.db
    .select()
    .from(likelyPair)
    .where(
      and(
        ours(likelyPair, call),
        eq(likelyPair.likelyPairId, likelyPairId),
        isNull(likelyPair.dismissedAt),
        bothWithinReach(call),
      ),
    );
  if (!row) throw notFound("pair");
  return row;
}
