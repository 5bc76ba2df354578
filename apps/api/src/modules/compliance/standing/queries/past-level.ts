import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import { type Basis, factsAt, overallStatus } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";

/** The preorder numbers of a level and of the last one below it. */
type Span = { pre: number; last: number };
/** The position of a walk. */
export type ThenPlace = { afterLevel: string; afterMembership: string };

/** A membership at a level as it stood at an instant. */
export type MemberThen = {
  profileLevelAccessId: string;
  /** The current owner of the membership: the surviving profile if entries were merged. */
  profileId: string;
  sortName: string;
  levelId: string;
  labelId: string;
  overallStatus: OverallStatus;
  demands: { contentId: string; status: RequirementStatus }[];
};

type Arrived = {
  came_to: string;
  membership: string;
  profile_id: string | null;
  sort_name: string;
  label_id: string;
  basis: Basis | null;
};

/**
 * In a WITH RECURSIVE list: `here`, the levels at a level and below it in today's tree, with levels that were deleted since and
 * were below it at the end.
 */
const levelsHere = (call: Reading, { pre, last }: Span): SQL => sql`gone AS (
    SELECT level_id, parent_id AS above FROM level
    WHERE organization_id = ${call.organizationId} AND archived_at IS NOT NULL
    UNION ALL
    SELECT gone.level_id, up.parent_id FROM gone
    JOIN level AS up ON up.organization_id = ${call.organizationId} AND up.level_id = gone.above
      AND up.archived_at IS NOT NULL
  ), here AS (
    SELECT level_id FROM level WHERE organization_id = ${call.organizationId} AND pre BETWEEN ${pre} AND ${last}
    UNION
    SELECT gone.level_id FROM gone
    JOIN level AS up ON up.organization_id = ${call.organizationId} AND up.level_id = gone.above
      AND up.pre BETWEEN ${pre} AND ${last}
  )`;

/** In a WITH list after `here`: `arrived`, the next memberships of the walk with the level where they arrived. */
const arrivedNext = (
  call: Reading,
  { afterLevel, afterMembership }: ThenPlace,
  most: number,
): SQL => sql`arrived AS MATERIALIZED (
      SELECT here.level_id, came.profile_level_access_id
      FROM (SELECT level_id FROM here WHERE level_id >= ${afterLevel} ORDER BY level_id) AS here
      CROSS JOIN LATERAL (
        SELECT DISTINCT event.profile_level_access_id FROM member_event AS event
        WHERE event.organization_id = ${call.organizationId} AND event.level_id = here.level_id
          AND event.kind IN ('joined', 'moved')
          AND event.profile_level_access_id > CASE WHEN here.level_id = ${afterLevel}::uuid
            THEN ${afterMembership}::uuid ELSE '00000000-0000-0000-0000-000000000000'::uuid END
        ORDER BY event.profile_level_access_id LIMIT ${most}
      ) AS came
      ORDER BY here.level_id, came.profile_level_access_id LIMIT ${most}
    )`;

/** In a FROM list: the last record of the membership `arrived` before an instant, as `name`. */
const recordAt = (call: Reading, instant: Date, name: "record" | "before"): SQL => sql`LEFT JOIN LATERAL (
      SELECT kept.profile_id, kept.level_id, kept.label_id, kept.basis FROM standing_record AS kept
      WHERE kept.organization_id = ${call.organizationId}
        AND kept.profile_level_access_id = arrived.profile_level_access_id
        AND kept.at <= ${instant.toISOString()}::timestamptz
      ORDER BY kept.at DESC, kept.standing_record_id DESC LIMIT 1
    ) AS ${sql.raw(name)} ON true`;

/**
 * In a FROM list: `owner`, the person who has the membership today: the surviving profile if profiles were merged.
 *
 * @param isRecorded the condition on `profile` that it is the one in the record.
 */
const ownerOf = (call: Reading, isRecorded: SQL): SQL => sql`LEFT JOIN LATERAL (
      SELECT coalesce(profile.merged_into, profile.profile_id) AS person FROM profile
      WHERE profile.organization_id = ${call.organizationId} AND ${isRecorded}
      LIMIT 1
    ) AS entry ON true
    LEFT JOIN LATERAL (
      SELECT profile.profile_id, profile.sort_name FROM profile
      WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = entry.person
      LIMIT 1
    ) AS owner ON true`;

/**
 * Reads the next of all memberships that ever arrived at a level or below it, level by level, ordered by ids: those who were
 * members there at an instant, by the last record before it and the rules. A membership that arrived at two levels is checked
 * for each, and returned at the one where it was. People are looked up one by one, each by a subquery with a limit: in a join,
 * PostgreSQL would read everybody.
 *
 * @returns how many were checked, and the last of them; null when none is left.
 */
export async function membersThen(
  call: Reading,
  at: Span,
  instant: Date,
  { afterLevel, afterMembership }: ThenPlace,
  most: number,
): Promise<{ members: MemberThen[]; looked: number; last: ThenPlace | null }> {
  const { rows } = await call.db.execute<Arrived>(sql`
    WITH RECURSIVE ${levelsHere(call, at)}, ${arrivedNext(call, { afterLevel, afterMembership }, most)}
    SELECT arrived.level_id AS came_to, arrived.profile_level_access_id AS membership, owner.profile_id, owner.sort_name,
      record.label_id, CASE WHEN owner.profile_id IS NOT NULL THEN record.basis END AS basis
    FROM arrived
    ${recordAt(call, instant, "record")}
    ${ownerOf(call, sql`profile.profile_id = record.profile_id AND record.level_id = arrived.level_id`)}
    ORDER BY arrived.level_id, arrived.profile_level_access_id`);
  const members = rows.flatMap(({ came_to, membership, profile_id, sort_name, label_id, basis }): MemberThen[] => {
    if (basis === null || profile_id === null) return [];
    const facts = factsAt(basis, instant.getTime());
    return [
      {
        profileLevelAccessId: membership,
        profileId: profile_id,
        sortName: sort_name,
        levelId: came_to,
        labelId: label_id,
        overallStatus: overallStatus(facts),
        demands: facts.demands.map(({ contentId, status }) => ({ contentId, status })),
      },
    ];
  });
  return { members, looked: rows.length, last: placeAfter(rows, most) };
}

