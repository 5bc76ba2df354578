import type { QueryOf } from "@touchline/contract";
import { type DueRule, type listContentLibrary, mostNames } from "@touchline/contract/content";
import { changesInWords, settingsFacts } from "@touchline/rules/contentWords";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { verdictOn } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, forbidden, notFound } from "../../kernel/errors.ts";
import { rowsWithinReach } from "../../kernel/reach.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import type { Place } from "../../kernel/vault.ts";
import { level } from "../hierarchy/tables.ts";
import { label } from "../labels/tables.ts";
import { sealingKey } from "../notifications/queries.ts";
import { platformContent } from "../platform-library/tables.ts";
import { membershipsOf } from "../profiles/queries.ts";
import { profile } from "../profiles/tables.ts";
import { exemptionsFor, pairs, todayOf } from "../standing/queries/duties.ts";
import {
  content,
  contentAssignment,
  contentAssignmentChange,
  contentAssignmentCondition,
  contentAssignmentLabel,
  contentExemption,
  contentVersion,
} from "./tables.ts";

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
  const conditions = rows.length
    ? await call.db
        .select()
        .from(contentAssignmentCondition)
        .where(
          and(
            ours(contentAssignmentCondition, call),
            inArray(
              contentAssignmentCondition.contentAssignmentId,
              rows.map((row) => row.assignment.contentAssignmentId),
            ),
          ),
        )
        .orderBy(asc(contentAssignmentCondition.conditionQuestionId))
    : [];
  const conditionsOf = Map.groupBy(conditions, (row) => row.contentAssignmentId);
  const shown = rows.map(({ assignment, levelName, levelPre }) => ({
    ...assignment,
    levelName,
    levelPre,
    ...ruleOf(assignment, conditionsOf.get(assignment.contentAssignmentId) ?? []),
    labelIds: (labelsOf.get(assignment.contentAssignmentId) ?? []).map((row) => row.labelId).sort(),
  }));
  // One whose labels are all out of use lasts until everybody under them has got another, and is nobody's to change.
  return shown.filter((one) => one.labelIds.length > 0);
}

type AssignmentRow = typeof contentAssignment.$inferSelect;
type ConditionRow = typeof contentAssignmentCondition.$inferSelect;

/** When it is due and of whom it is asked, in the contract's shape. */
function ruleOf(row: AssignmentRow, conditions: readonly ConditionRow[]) {
  const ages = row.ageFrom === null && row.ageTo === null ? null : { from: row.ageFrom, to: row.ageTo, by: row.ageBy };
  const answers = conditions.map((one) => ({ conditionId: one.conditionQuestionId, answer: one.answer }));
  return {
    due: dueRuleOf(row),
    ages,
    conditions: answers.length === 0 ? null : { match: row.conditionsMatch, answers },
  };
}

function dueRuleOf({ dueType: type, dueDate, dueDays }: AssignmentRow): DueRule {
  switch (type) {
    case "Fixed":
      return dueDate === null ? { type: "None" } : { type, day: dueDate };
    case "AfterJoining":
      return { type, days: dueDays ?? 0 };
    case "Season":
      return { type, graceDays: dueDays ?? 0 };
    case "None":
      return { type };
  }
}

/** Of whom a content is not asked, in force today; the oldest first. */
export async function exceptionsOf(call: Call, contentId: string) {
  const { day } = await todayOf(call);
  return call.db
    .select({
      exemption: contentExemption,
      levelPre: level.pre,
      levelName: level.name,
      person: sql<string | null>`${profile.firstName} || ' ' || ${profile.lastName}`,
    })
    .from(contentExemption)
    .leftJoin(level, onKey(level.levelId, contentExemption.levelId))
    .leftJoin(profile, onKey(profile.profileId, contentExemption.profileId))
    .where(
      and(
        ours(contentExemption, call),
        eq(contentExemption.contentId, contentId),
        isNull(contentExemption.endedAt),
        sql`coalesce(${contentExemption.untilDay} >= ${day}::date, true)`,
      ),
    )
    .orderBy(asc(contentExemption.createdAt), asc(contentExemption.contentExemptionId))
    .limit(1000);
}

