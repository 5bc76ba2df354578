import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { newId } from "../../../kernel/ids.ts";
import type { memberStanding } from "../tables.ts";

/** A membership as lists show it and counts count it. */
export type Counted = Omit<
  typeof memberStanding.$inferSelect,
  "organizationId" | "profileLevelAccessId" | "since" | "basis" | "basisAt"
>;

/** Null before: it is new. Null after: it is gone. */
export type CountedChange = { profileLevelAccessId: string; before: Counted | null; after: Counted | null };

/**
 * Carries changes of memberships into the member index and the pending counts. Their `member_standing` rows are written
 * already: their locks keep a level that is being indexed at this moment from missing them (`index-levels.ts`).
 */
export async function showChanges(call: Call, changes: readonly CountedChange[]): Promise<void> {
  await indexChanges(call, changes);
  await countChanges(call, changes);
}

/** What the member index holds of a membership. */
const indexed = ({ sortName, labelId, overallStatus, statuses }: Counted) =>
  [sortName, labelId, overallStatus, statuses].join("\n");

async function indexChanges(call: Call, changes: readonly CountedChange[]): Promise<void> {
  const gone = changes.filter(({ before, after }) => before && before.levelId !== after?.levelId);
  const shown = changes.filter(
    ({ before, after }) => after && (!before || before.levelId !== after.levelId || indexed(before) !== indexed(after)),
  );
  if (gone.length > 0) {
    await call.db.execute(sql`
      DELETE FROM member_index USING unnest(
        ${sql.param(gone.map((one) => one.profileLevelAccessId))}::uuid[],
        ${sql.param(gone.map((one) => one.before?.levelId))}::uuid[]
      ) AS gone (profile_level_access_id, level_id), ${largeAbove(call, sql`gone.level_id`)}
      WHERE member_index.organization_id = ${call.organizationId} AND member_index.level_id = top.level_id
        AND member_index.profile_level_access_id = gone.profile_level_access_id`);
  }
  if (shown.length > 0) {
    await call.db.execute(sql`
      INSERT INTO member_index
        (organization_id, level_id, profile_level_access_id, sort_name, label_id, overall_status, statuses)
      SELECT ${call.organizationId}::uuid, top.level_id, shown.profile_level_access_id, shown.sort_name, shown.label_id,
             shown.overall_status, shown.statuses
      FROM unnest(
        ${sql.param(shown.map((one) => one.profileLevelAccessId))}::uuid[],
        ${sql.param(shown.map((one) => one.after?.levelId))}::uuid[],
        ${sql.param(shown.map((one) => one.after?.sortName))}::text[],
        ${sql.param(shown.map((one) => one.after?.labelId))}::uuid[],
        ${sql.param(shown.map((one) => one.after?.overallStatus))}::text[],
        ${sql.param(shown.map((one) => one.after?.statuses))}::smallint[]
      ) AS shown (profile_level_access_id, level_id, sort_name, label_id, overall_status, statuses),
      ${largeAbove(call, sql`shown.level_id`)}
      ON CONFLICT (organization_id, level_id, profile_level_access_id) DO UPDATE SET
        sort_name = excluded.sort_name, label_id = excluded.label_id,
        overall_status = excluded.overall_status, statuses = excluded.statuses`);
  }
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

async function countChanges(call: Call, changes: readonly CountedChange[]): Promise<void> {
  const members = tally<Pick<Counted, "levelId" | "labelId" | "overallStatus" | "statuses">>();
  const requirements = tally<{ levelId: string; contentId: string; status: Counted["contentStatuses"][number] }>();
  const expiries = tally<{ levelId: string; expiresOn: string }>();
  const count = (counted: Counted | null, sign: 1 | -1) => {
    if (!counted) return;
    const { levelId, labelId, overallStatus, statuses } = counted;
    members.add({ levelId, labelId, overallStatus, statuses }, sign);
    for (const [index, contentId] of counted.contents.entries()) {
      requirements.add({ levelId, contentId, status: counted.contentStatuses[index] ?? 0 }, sign);
    }
    for (const expiresOn of counted.contentExpiries) if (expiresOn !== null) expiries.add({ levelId, expiresOn }, sign);
  };
  for (const { before, after } of changes) {
    count(before, -1);
    count(after, 1);
  }
  const memberRows = members.rows();
  const requirementRows = requirements.rows();
  const expiryRows = expiries.rows();
  if (memberRows.length > 0) {
    await call.db.execute(sql`
      INSERT INTO member_count_delta
        (organization_id, member_count_delta_id, level_id, label_id, overall_status, statuses, members)
      SELECT ${call.organizationId}::uuid, given.* FROM unnest(
        ${sql.param(memberRows.map(() => newId()))}::uuid[],
        ${sql.param(memberRows.map((row) => row.levelId))}::uuid[],
        ${sql.param(memberRows.map((row) => row.labelId))}::uuid[],
        ${sql.param(memberRows.map((row) => row.overallStatus))}::text[],
        ${sql.param(memberRows.map((row) => row.statuses))}::smallint[],
        ${sql.param(memberRows.map((row) => row.members))}::integer[]
      ) AS given`);
  }
  if (requirementRows.length > 0) {
    await call.db.execute(sql`
      INSERT INTO requirement_count_delta
        (organization_id, requirement_count_delta_id, level_id, content_id, status, members)
      SELECT ${call.organizationId}::uuid, given.* FROM unnest(
        ${sql.param(requirementRows.map(() => newId()))}::uuid[],
        ${sql.param(requirementRows.map((row) => row.levelId))}::uuid[],
        ${sql.param(requirementRows.map((row) => row.contentId))}::uuid[],
        ${sql.param(requirementRows.map((row) => row.status))}::smallint[],
        ${sql.param(requirementRows.map((row) => row.members))}::integer[]
      ) AS given`);
  }
  if (expiryRows.length > 0) {
    await call.db.execute(sql`
      INSERT INTO expiry_count_delta (organization_id, expiry_count_delta_id, level_id, expires_on, members)
      SELECT ${call.organizationId}::uuid, given.* FROM unnest(
        ${sql.param(expiryRows.map(() => newId()))}::uuid[],
        ${sql.param(expiryRows.map((row) => row.levelId))}::uuid[],
        ${sql.param(expiryRows.map((row) => row.expiresOn))}::date[],
        ${sql.param(expiryRows.map((row) => row.members))}::integer[]
      ) AS given`);
  }
}
