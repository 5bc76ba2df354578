import type { QueryOf } from "@touchline/contract";
import { type listContentLibrary, mostNames } from "@touchline/contract/library/content";
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forbidden } from "../../../../errors.ts";
import { content, contentVersion } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { platformContent } from "../../../../schema/platform.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";

type Narrowed = Partial<Omit<QueryOf<typeof listContentLibrary>, "page" | "perPage">>;

/** Lists one page of the library contents that the actor may manage, by name. @throws Forbidden */
export async function libraryPage(
  call: Call,
  { page, perPage }: { page: number; perPage: number },
  filter: Narrowed = {},
) {
  const where = await narrowed(call, filter);
  const [counted] = await call.db
    .select({ all: count() })
    .from(content)
    .innerJoin(...atLevel)
    .leftJoin(...origin)
    .where(where);
  const assignments = sql<number>`(SELECT count(*)::int FROM content_assignment AS given
    WHERE given.organization_id = ${content.organizationId} AND given.content_id = ${content.contentId}
      AND given.ended_at IS NULL)`;
  const rows = await call.db
    .select({
      contentId: content.contentId,
      type: content.type,
      name: content.name,
      description: content.description,
      levelId: content.levelId,
      levelName: level.name,
      version: sql<number>`coalesce(${contentVersion.number}, 0)`,
      assignments,
      archivedAt: content.archivedAt,
      fromPlatform: sql<boolean>`${content.copiedFrom} IS NOT NULL`,
      updateAvailable: sql<boolean>`coalesce(${updateOffered}, false)`,
    })
    .from(content)
    .innerJoin(...atLevel)
    .leftJoin(contentVersion, onKey(contentVersion.contentVersionId, content.currentVersionId))
    .leftJoin(...origin)
    .where(where)
    .orderBy(asc(content.name), asc(content.contentId))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const owed = await owedOn(
    call,
    rows.map((row) => row.contentId),
  );
  const data = rows.map(({ archivedAt, ...row }) => ({
    ...row,
    archivedAt: archivedAt?.toISOString() ?? null,
    owedOn: owed.get(row.contentId) ?? 0,
  }));
  return { data, pagination: { page, perPage, totalRecords: counted?.all ?? 0 } };
}

const atLevel = [level, onKey(level.levelId, content.levelId)] as const;

const origin = [platformContent, eq(platformContent.platformContentId, content.copiedFrom)] as const;

const updateOffered = and(gt(platformContent.version, content.copiedVersion), isNull(platformContent.retiredAt)) as SQL;

/** @throws Forbidden */
async function narrowed(call: Call, { search = "", type = [], levelId, state, archived = false }: Narrowed) {
  const within = rowsWithinReach(call, "content.edit", { pre: level.pre });
  if (!within) throw forbidden("Only Managers, Directors, and Admins can open the library.", "role");
  const words = search.split(/\s+/).filter(Boolean);
  const searchText = sql`(${content.name} || ' ' || ${content.description} || ' ' || ${level.name})`;
  const below = sql`EXISTS (SELECT FROM level AS top WHERE top.organization_id = ${call.organizationId}
    AND top.level_id = ${levelId} AND ${level.pre} BETWEEN top.pre AND top.last)`;
  const states = {
    notFinished: isNull(content.currentVersionId),
    notAssigned: sql`NOT EXISTS (SELECT FROM content_assignment AS given
      WHERE given.organization_id = ${content.organizationId} AND given.content_id = ${content.contentId}
        AND given.ended_at IS NULL)`,
    updateAvailable: updateOffered,
  };
  return and(
    ours(content, call),
    isNull(content.removedAt),
    archived ? isNotNull(content.archivedAt) : isNull(content.archivedAt),
    within,
    type.length > 0 ? inArray(content.type, type) : undefined,
    levelId ? below : undefined,
    state ? states[state] : undefined,
    ...words.map((word) => sql`${searchText} ILIKE ${`%${word.replaceAll(/[\\%_]/g, "\\$&")}%`}`),
  );
}

/** Counts on how many of the organization's memberships each is owed: from the counts, never from the memberships. */
export async function owedOn(call: Call, contentIds: readonly string[]): Promise<Map<string, number>> {
  if (contentIds.length === 0) return new Map();
  const ids = sql`${sql.param([...contentIds])}::uuid[]`;
  const { rows } = await call.db.execute<{ id: string; owed: number }>(sql`
    SELECT content_id AS id, sum(members)::int AS owed FROM (
      SELECT kept.content_id, kept.members FROM requirement_count AS kept
      JOIN level ON level.organization_id = kept.organization_id AND level.level_id = kept.level_id
        AND level.parent_id IS NULL AND level.archived_at IS NULL
      WHERE kept.organization_id = ${call.organizationId} AND kept.content_id = ANY(${ids})
      UNION ALL
      SELECT pending.content_id, pending.members FROM requirement_count_delta AS pending
      WHERE pending.organization_id = ${call.organizationId} AND pending.content_id = ANY(${ids})
    ) AS counted GROUP BY content_id`);
  return new Map(rows.map(({ id, owed }) => [id, owed]));
}

/** Lists what the actor can assign, by name; at most 1,000, and how many there are. @throws Forbidden */
export async function assignable(call: Call, search: string) {
  const where = and(await narrowed(call, { search }), isNotNull(content.currentVersionId));
  const [counted] = await call.db
    .select({ all: count() })
    .from(content)
    .innerJoin(...atLevel)
    .where(where);
  const data = await call.db
    .select({ contentId: content.contentId, name: content.name, type: content.type })
    .from(content)
    .innerJoin(...atLevel)
    .where(where)
    .orderBy(asc(content.name), asc(content.contentId))
    .limit(mostNames);
  return { data, total: counted?.all ?? 0 };
}