/** What the reason of an exception is bound to. */
export const reasonPlace = (call: Pick<Call, "organizationId">, exemptionId: string): Place => ({
  tenant: call.organizationId,
  table: "content_exemption",
  column: "reason",
  id: exemptionId,
});

/** So long a change of assignments can be undone. */
const undoDays = 7;

/** The latest change of the assignments of a content, as long as it can be undone; null for none. */
export async function lastChange(call: Call, contentId: string) {
  const [row] = await call.db
    .select()
    .from(contentAssignmentChange)
    .where(and(ours(contentAssignmentChange, call), eq(contentAssignmentChange.contentId, contentId)))
    .orderBy(desc(contentAssignmentChange.changedAt), desc(contentAssignmentChange.changeId))
    .limit(1);
  const oldest = call.now.getTime() - undoDays * 24 * 3_600_000;
  return row && row.undoneAt === null && row.changedAt.getTime() > oldest ? row : null;
}

/** The exceptions of a content as the actor may know them: names and reasons within reach alone. */
export async function exceptionsSeen(call: Call, contentId: string) {
  const rows = await exceptionsOf(call, contentId);
  const people = rows.flatMap(({ exemption }) => exemption.profileId ?? []);
  const memberships = people.length > 0 ? await membershipsOf(call, people) : [];
  const sees = (levelPre: number) => verdictOn(call, "content.assign", { levelPre }).allowed;
  const key = rows.length > 0 ? await sealingKey(call) : null;
  return rows.map(({ exemption, levelPre, levelName, person }) => {
    const {
      contentExemptionId: exceptionId,
      profileId,
      levelId,
      includeBelow,
      labelId,
      untilDay,
      createdAt,
    } = exemption;
    const theirs = memberships.filter((one) => one.profileId === profileId);
    const seen = levelPre === null ? theirs.every((one) => sees(one.levelPre)) : sees(levelPre);
    return {
      ...{ exceptionId, profileId, levelId, includeBelow, labelId, untilDay, createdAt: createdAt.toISOString() },
      name: seen ? (person ?? levelName) : null,
      reason: seen
        ? call.adapters.vault.open(key as Buffer, reasonPlace(call, exceptionId), exemption.sealedReason)
        : null,
    };
  });
}

/** What is not asked on a membership although it is assigned, and what is optional for now. The caller authorizes. */
export async function sparedOn(call: Call, membership: { profileLevelAccessId: string }) {
  const today = await todayOf(call);
  const { rows } = await call.db.execute<{
    content_id: string;
    name: string;
    id: string;
    until: string | null;
    sealed: Buffer;
  }>(sql`
    SELECT DISTINCT ON (assignment.content_id) assignment.content_id, content.name,
      exempt.content_exemption_id AS id, exempt.until_day::text AS until, exempt.sealed_reason AS sealed
    FROM ${pairs}
    CROSS JOIN LATERAL (${exemptionsFor(call, today)}) AS exempt
    WHERE assignment.organization_id = ${call.organizationId} AND assignment.ended_at IS NULL
      AND membership.profile_level_access_id = ${membership.profileLevelAccessId}
    ORDER BY assignment.content_id, exempt.until_day DESC NULLS FIRST
    LIMIT 200`);
  const graces = await call.db.execute<{ content_id: string; name: string; until: string }>(sql`
    SELECT content.content_id, content.name, grace.until_day::text AS until FROM content_grace AS grace
    JOIN content ON content.organization_id = grace.organization_id AND content.content_id = grace.content_id
    WHERE grace.organization_id = ${call.organizationId} AND grace.until_day >= ${today.day}::date
      AND grace.profile_level_access_id = ${membership.profileLevelAccessId}
    ORDER BY content.name LIMIT 200`);
  const key = rows.length > 0 ? await sealingKey(call) : null;
  const { vault } = call.adapters;
  return {
    exemptions: rows.map((row) => ({
      contentId: row.content_id,
      name: row.name,
      reason: vault.open(key as Buffer, reasonPlace(call, row.id), row.sealed),
      untilDay: row.until,
    })),
    optionalUntil: graces.rows.map((row) => ({ contentId: row.content_id, name: row.name, untilDay: row.until })),
  };
}
