import type { OverallStatus, RequirementStatus, RequirementType } from "@touchline/contract";
import { overallStatuses } from "@touchline/contract";
import type { getDashboardInfo } from "@touchline/contract/people/hierarchy";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Call, Reading } from "../../../../call.ts";
import { byName } from "../../../../database/names.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { notFound } from "../../../../errors.ts";
import { authorize } from "../../../../security/authorize.ts";
import { type CountKind, countTables, pendingBelow } from "../../../compliance/index.ts";
import type { TreePosition } from "../../../people/index.ts";

type DashboardInfo = z.output<(typeof getDashboardInfo)["response"]>;

export type CountRow = {
  overallStatus: OverallStatus;
  labelId: string;
  labelName: string;
  members: number;
  /** How many of them match. */
  matched: number;
};

/** Child levels that are counted for a dashboard, at most. */
const mostChildren = 200;

/** In a WITH list: `counted`, the rows of a count table for a level and everything below it, with pending changes. */
export const countedOf = (call: Reading, levelId: string, kind: CountKind) => {
  const { counts, bucket } = countTables(kind);
  return sql`counted AS (
    SELECT ${bucket}, kept.members FROM ${counts} AS kept
    WHERE kept.organization_id = ${call.organizationId} AND kept.level_id = ${levelId}
    UNION ALL
    SELECT ${bucket}, kept.members ${pendingBelow(call, levelId, kind)}
  )`;
};

/**
 * Counts the memberships at a level and below it, by overall status and label, and how many of them match. Reads counts only,
 * never the memberships.
 *
 * @param match a condition on `label_id`, `overall_status` and `statuses` of `m`.
 * @throws NotFound
 */
export async function countedBelow(
  call: Reading,
  levelId: string,
  match: SQL,
): Promise<{ at: TreePosition /** Whether the level has a member index. */; whole: boolean; rows: CountRow[] }> {
  const { rows } = await prepared<{
    pre: number;
    last: number;
    whole: boolean;
    rows: CountRow[] | null;
  }>(
    call.db,
    "members.counted",
    sql`
    WITH ${countedOf(call, levelId, "member")}, grouped AS (
      SELECT overall_status, label_id, sum(members)::int AS members,
             coalesce(sum(members) FILTER (WHERE ${match}), 0)::int AS matched
      FROM counted AS m GROUP BY overall_status, label_id
    )
    SELECT at.pre, at.last, EXISTS (
      SELECT FROM level_index WHERE organization_id = ${call.organizationId}
        AND level_id = ${levelId} AND state = 'whole'
    ) AS whole, (
      SELECT json_agg(json_build_object(
        'overallStatus', overall_status, 'labelId', grouped.label_id, 'labelName', label.name,
        'members', members, 'matched', matched))
      FROM grouped JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = grouped.label_id
      WHERE members <> 0
    ) AS rows
    FROM level AS at WHERE at.organization_id = ${call.organizationId} AND at.level_id = ${levelId}`,
  );
  const [row] = rows;
  if (!row) throw notFound("level");
  return { at: { levelId, pre: row.pre, last: row.last }, whole: row.whole, rows: row.rows ?? [] };
}

/**
 * Counts the memberships at a level and below it that owe a content, in any of these statuses, or in all if none is given; and,
 * roughly, those in the whole organization. Reads counts only.
 */
export async function owingBelow(
  call: Reading,
  levelId: string,
  contentId: string,
  statuses: readonly RequirementStatus[],
): Promise<{ matched: number; everywhere: number }> {
  const { rows } = await call.db.execute<{ matched: number; everywhere: number }>(sql`
    WITH ${countedOf(call, levelId, "requirement")}
    SELECT coalesce((
      SELECT sum(members)::int FROM counted
      WHERE content_id = ${contentId}
        ${statuses.length > 0 ? sql`AND status = ANY(${sql.param([...statuses])}::smallint[])` : sql``}
    ), 0) AS matched, coalesce((
      SELECT sum(kept.members)::int FROM level AS root
      JOIN requirement_count AS kept
        ON kept.organization_id = root.organization_id AND kept.level_id = root.level_id
      WHERE root.organization_id = ${call.organizationId} AND root.pre = 0 AND kept.content_id = ${contentId}
    ), 0) AS everywhere`);
  return rows[0] ?? { matched: 0, everywhere: 0 };
}

