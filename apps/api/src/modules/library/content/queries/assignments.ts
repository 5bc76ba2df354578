import type { DueRule } from "@touchline/contract/library/content-assignments";
import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import {
  contentAssignment,
  contentAssignmentChange,
  contentAssignmentCondition,
  contentAssignmentLabel,
  label,
} from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";

/** Lists a content's assignments in force, in tree order, each with its labels; at most 1,000. */
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
  const assignments = rows.map(({ assignment, levelName, levelPre }) => ({
    ...assignment,
    levelName,
    levelPre,
    ...ruleOf(assignment, conditionsOf.get(assignment.contentAssignmentId) ?? []),
    labelIds: (labelsOf.get(assignment.contentAssignmentId) ?? []).map((row) => row.labelId).sort(),
  }));
  // One whose labels are all archived lasts until everybody with them has another, and can't be changed.
  return assignments.filter((one) => one.labelIds.length > 0);
}

type AssignmentRow = typeof contentAssignment.$inferSelect;

type ConditionRow = typeof contentAssignmentCondition.$inferSelect;

/** Returns when it is due and who it is assigned to, in the contract's shape. */
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

/** How long a change of assignments can be undone. */
const undoDays = 7;

/** Returns the latest change of a content's assignments, while it can be undone; null for none. */
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
