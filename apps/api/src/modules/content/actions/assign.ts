import type { BodyOf } from "@touchline/contract";
import type { assignContent as assignShape } from "@touchline/contract/content";
import { and, inArray, isNull, sql } from "drizzle-orm";
import { type AuditEntry, audit } from "../../../kernel/audit.ts";
import { authorize, authorizeSomewhere } from "../../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { conflict, invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { enqueue } from "../../../kernel/jobs.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { levelById } from "../../hierarchy/queries.ts";
import { label } from "../../labels/tables.ts";
import { inTurn } from "../../profiles/actions/turn.ts";
import { followAssignments, followingOf } from "../../standing/actions/follow-steps.ts";
import { followContent } from "../../standing/jobs.ts";
import { assignmentsOf, contentById } from "../queries.ts";
import { content, contentAssignment, contentAssignmentLabel } from "../tables.ts";

type Assignment = BodyOf<typeof assignShape>["contentAssignments"][number];

/**
 * Replaces the assignments of a content by those given: new ones begin, missing ones end, and what people owe follows: in
 * the same transaction or, of more than so many, step by step in a job that this enqueues.
 *
 * @param most how many demands come or go at once; 2,000 unless given.
 * @throws NotFound, Forbidden (a level out of reach), Conflict (no settings yet), 400 (unknown role or level).
 */
export async function assignContent(
  given: Call,
  input: { contentId: string; contentAssignments: Assignment[] },
  most?: number,
): Promise<{ assignments: number; demandsAdded: number; demandsDropped: number; underWay: boolean }> {
  const refuse = async (early: Call) => {
    await contentById(early, input.contentId);
    authorizeSomewhere(early, "content.assign");
  };
  const call = await inTurn(given, { duties: "assignments", refuse });
  const { contentId, currentVersionId } = await contentById(call, input.contentId);
  authorizeSomewhere(call, "content.assign");
  if (!currentVersionId) throw conflict("Save its settings first, then assign it.", "noVersion");
  const present = await assignmentsOf(call, contentId);
  const wanted = new Map(input.contentAssignments.map((one) => [assignmentKey(one), one]));
  const ending = present.filter((one) => !wanted.has(assignmentKey(one)));
  const kept = new Set(present.map(assignmentKey));
  const beginning = [...wanted].filter(([key]) => !kept.has(key)).map(([, one]) => one);

  await knownLabels(call, beginning);
  for (const { levelPre } of ending) authorize(call, "content.assign", { levelPre });
  for (const one of beginning) {
    authorize(call, "content.assign", { levelPre: (await levelById(call, one.levelId)).pre });
  }
  await end(
    call,
    ending.map((one) => one.contentAssignmentId),
  );
  const begun = await begin(call, contentId, beginning);
  await audit(call, [
    ...ending.map((one) => ({
      action: "assignment.ended" as const,
      ...{ subjectId: one.contentAssignmentId, levelId: one.levelId, facts: { contentId } },
    })),
    ...begun,
  ]);
  const assignments = wanted.size;
  if (ending.length === 0 && beginning.length === 0) {
    const { underWay } = await followingOf(call, contentId);
    return { assignments, demandsAdded: 0, demandsDropped: 0, underWay };
  }
  const followed = await followAssignments(call, contentId, most);
  if ("round" in followed) {
    await enqueue(call, followContent, { contentId, round: followed.round });
    return { assignments, demandsAdded: 0, demandsDropped: 0, underWay: true };
  }
  const { added, dropped } = followed;
  return { assignments, demandsAdded: added.length, demandsDropped: dropped.length, underWay: false };
}

/** Two assignments that say the same are the same. */
function assignmentKey(one: Omit<Assignment, "assignmentId">): string {
  const { levelId, includeBelow, labelIds, mandatory, dueDate, payer } = one;
  return JSON.stringify([levelId, includeBelow, [...labelIds].sort(), mandatory, dueDate, payer]);
}

async function knownLabels(call: Call, assignments: readonly Assignment[]) {
  const named = [...new Set(assignments.flatMap((one) => one.labelIds))];
  if (named.length === 0) return;
  const known = await call.db
    .select({ id: label.labelId })
    .from(label)
    .where(and(ours(label, call), inArray(label.labelId, named), isNull(label.archivedAt)));
  if (known.length < named.length) throw invalid("contentAssignments.labelIds", "One of these roles does not exist.");
}

async function end(call: Call, assignmentIds: readonly string[]) {
  if (assignmentIds.length === 0) return;
  await call.db
    .update(contentAssignment)
    .set({ endedAt: call.now })
    .where(and(ours(contentAssignment, call), inArray(contentAssignment.contentAssignmentId, [...assignmentIds])));
}

/**
 * Ends the assignments of a label that nobody has any more where they name no other that is in use. Nobody owes anything by
 * them, so nothing follows.
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

/** What the audit log tells of an assignment that ended. */
const endedAs = {
  subjectId: contentAssignment.contentAssignmentId,
  levelId: contentAssignment.levelId,
  contentId: contentAssignment.contentId,
};

async function begin(call: Call, contentId: string, assignments: readonly Assignment[]): Promise<AuditEntry[]> {
  if (assignments.length === 0) return [];
  const rows = assignments.map(({ labelIds, assignmentId: _, ...one }) => ({
    row: {
      ...one,
      organizationId: call.organizationId,
      contentAssignmentId: newId(),
      contentId,
      createdBy: actingProfile(call) ?? call.organizationId,
      createdAt: call.now,
    },
    labelIds: [...new Set(labelIds)],
  }));
  await call.db.insert(contentAssignment).values(rows.map(({ row }) => row));
  await call.db.insert(contentAssignmentLabel).values(
    rows.flatMap(({ row, labelIds }) =>
      labelIds.map((labelId) => ({
        organizationId: call.organizationId,
        contentAssignmentId: row.contentAssignmentId,
        labelId,
      })),
    ),
  );
  return rows.map(({ row, labelIds }) => {
    const { contentAssignmentId, levelId, includeBelow, mandatory, dueDate, payer } = row;
    const facts = { contentId, includeBelow, mandatory, dueDate, payer, labelIds };
    return { action: "assignment.added", subjectId: contentAssignmentId, levelId, facts };
  });
}

/**
 * Before levels without any membership are deleted: what is assigned there ends, and what the library keeps there goes to
 * the level above. Nobody owes anything by it, so nobody follows. The caller authorizes and holds the duties.
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