/** Returns the position after a page of the walk; null if it was the last one. */
function placeAfter(rows: readonly Pick<Arrived, "came_to" | "membership">[], most: number): ThenPlace | null {
  const end = rows.at(-1);
  return end && rows.length === most ? { afterLevel: end.came_to, afterMembership: end.membership } : null;
}

/** A membership at a level as it stood at two instants; null: not a member here at that instant. */
export type MemberBetween = Pick<MemberThen, "profileLevelAccessId" | "profileId" | "sortName"> & {
  before: StoodThen | null;
  after: StoodThen | null;
};
export type StoodThen = Pick<MemberThen, "levelId" | "labelId" | "overallStatus" | "demands">;

type ArrivedTwice = {
  came_to: string;
  membership: string;
  profile_id: string | null;
  sort_name: string;
  level_id: string | null;
  label_id: string;
  basis: Basis | null;
  before_level: string | null;
  before_label: string;
  before_basis: Basis | null;
};

/**
 * Lists members of a level at either of two instants. A member of two levels is returned once: at the level of the later instant or, if
 * they had left by then, of the earlier.
 */
export async function membersBetween(
  call: Reading,
  at: Span,
  { from, to }: { from: Date; to: Date },
  after: ThenPlace,
  most: number,
): Promise<{ members: MemberBetween[]; looked: number; last: ThenPlace | null }> {
  const { rows } = await call.db.execute<ArrivedTwice>(sql`
    WITH RECURSIVE ${levelsHere(call, at)}, ${arrivedNext(call, after, most)}
    SELECT arrived.level_id AS came_to, arrived.profile_level_access_id AS membership, owner.profile_id, owner.sort_name,
      CASE WHEN record.level_id IN (SELECT level_id FROM here) THEN record.level_id END AS level_id, record.label_id, record.basis,
      CASE WHEN before.level_id IN (SELECT level_id FROM here) THEN before.level_id END AS before_level,
      before.label_id AS before_label, before.basis AS before_basis
    FROM arrived
    ${recordAt(call, to, "record")}
    ${recordAt(call, from, "before")}
    ${ownerOf(call, sql`profile.profile_id = coalesce(record.profile_id, before.profile_id)`)}
    ORDER BY arrived.level_id, arrived.profile_level_access_id`);
  const members = rows.flatMap((row): MemberBetween[] => {
    const later = stoodThen(row.level_id, row.label_id, row.basis, to);
    const earlier = stoodThen(row.before_level, row.before_label, row.before_basis, from);
    if (row.profile_id === null || (later ?? earlier)?.levelId !== row.came_to) return [];
    const { membership: profileLevelAccessId, profile_id: profileId, sort_name: sortName } = row;
    return [{ profileLevelAccessId, profileId, sortName, before: earlier, after: later }];
  });
  return { members, looked: rows.length, last: placeAfter(rows, most) };
}

function stoodThen(levelId: string | null, labelId: string, basis: Basis | null, instant: Date): StoodThen | null {
  if (levelId === null || basis === null) return null;
  const facts = factsAt(basis, instant.getTime());
  const demands = facts.demands.map(({ contentId, status }) => ({ contentId, status }));
  return { levelId, labelId, overallStatus: overallStatus(facts), demands };
}

/** Counts the memberships that ever arrived at a level or below it, once for each level where they arrived. */
export async function arrivalsBelow(call: Reading, at: Span): Promise<number> {
  const { rows } = await call.db.execute<{ arrivals: number }>(sql`
    WITH RECURSIVE ${levelsHere(call, at)}
    SELECT count(*)::int AS arrivals FROM here JOIN member_event AS event
      ON event.organization_id = ${call.organizationId} AND event.level_id = here.level_id
      AND event.kind IN ('joined', 'moved')`);
  return rows[0]?.arrivals ?? 0;
}

/** Returns when the first record of the organization was made; null if there is none. Ids of later rows are greater. */
export async function recordsBegan(call: Call): Promise<Date | null> {
  const { rows } = await call.db.execute<{ at: string }>(sql`
    SELECT at FROM standing_record WHERE organization_id = ${call.organizationId}
    ORDER BY standing_record_id LIMIT 1`);
  return rows[0] ? new Date(rows[0].at) : null;
}

/** Returns a number for the set of levels at a level and below it, which changes when a level is added or removed. */
export async function treeBelow(call: Reading, { pre, last }: Span): Promise<bigint> {
  const { rows } = await call.db.execute<{ tree: string }>(sql`
    SELECT coalesce(bit_xor(hashtextextended(level_id::text, 0)), 0)::text AS tree FROM level
    WHERE organization_id = ${call.organizationId} AND pre BETWEEN ${pre} AND ${last}`);
  return BigInt(rows[0]?.tree ?? 0);
}
