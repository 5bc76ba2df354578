import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { givenRows } from "../../../../database/lists.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import type { memberStanding } from "../../../../schema/compliance.ts";

/** A membership as lists show it and the counts count it. */
export type Counted = Omit<
  typeof memberStanding.$inferSelect,
  "organizationId" | "profileLevelAccessId" | "since" | "basis" | "basisAt"
>;

/** Before is null for a new membership, after is null for an ended one. */
export type CountedChange = { profileLevelAccessId: string; before: Counted | null; after: Counted | null };

/**
 * Writes changes of memberships to the member index and the pending counts. Their `member_standing` rows are already written,
 * or about to be by an earlier statement: their locks keep a concurrent fill of an index from missing them (`index-levels.ts`).
 */
export async function showChanges(call: Call, changes: readonly CountedChange[]): Promise<void> {
  await Promise.all([indexChanges(call, changes), countChanges(call, changes)]);
}

/** The columns of a membership in the member index. */
const indexed = ({ sortName, labelId, overallStatus, statuses }: Counted) =>
  [sortName, labelId, overallStatus, statuses].join("\n");

async function indexChanges(call: Call, changes: readonly CountedChange[]): Promise<void> {
  const leaving = changes.filter(({ before, after }) => before && before.levelId !== after?.levelId);
  const visibleChanges = changes.filter(
    ({ before, after }) => after && (!before || before.levelId !== after.levelId || indexed(before) !== indexed(after)),
  );
  const removed =
    leaving.length > 0 &&
    call.db.execute(sql`
      DELETE FROM member_index USING ${givenRows(
        [leaving.map((one) => one.profileLevelAccessId), "uuid"],
        [leaving.map((one) => one.before?.levelId), "uuid"],
      )} AS gone (profile_level_access_id, level_id), ${largeAbove(call, sql`gone.level_id`)}
      WHERE member_index.organization_id = ${call.organizationId} AND member_index.level_id = top.level_id
        AND member_index.profile_level_access_id = gone.profile_level_access_id`);
  const written =
    visibleChanges.length > 0 &&
    prepared(
      call.db,
      visibleChanges.length === 1 ? "standing.shown" : null,
      sql`
      INSERT INTO member_index
        (organization_id, level_id, profile_level_access_id, sort_name, label_id, overall_status, statuses)
      SELECT ${call.organizationId}::uuid, top.level_id, shown.profile_level_access_id, shown.sort_name, shown.label_id,
             shown.overall_status, shown.statuses
      FROM ${givenRows(
        [visibleChanges.map((one) => one.profileLevelAccessId), "uuid"],
        [visibleChanges.map((one) => one.after?.levelId), "uuid"],
        [visibleChanges.map((one) => one.after?.sortName), "text"],
        [visibleChanges.map((one) => one.after?.labelId), "uuid"],
        [visibleChanges.map((one) => one.after?.overallStatus), "text"],
        [visibleChanges.map((one) => one.after?.statuses), "smallint"],
      )} AS shown (profile_level_access_id, level_id, sort_name, label_id, overall_status, statuses),
      ${largeAbove(call, sql`shown.level_id`)}
      ON CONFLICT (organization_id, level_id, profile_level_access_id) DO UPDATE SET
        sort_name = excluded.sort_name, label_id = excluded.label_id,
        overall_status = excluded.overall_status, statuses = excluded.statuses`,
    );
  await Promise.all([removed, written]);
}

/** Below this number of rows, execution takes hardly longer than planning. */
const few = 250;

/**
 * Returns the name for a prepared statement when there are few ids. With many, the best plan depends on the current sizes of
 * the tables.
 */
export const nameForFew = (name: string, ids: readonly string[]): string | null => (ids.length <= few ? name : null);

/**
 * Updates these memberships in the member index from `member_standing`, whose rows are already written and so locked. A
 * statement of its own, so that it sees index rows that were added while it waited for those locks.
 */
export async function showInIndex(call: Call, profileLevelAccessIds: readonly string[]): Promise<void> {
  if (profileLevelAccessIds.length === 0) return;
  await prepared(
    call.db,
    nameForFew("standing.index", profileLevelAccessIds),
    sql`
    WITH large AS MATERIALIZED (
      SELECT level.level_id, level.pre, level.last
      FROM level_index
      JOIN level ON level.organization_id = level_index.organization_id AND level.level_id = level_index.level_id
      WHERE level_index.organization_id = ${call.organizationId}
    ), standing AS MATERIALIZED (
      SELECT profile_level_access_id, level_id, overall_status, statuses FROM member_standing
      WHERE organization_id = ${call.organizationId}
        AND profile_level_access_id = ANY(${sql.param([...profileLevelAccessIds])}::uuid[])
    ), shown AS MATERIALIZED (
      SELECT large.level_id, standing.profile_level_access_id, standing.overall_status, standing.statuses
      FROM standing
      JOIN level AS here ON here.organization_id = ${call.organizationId} AND here.level_id = standing.level_id
      JOIN large ON here.pre BETWEEN large.pre AND large.last
    )
    UPDATE member_index SET overall_status = shown.overall_status, statuses = shown.statuses
    FROM shown
    WHERE member_index.organization_id = ${call.organizationId} AND member_index.level_id = shown.level_id
      AND member_index.profile_level_access_id = shown.profile_level_access_id`,
  );
}

