import type { QueryOf } from "@touchline/contract";
import { type listContentLibrary, mostNames } from "@touchline/contract/content";
import { changesInWords, settingsFacts } from "@touchline/rules/contentWords";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../kernel/call.ts";
import { conflict, forbidden, notFound } from "../../kernel/errors.ts";
import { rowsWithinReach } from "../../kernel/reach.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import { level } from "../hierarchy/tables.ts";
import { label } from "../labels/tables.ts";
import { platformContent } from "../platform-library/tables.ts";
import { profile } from "../profiles/tables.ts";
import { content, contentAssignment, contentAssignmentLabel, contentVersion } from "./tables.ts";

/** A content in use, with the preorder number of the level that owns it. @throws NotFound, Conflict (archived) */
export async function contentById(call: Call, contentId: string) {
  const row = await contentOrArchived(call, contentId);
  if (row.archivedAt) throw conflict("It is archived. Restore it first.", "archived");
  return row;
}

/** The same, whether or not it is in use. @throws NotFound */
export async function contentOrArchived(call: Call, contentId: string) {
  const [row] = await call.db
    .select({
      content,
      levelPre: level.pre,
      levelName: level.name,
      newest: platformContent.version,
      retiredAt: platformContent.retiredAt,
    })
    .from(content)
    .innerJoin(level, onKey(level.levelId, content.levelId))
    .leftJoin(platformContent, eq(platformContent.platformContentId, content.copiedFrom))
    .where(and(ours(content, call), eq(content.contentId, contentId), isNull(content.removedAt)));
  if (!row) throw notFound("The requirement");
  const { copiedFrom, copiedVersion } = row.content;
  const origin =
    copiedFrom !== null && copiedVersion !== null && row.newest !== null
      ? { platformContentId: copiedFrom, version: copiedVersion, newest: row.newest, retired: row.retiredAt !== null }
      : null;
  return { ...row.content, levelPre: row.levelPre, levelName: row.levelName, origin };
}

type Narrowed = Partial<Omit<QueryOf<typeof listContentLibrary>, "page" | "perPage">>;

/** The library as far as the actor may look after it, by name; one page of it. @throws Forbidden */
export async function libraryPage(
  call: Call,
  { page, perPage }: { page: number; perPage: number },
  asked: Narrowed = {},
) {
  const where = await narrowed(call, asked);
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
  if (!within) throw forbidden("The library is for Managers, Directors and Admins.", "role");
  const words = search.split(/\s+/).filter(Boolean);
  const said = sql`(${content.name} || ' ' || ${content.description} || ' ' || ${level.name})`;
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
    ...words.map((word) => sql`${said} ILIKE ${`%${word.replaceAll(/[\\%_]/g, "\\$&")}%`}`),
  );
}

/** On how many memberships of the organization each is owed: from the counts, never from the memberships. */
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

/** What the actor could assign, by name; at most 1,000, and how many there are. @throws Forbidden */
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

/** The versions of a content, the newest first, each with what changed from the one before. The caller authorizes. */
export async function versionsOf(call: Call, contentId: string, { page, perPage }: { page: number; perPage: number }) {
  const mine = and(ours(contentVersion, call), eq(contentVersion.contentId, contentId));
  const [counted] = await call.db.select({ all: count() }).from(contentVersion).where(mine);
  const totalRecords = counted?.all ?? 0;
  const rows = await call.db
    .select({ row: contentVersion, firstName: profile.firstName, lastName: profile.lastName })
    .from(contentVersion)
    .leftJoin(profile, onKey(profile.profileId, contentVersion.createdBy))
    .where(and(mine, lt(contentVersion.number, totalRecords - (page - 1) * perPage + 1)))
    .orderBy(desc(contentVersion.number))
    .limit(perPage + 1);
  const data = rows.slice(0, perPage).map(({ row, firstName, lastName }, at) => {
    const { number, settings, createdBy, createdAt, platformVersion } = row;
    const before = rows[at + 1]?.row.settings;
    return {
      version: number,
      createdAt: createdAt.toISOString(),
      by: firstName === null ? null : { profileId: createdBy, name: `${firstName} ${lastName}` },
      platformVersion,
      redoBy: settings.redoBy,
      changes: before ? changesInWords({ ...before, redoBy: null }, { ...settings, redoBy: null }) : [],
    };
  });
  return { data, pagination: { page, perPage, totalRecords } };
}

/** One version of a content. The caller authorizes. @throws NotFound */
export async function versionOf(call: Call, contentId: string, number: number) {
  const [row] = await call.db
    .select()
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentId, contentId), eq(contentVersion.number, number)));
  if (!row) throw notFound("This version");
  const { settings, createdAt } = row;
  return { version: number, createdAt: createdAt.toISOString(), settings, facts: settingsFacts(settings) };
}

/** The latest version's number and settings; null before the first. */
export async function latestVersion(call: Call, contentId: string) {
  const [row] = await call.db
    .select({ number: contentVersion.number, settings: contentVersion.settings })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentId, contentId)))
    .orderBy(desc(contentVersion.number))
    .limit(1);
  return row ?? null;
}

/** The assignments of a content in force, in tree order, each with its labels; at most 1,000. */
export async function assignmentsOf(call: Call, contentId: string) {
  const rows = await call.db
    .select({ assignment: contentAssignment, levelName: level.name, levelPre: level.pre })
    .from(contentAssignment)
    .innerJoin(level, onKey(level.levelId, contentAssignment.levelId))
    .where(
      and(ours(contentAssignment, call), eq(contentAssignment.contentId, contentId), isNull(contentAssignment.endedAt)),
    )
    .orderBy(asc(level.pre), asc(contentAssignment.createdAt))
    .limit(1000);
  const labels = rows.length
    ? await call.db
        .select({ id: contentAssignmentLabel.contentAssignmentId, labelId: contentAssignmentLabel.labelId })
        .from(contentAssignmentLabel)
        .innerJoin(label, onKey(label.labelId, contentAssignmentLabel.labelId))
        .where(
          and(
            ours(contentAssignmentLabel, call),
            isNull(label.archivedAt),
            inArray(
              contentAssignmentLabel.contentAssignmentId,
              rows.map((row) => row.assignment.contentAssignmentId),
            ),
          ),
        )
    : [];
  const labelsOf = Map.groupBy(labels, (row) => row.id);
  const shown = rows.map(({ assignment, levelName, levelPre }) => ({
    ...assignment,
    levelName,
    levelPre,
    labelIds: (labelsOf.get(assignment.contentAssignmentId) ?? []).map((row) => row.labelId).sort(),
  }));
  // One whose labels are all out of use lasts until everybody under them has got another, and is nobody's to change.
  return shown.filter((one) => one.labelIds.length > 0);
}