/** Reads everything `dashboardInfo` shows, from counts only. The caller authorizes. */
export async function readDashboard(call: Reading, levelId: string) {
  return Promise.all([
    countedBelow(call, levelId, sql`true`),
    requirementCounts(call, levelId),
    childCounts(call, levelId),
  ]);
}

/** Returns the dashboard of a level and everything below it. @throws NotFound, Forbidden */
export async function dashboardInfo(
  call: Call,
  levelId: string,
  read: ReturnType<typeof readDashboard>,
): Promise<DashboardInfo> {
  const [{ at, rows }, requirements, children] = await read;
  authorize(call, "members.see", { levelPre: at.pre });
  const labels = [...Map.groupBy(rows, (row) => row.labelId)].map(([labelId, ofLabel]) => ({
    labelId,
    labelName: ofLabel[0]?.labelName ?? "",
    overall: overallOf(ofLabel),
  }));
  return {
    levelId,
    total: sum(rows),
    overall: overallOf(rows),
    labels: labels.sort((a, b) => byName(a.labelName, b.labelName)),
    requirements,
    children,
  };
}

const sum = (rows: readonly { members: number }[]) => rows.reduce((total, row) => total + row.members, 0);

function overallOf(rows: readonly { overallStatus: OverallStatus; members: number }[]): Record<OverallStatus, number> {
  const of = (status: OverallStatus) => sum(rows.filter((row) => row.overallStatus === status));
  return Object.fromEntries(overallStatuses.map((status) => [status, of(status)])) as Record<OverallStatus, number>;
}

async function requirementCounts(call: Reading, levelId: string): Promise<DashboardInfo["requirements"]> {
  const { rows } = await prepared<{
    content_id: string;
    name: string;
    type: RequirementType;
    total: number;
    statuses: Record<string, number>;
  }>(
    call.db,
    "dashboard.requirements",
    sql`
    WITH ${countedOf(call, levelId, "requirement")}, grouped AS (
      SELECT content_id, status, sum(members)::int AS members FROM counted
      GROUP BY content_id, status HAVING sum(members) <> 0
    )
    SELECT content.content_id, content.name, content.type, sum(members)::int AS total,
           json_object_agg(status, members) AS statuses
    FROM grouped
    JOIN content ON content.organization_id = ${call.organizationId} AND content.content_id = grouped.content_id
    GROUP BY content.content_id, content.name, content.type
    ORDER BY content.name, content.content_id LIMIT 200`,
  );
  return rows.map(({ content_id, ...row }) => ({ contentId: content_id, ...row }));
}

async function childCounts(call: Reading, levelId: string): Promise<DashboardInfo["children"]> {
  const { rows } = await prepared<{
    level_id: string;
    name: string;
    kind: string;
    counts: Partial<Record<OverallStatus, number>> | null;
  }>(
    call.db,
    "dashboard.children",
    sql`
    WITH child AS (
      SELECT level.organization_id, level.level_id, level.name, level.kind, level.pre, level.last
      FROM level
      WHERE level.organization_id = ${call.organizationId} AND level.parent_id = ${levelId}
      ORDER BY level.pre LIMIT ${mostChildren}
    ), counted AS (
      SELECT kept.level_id, kept.overall_status, kept.members FROM child
      JOIN member_count AS kept
        ON kept.organization_id = child.organization_id AND kept.level_id = child.level_id
      UNION ALL
      SELECT child.level_id, kept.overall_status, kept.members
      FROM member_count_delta AS kept
      JOIN level AS here ON here.organization_id = kept.organization_id AND here.level_id = kept.level_id
      JOIN child ON here.pre BETWEEN child.pre AND child.last
      WHERE kept.organization_id = ${call.organizationId}
    ), grouped AS (
      SELECT level_id, json_object_agg(overall_status, members) AS counts FROM (
        SELECT level_id, overall_status, sum(members)::int AS members FROM counted GROUP BY level_id, overall_status
      ) AS summed GROUP BY level_id
    )
    SELECT child.level_id, child.name, child.kind, grouped.counts
    FROM child LEFT JOIN grouped ON grouped.level_id = child.level_id
    ORDER BY child.pre`,
  );
  return rows.map(({ level_id, name, kind, counts }) => {
    const ofChild = Object.entries(counts ?? {}).map(([status, members]) => ({
      overallStatus: status as OverallStatus,
      members,
    }));
    return { levelId: level_id, name, kind, total: sum(ofChild), overall: overallOf(ofChild) };
  });
}
