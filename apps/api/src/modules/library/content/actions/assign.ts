import type { BodyInput, BodyOf } from "@touchline/contract";
import type { assignContent as assignShape, DueRule } from "@touchline/contract/library/content-assignments";
import { addToDay } from "@touchline/rules";
import { and, inArray, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import {
  content,
  contentAssignment,
  contentAssignmentChange,
  contentAssignmentCondition,
  contentAssignmentLabel,
  label,
} from "../../../../schema/library.ts";
import { conditionQuestion } from "../../../../schema/requirements.ts";
import { type AuditEntry, audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { followAssignments, followContent, followDays, followingOf, todayOf } from "../../../compliance/index.ts";
import { levelsById, withLocks } from "../../../people/index.ts";
import { assignmentsOf } from "../queries/assignments.ts";
import { contentOrArchived } from "../queries/content-by-id.ts";
import { exceptionsOf } from "../queries/exceptions.ts";
import { changeExceptions, type Exceptions } from "./exceptions.ts";
import { permit } from "./permitted.ts";

type Assignment = BodyOf<typeof assignShape>["contentAssignments"][number];
export type AssignmentInput = BodyInput<typeof assignShape>["contentAssignments"][number];

/** The longest grace period from now. */
const mostGrace = { years: 2 };

type Assigned = {
  assignments: number;
  changeId: string | null;
  demandsAdded: number;
  demandsDropped: number;
  inProgress: boolean;
};

/**
 * Replaces the assignments of a content by those given: new ones begin, missing ones end, and people's requirements are
 * updated: in the same transaction or, above a limit, step by step in a job that this enqueues. The same for exceptions, if
 * given.
 *
 * @param most how many demands change at once; 2,000 unless given.
 * @throws NotFound, Forbidden (a level out of reach), Conflict (no settings yet), 400 (unknown role, level or question).
 */
export async function assignContent(
  unlocked: Call,
  input: {
    contentId: string;
    contentAssignments: Assignment[];
    exceptions?: Exceptions | undefined;
    keepClearedUntil?: string | null | undefined;
  },
  most?: number,
): Promise<Assigned> {
  const { contentId } = input;
  const refuse = async (early: Call) => permit(early, await contentOrArchived(early, contentId), "assign");
  const call = await withLocks(unlocked, { duties: "assignments", refuse });
  await permit(call, await contentOrArchived(call, contentId), "assign");
  const { wanted, beginning, ending } = await judgeAssignments(call, contentId, input.contentAssignments);
  const grace = await graceOf(call, input.keepClearedUntil ?? null);
  await end(
    call,
    ending.map((one) => one.contentAssignmentId),
  );
  const begun = await begin(call, contentId, beginning);
  const excepted = input.exceptions
    ? await changeExceptions(call, contentId, input.exceptions, await exceptionsOf(call, contentId))
    : { begun: [], ended: [] };
  await audit(call, [
    ...ending.map((one) => ({
      action: "assignment.ended" as const,
      ...{ subjectId: one.contentAssignmentId, levelId: one.levelId, facts: { contentId } },
    })),
    ...begun,
  ]);
  const assignments = wanted.length;
  if (ending.length + beginning.length + excepted.begun.length + excepted.ended.length === 0) {
    const { inProgress } = await followingOf(call, contentId);
    return { assignments, changeId: null, demandsAdded: 0, demandsDropped: 0, inProgress };
  }
  const changeId = newId();
  await call.db.insert(contentAssignmentChange).values({
    organizationId: call.organizationId,
    changeId,
    contentId,
    begun: begun.map((one) => one.subjectId),
    ended: ending.map((one) => one.contentAssignmentId),
    exemptionsBegun: excepted.begun,
    exemptionsEnded: excepted.ended,
    changedBy: actingProfile(call),
    changedAt: call.now,
  });
  if (grace || beginning.some((one) => one.ages) || excepted.begun.length > 0) await followDays(call);
  const followed = await followAssignments(call, contentId, most, grace ? { until: grace, changeId } : undefined);
  if ("round" in followed) {
    await enqueue(call, followContent, { contentId, round: followed.round });
    return { assignments, changeId, demandsAdded: 0, demandsDropped: 0, inProgress: true };
  }
  const { added, dropped } = followed;
  return { assignments, changeId, demandsAdded: added.length, demandsDropped: dropped.length, inProgress: false };
}

/**
 * Returns which of the given assignments are new, and which of those in force are missing; equal ones count as one.
 *
 * @throws NotFound (a level), Forbidden (one out of reach), 400 (unknown role or question)
 */
export async function judgeAssignments(call: Call, contentId: string, assignments: readonly Assignment[]) {
  const present = await assignmentsOf(call, contentId);
  const wanted = new Map(assignments.map((one) => [assignmentKey(one), one]));
  const ending = present.filter((one) => !wanted.has(assignmentKey(one)));
  const kept = new Set(present.map(assignmentKey));
  const beginning = [...wanted].filter(([key]) => !kept.has(key)).map(([, one]) => one);
  await mustBeKnown(call, beginning);
  for (const { levelPre } of ending) authorize(call, "content.assign", { levelPre });
  const levels = await levelsById(
    call,
    beginning.map((one) => one.levelId),
  );
  for (const { pre } of levels.values()) authorize(call, "content.assign", { levelPre: pre });
  return { wanted: [...wanted.values()], beginning, ending };
}

/** Checks the day through which cleared people stay cleared. @throws 400 for a past day, or one too far in the future */
export async function graceOf(call: Call, until: string | null): Promise<string | null> {
  if (until === null) return null;
  const { day } = await todayOf(call);
  if (until < day) throw invalid("keepClearedUntil", "This date is in the past. Choose a later one.");
  if (until > addToDay(day, mostGrace)) throw invalid("keepClearedUntil", "Choose a day within the next two years.");
  return until;
}

/** Returns a key that is the same for equal assignments. */
function assignmentKey(one: AssignmentInput): string {
  const { levelId, includeBelow, labelIds, mandatory, payer, ages, conditions } = one;
  const answers = conditions?.answers.map((each) => [each.conditionId, each.answer]).sort() ?? [];
  return JSON.stringify([
    ...[levelId, includeBelow, [...labelIds].sort(), mandatory, dueOf(one), payer],
    ...[hasAges(ages) ? [ages.from, ages.to, ages.by] : null, answers.length > 0 ? [conditions?.match, answers] : null],
  ]);
}

const hasAges = (ages: AssignmentInput["ages"]): ages is NonNullable<typeof ages> =>
  !!ages && (ages.from !== null || ages.to !== null);

/** Returns the due rule; a `dueDate` alone is a fixed day. */
export function dueOf({ due, dueDate }: Pick<AssignmentInput, "due" | "dueDate">): DueRule {
  if (due) return due;
  return dueDate ? { type: "Fixed", day: dueDate } : { type: "None" };
}

/** Returns the columns of an assignment without its labels. */
export function columnsOf({ levelId, includeBelow, mandatory, payer, ages, conditions, ...one }: Assignment) {
  const due = dueOf(one);
  return {
    ...{ levelId, includeBelow, mandatory, payer },
    dueType: due.type,
    dueDate: due.type === "Fixed" ? due.day : null,
    dueDays: due.type === "AfterJoining" ? due.days : due.type === "Season" ? due.graceDays : null,
    ageFrom: ages?.from ?? null,
    ageTo: ages?.to ?? null,
    ageBy: ages?.by ?? ("Birthday" as const),
    conditionsMatch: conditions?.match ?? ("All" as const),
  };
}

/** @throws 400 for a missing role or question, or a question that is named twice */
async function mustBeKnown(call: Call, assignments: readonly Assignment[]): Promise<void> {
  const named = [...new Set(assignments.flatMap((one) => one.labelIds))];
  const known = await call.db
    .select({ id: label.labelId })
    .from(label)
    .where(and(ours(label, call), inArray(label.labelId, named), isNull(label.archivedAt)));
  if (known.length < named.length)
    throw invalid("contentAssignments.labelIds", "One of these roles no longer exists. Reload the page.");
  const conditionIds = assignments.map((one) => one.conditions?.answers.map((answer) => answer.conditionId) ?? []);
  if (conditionIds.some((ids) => new Set(ids).size < ids.length)) {
    throw invalid("contentAssignments.conditions", "A question is used twice. Remove one.");
  }
  const questions = [...new Set(conditionIds.flat())];
  const there = await call.db
    .select({ id: conditionQuestion.conditionQuestionId })
    .from(conditionQuestion)
    .where(and(ours(conditionQuestion, call), inArray(conditionQuestion.conditionQuestionId, questions)));
  if (there.length < questions.length) {
    throw invalid("contentAssignments.conditions", "One of these questions no longer exists. Reload the page.");
  }
}

async function end(call: Call, assignmentIds: readonly string[]) {
  if (assignmentIds.length === 0) return;
  await call.db
    .update(contentAssignment)
    .set({ endedAt: call.now })
    .where(and(ours(contentAssignment, call), inArray(contentAssignment.contentAssignmentId, [...assignmentIds])));
}

/**
 * Ends the assignments of a label that nobody has anymore, unless they name another one in use. Nobody owes anything by them,
 * so nobody needs updating.
 */
export async function endWithoutLabels(call: Call, labelId: string): Promise<void> {
  const ended = await call.db
    .update(contentAssignment)
    .set({ endedAt: call.now })
    .where(
      and(
        ours(contentAssignment, call),
        isNull(contentAssignment.endedAt),
        sql`EXISTS (SELECT FROM content_assignment_label AS named
          WHERE named.organization_id = ${call.organizationId} AND named.label_id = ${labelId}
            AND named.content_assignment_id = ${contentAssignment.contentAssignmentId})`,
        sql`NOT EXISTS (SELECT FROM content_assignment_label AS named
          JOIN label ON label.organization_id = named.organization_id AND label.label_id = named.label_id
            AND label.archived_at IS NULL
          WHERE named.organization_id = ${call.organizationId}
            AND named.content_assignment_id = ${contentAssignment.contentAssignmentId})`,
      ),
    )
    .returning(endedAs);
  await audit(
    call,
    ended.map(({ contentId, ...one }) => ({ ...one, action: "assignment.ended", facts: { contentId, labelId } })),
  );
}

/** The facts that the audit log has about an ended assignment. */
const endedAs = {
  subjectId: contentAssignment.contentAssignmentId,
  levelId: contentAssignment.levelId,
  contentId: contentAssignment.contentId,
};

async function begin(
  call: Call,
  contentId: string,
  assignments: readonly Assignment[],
): Promise<(AuditEntry & { subjectId: string })[]> {
  if (assignments.length === 0) return [];
  const rows = assignments.map((one) => ({
    row: {
      ...columnsOf(one),
      organizationId: call.organizationId,
      contentAssignmentId: newId(),
      contentId,
      createdBy: actingProfile(call) ?? call.organizationId,
      createdAt: call.now,
    },
    input: one,
    labelIds: [...new Set(one.labelIds)],
  }));
  await call.db.insert(contentAssignment).values(rows.map(({ row }) => row));
  const of = ({ row }: (typeof rows)[number]) => ({
    organizationId: call.organizationId,
    contentAssignmentId: row.contentAssignmentId,
  });
  await call.db
    .insert(contentAssignmentLabel)
    .values(rows.flatMap((one) => one.labelIds.map((labelId) => ({ ...of(one), labelId }))));
  const conditions = rows.flatMap((one) =>
    (one.input.conditions?.answers ?? []).map(({ conditionId, answer }) => ({
      ...of(one),
      conditionQuestionId: conditionId,
      answer,
    })),
  );
  if (conditions.length > 0) await call.db.insert(contentAssignmentCondition).values(conditions);
  return rows.map(({ row, input, labelIds }) => {
    const { contentAssignmentId, levelId, includeBelow, mandatory, payer } = row;
    const { ages = null, conditions: answers = null } = input;
    const facts = { contentId, includeBelow, mandatory, due: dueOf(input), payer, ages, conditions: answers, labelIds };
    return { action: "assignment.added", subjectId: contentAssignmentId, levelId, facts };
  });
}

/**
 * Ends the assignments of levels without memberships before these are deleted, and moves their library content to the level
 * above. Nobody owes anything by it, so nobody needs updating. The caller authorizes and holds the duties.
 */
export async function leaveLevels(call: Call, levelIds: readonly string[], aboveId: string): Promise<void> {
  const ended = await call.db
    .update(contentAssignment)
    .set({ endedAt: call.now })
    .where(
      and(
        ours(contentAssignment, call),
        inArray(contentAssignment.levelId, [...levelIds]),
        isNull(contentAssignment.endedAt),
      ),
    )
    .returning(endedAs);
  await audit(
    call,
    ended.map(({ contentId, ...one }) => ({ ...one, action: "assignment.ended", facts: { contentId } })),
  );
  await call.db
    .update(content)
    .set({ levelId: aboveId })
    .where(and(ours(content, call), inArray(content.levelId, [...levelIds])));
}