/** In a FROM list: `top`, each large level at or above the given one. */
const largeAbove = (call: Call, levelId: SQL) => sql`LATERAL (
  SELECT indexed.level_id
  FROM level AS here
  JOIN level_index AS indexed ON indexed.organization_id = here.organization_id
  JOIN level AS large ON large.organization_id = here.organization_id AND large.level_id = indexed.level_id
    AND here.pre BETWEEN large.pre AND large.last
  WHERE here.organization_id = ${call.organizationId} AND here.level_id = ${levelId}
) AS top`;

/** Many changes of the same kind are one row. */
function tally<Bucket extends object>() {
  const counts = new Map<string, Bucket & { members: number }>();
  return {
    add(bucket: Bucket, members: 1 | -1) {
      const key = Object.values(bucket).join(" ");
      counts.set(key, { ...bucket, members: (counts.get(key)?.members ?? 0) + members });
    },
    rows: () => [...counts.values()].filter((row) => row.members !== 0),
  };
}

/** Returns, for a membership that keeps its level, how each of its contents is counted on the other side of a change. */
function whatStays({ levelId }: Counted, other: Counted | null) {
  if (other?.levelId !== levelId) return null;
  return new Map(
    other.contents.map((contentId, index) => [
      contentId,
      { status: other.contentStatuses[index] ?? 0, expiresOn: other.contentExpiries[index] ?? null },
    ]),
  );
}

async function countChanges(call: Call, changes: readonly CountedChange[]): Promise<void> {
  const members = tally<Pick<Counted, "levelId" | "labelId" | "overallStatus" | "statuses">>();
  const requirements = tally<{ levelId: string; contentId: string; status: Counted["contentStatuses"][number] }>();
  const expiries = tally<{ levelId: string; expiresOn: string }>();
  const count = (counted: Counted | null, other: Counted | null, sign: 1 | -1) => {
    if (!counted) return;
    const { levelId, labelId, overallStatus, statuses } = counted;
    members.add({ levelId, labelId, overallStatus, statuses }, sign);
    const stays = whatStays(counted, other);
    for (const [index, contentId] of counted.contents.entries()) {
      const [status, expiresOn] = [counted.contentStatuses[index] ?? 0, counted.contentExpiries[index] ?? null];
      const there = stays?.get(contentId);
      if (there?.status !== status) requirements.add({ levelId, contentId, status }, sign);
      if (expiresOn !== null && there?.expiresOn !== expiresOn) expiries.add({ levelId, expiresOn }, sign);
    }
  };
  for (const { before, after } of changes) {
    count(before, after, -1);
    count(after, before, 1);
  }
  const memberRows = members.rows();
  const requirementRows = requirements.rows();
  const expiryRows = expiries.rows();
  if (memberRows.length + requirementRows.length + expiryRows.length === 0) return;
  // Inserted rows without joins have one plan for any number of them.
  await prepared(
    call.db,
    "standing.counted",
    sql`
    WITH by_member AS (
      INSERT INTO member_count_delta
        (organization_id, member_count_delta_id, level_id, label_id, overall_status, statuses, members)
      SELECT ${call.organizationId}::uuid, given.* FROM unnest(
        ${sql.param(memberRows.map(() => newId()))}::uuid[],
        ${sql.param(memberRows.map((row) => row.levelId))}::uuid[],
        ${sql.param(memberRows.map((row) => row.labelId))}::uuid[],
        ${sql.param(memberRows.map((row) => row.overallStatus))}::text[],
        ${sql.param(memberRows.map((row) => row.statuses))}::smallint[],
        ${sql.param(memberRows.map((row) => row.members))}::integer[]
      ) AS given
    ), by_requirement AS (
      INSERT INTO requirement_count_delta
        (organization_id, requirement_count_delta_id, level_id, content_id, status, members)
      SELECT ${call.organizationId}::uuid, given.* FROM unnest(
        ${sql.param(requirementRows.map(() => newId()))}::uuid[],
        ${sql.param(requirementRows.map((row) => row.levelId))}::uuid[],
        ${sql.param(requirementRows.map((row) => row.contentId))}::uuid[],
        ${sql.param(requirementRows.map((row) => row.status))}::smallint[],
        ${sql.param(requirementRows.map((row) => row.members))}::integer[]
      ) AS given
    )
    INSERT INTO expiry_count_delta (organization_id, expiry_count_delta_id, level_id, expires_on, members)
    SELECT ${call.organizationId}::uuid, given.* FROM unnest(
      ${sql.param(expiryRows.map(() => newId()))}::uuid[],
      ${sql.param(expiryRows.map((row) => row.levelId))}::uuid[],
      ${sql.param(expiryRows.map((row) => row.expiresOn))}::date[],
      ${sql.param(expiryRows.map((row) => row.members))}::integer[]
    ) AS given`,
  );
}
