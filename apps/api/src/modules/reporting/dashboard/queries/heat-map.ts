import { RequirementStatus, type RequirementType } from "@touchline/contract";
import { type getHeatMap, heatContents, heatLevels } from "@touchline/contract/people/hierarchy";
import { done } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "../../../../call.ts";
import { authorize } from "../../../../security/authorize.ts";
import { levelById } from "../../../people/index.ts";
import { countedOf } from "./counts.ts";

type HeatMap = z.output<(typeof getHeatMap)["response"]>;
type Cell = HeatMap["whole"]["cells"][number];

const doneStatuses = Object.values(RequirementStatus).filter(done);
const doneCount = sql`coalesce(sum(members) FILTER (WHERE status = ANY(${sql.param(doneStatuses)}::smallint[])), 0)::int`;

/**
 * Shows how much of each content is done at a level, and at those right below it. Reads counts only, never the memberships: the
 * cost grows with the contents and the levels that are shown.
 *
 * @throws NotFound, Forbidden
 */
export async function heatMap(call: Call, levelId: string, page: number): Promise<HeatMap> {
  const at = await levelById(call, levelId);
  authorize(call, "members.see", { levelPre: at.pre });
  const owed = await contentsOwed(call, levelId);
  const contents = owed.slice(0, heatContents);
  const { children, total } = await childCells(
    call,
    levelId,
    contents.map((one) => one.contentId),
    (page - 1) * heatLevels,
  );
  return {
    contents: contents.map(({ contentId, name, type }) => ({ contentId, name, type })),
    moreContents: owed.length > heatContents,
    whole: {
      levelId,
      name: at.name,
      kind: at.kind,
      cells: contents.map((one): Cell => ({ owed: one.owed, done: one.done })),
    },
    children: children.map(({ counts, ...child }) => ({
      ...child,
      cells: contents.map(({ contentId }): Cell => counts?.[contentId] ?? null),
    })),
    pagination: { page, perPage: heatLevels, totalRecords: total },
  };
}

type Owed = { contentId: string; name: string; type: RequirementType; owed: number; done: number };

/** Lists the contents that are owed at a level and below it, the largest open share first; one more than is shown. */
async function contentsOwed(call: Call, levelId: string): Promise<Owed[]> {
  const { rows } = await call.db.execute<Owed>(sql`
    WITH ${countedOf(call, levelId, "requirement")}, grouped AS (
      SELECT content_id, sum(members)::int AS owed, ${doneCount} AS done
      FROM counted GROUP BY content_id HAVING sum(members) > 0
    )
    SELECT content.content_id AS "contentId", content.name, content.type, grouped.owed, grouped.done
    FROM grouped
    JOIN content ON content.organization_id = ${call.organizationId} AND content.content_id = grouped.content_id
    ORDER BY (owed - done)::float / owed DESC, content.name, content.content_id LIMIT ${heatContents + 1}`);
  return rows;
}

type Child = {
  levelId: string;
  name: string;
  kind: string;
  /** By content. */
  counts: Record<string, { owed: number; done: number }> | null;
};

async function childCells(call: Call, levelId: string, contentIds: readonly string[], skip: number) {
  const { rows } = await call.db.execute<{ total: number; children: Child[] | null }>(sql`
    WITH child AS MATERIALIZED (
      SELECT level.organization_id, level.level_id, level.name, level.kind, level.pre, level.last
      FROM level WHERE level.organization_id = ${call.organizationId} AND level.parent_id = ${levelId} AND level.pre > 0
      ORDER BY level.pre OFFSET ${skip} LIMIT ${heatLevels}
    ), counted AS (
      SELECT kept.level_id, kept.content_id, kept.status, kept.members FROM child
      JOIN requirement_count AS kept
        ON kept.organization_id = child.organization_id AND kept.level_id = child.level_id
      UNION ALL
      SELECT child.level_id, kept.content_id, kept.status, kept.members
      FROM requirement_count_delta AS kept
      JOIN level AS here ON here.organization_id = kept.organization_id AND here.level_id = kept.level_id
      JOIN child ON here.pre BETWEEN child.pre AND child.last
      WHERE kept.organization_id = ${call.organizationId}
    ), cells AS (
      SELECT level_id, content_id, sum(members)::int AS owed, ${doneCount} AS done
      FROM counted WHERE content_id = ANY(${sql.param([...contentIds])}::uuid[])
      GROUP BY level_id, content_id HAVING sum(members) > 0
    )
    SELECT (
      SELECT count(*)::int FROM level
      WHERE level.organization_id = ${call.organizationId} AND level.parent_id = ${levelId} AND level.pre > 0
    ) AS total, (
      SELECT json_agg(json_build_object('levelId', child.level_id, 'name', child.name, 'kind', child.kind, 'counts', (
        SELECT json_object_agg(content_id, json_build_object('owed', owed, 'done', done))
        FROM cells WHERE cells.level_id = child.level_id)) ORDER BY child.pre)
      FROM child
    ) AS children`);
  return { total: rows[0]?.total ?? 0, children: rows[0]?.children ?? [] };
}
