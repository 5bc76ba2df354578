import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../kernel/call.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { rowsWithinReach } from "../../kernel/reach.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import { level } from "../hierarchy/tables.ts";
import { label } from "../labels/tables.ts";
import { content, contentAssignment, contentAssignmentLabel, contentVersion } from "./tables.ts";

/** A content with the preorder number of the level that owns it. @throws NotFound */
export async function contentById(call: Call, contentId: string) {
  const [row] = await call.db
    .select({ content, levelPre: level.pre, levelName: level.name })
    .from(content)
    .innerJoin(level, onKey(level.levelId, content.levelId))
    .where(and(ours(content, call), eq(content.contentId, contentId), isNull(content.archivedAt)));
  if (!row) throw notFound("The requirement");
  return { ...row.content, levelPre: row.levelPre, levelName: row.levelName };
}

/** The library as far as the actor may look after it, by name; at most 1,000. @throws Forbidden */
export async function library(call: Call) {
  const within = rowsWithinReach(call, "content.edit", { pre: level.pre });
  if (!within) throw forbidden("The library is for Managers, Directors and Admins.", "role");
  return call.db
    .select({
      contentId: content.contentId,
      type: content.type,
      name: content.name,
      description: content.description,
      levelId: content.levelId,
      levelName: level.name,
      version: sql<number>`coalesce(${contentVersion.number}, 0)`,
      assignments: count(contentAssignment.contentAssignmentId),
    })
    .from(content)
    .innerJoin(level, onKey(level.levelId, content.levelId))
    .leftJoin(contentVersion, onKey(contentVersion.contentVersionId, content.currentVersionId))
    .leftJoin(
      contentAssignment,
      and(
        eq(contentAssignment.organizationId, content.organizationId),
        eq(contentAssignment.contentId, content.contentId),
        isNull(contentAssignment.endedAt),
      ),
    )
    .where(and(ours(content, call), isNull(content.archivedAt), within))
    .groupBy(content.organizationId, content.contentId, level.organizationId, level.levelId, contentVersion.number)
    .orderBy(asc(content.name), asc(content.contentId))
    .limit(1000);
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
