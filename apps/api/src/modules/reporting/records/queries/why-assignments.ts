import type { AgeCount, ConditionMatch, Payer } from "@touchline/contract";
import type { Basis } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ids, iso, type StatusQuery, type Why } from "./why-query.ts";

type OwedBy = Why["requirements"][number]["owedBy"][number];

type AssignmentRow = {
  id: string;
  level_name: string;
  include_below: boolean;
  labels: string[];
  mandatory: boolean;
  payer: Payer;
  age_from: number | null;
  age_to: number | null;
  age_by: AgeCount;
  match: ConditionMatch;
  answers: { question: string; answer: boolean }[];
  due_type: OwedBy["due"]["type"];
  due_date: string | null;
  due_days: number | null;
  created_at: string;
  created_by: string | null;
  ended_at: string | null;
};

/** Lists the assignments by which a membership owes its requirements. */
export async function assignmentsOf(call: Call, { past, profileLevelAccessId, at, isPast }: StatusQuery, basis: Basis) {
  const { organizationId } = call;
  const wanted = ids(basis.demands.flatMap((one) => one.assignmentIds));
  const { rows } = await call.db.execute<AssignmentRow>(sql`
    SELECT assignment.content_assignment_id AS id, level.name AS level_name, assignment.include_below,
      assignment.mandatory, assignment.payer, assignment.age_from, assignment.age_to, assignment.age_by,
      assignment.conditions_match AS match, assignment.due_type, assignment.due_date::text AS due_date,
      assignment.due_days, assignment.created_at::text AS created_at, assignment.ended_at::text AS ended_at,
      creator.first_name || ' ' || creator.last_name AS created_by,
      coalesce((SELECT json_agg(label.name ORDER BY label.name) FROM content_assignment_label AS named
        JOIN label ON label.organization_id = named.organization_id AND label.label_id = named.label_id
        WHERE named.organization_id = ${organizationId}
          AND named.content_assignment_id = assignment.content_assignment_id), '[]') AS labels,
      coalesce((SELECT json_agg(json_build_object('question', question.question, 'answer', wanted.answer)
          ORDER BY question.position)
        FROM content_assignment_condition AS wanted
        JOIN condition_question AS question ON question.organization_id = wanted.organization_id
          AND question.condition_question_id = wanted.condition_question_id
        WHERE wanted.organization_id = ${organizationId}
          AND wanted.content_assignment_id = assignment.content_assignment_id), '[]') AS answers
    FROM content_assignment AS assignment
    JOIN level ON level.organization_id = assignment.organization_id AND level.level_id = assignment.level_id
    LEFT JOIN profile AS creator ON creator.organization_id = assignment.organization_id
      AND creator.profile_id = assignment.created_by
    WHERE assignment.organization_id = ${organizationId} AND assignment.content_assignment_id = ANY(${wanted})`);
  const demands = isPast
    ? []
    : (
        await call.db.execute<{ requirement: string; assignment: string; due_at: string | null; since: string }>(sql`
          SELECT requirement_id AS requirement, content_assignment_id AS assignment, due_at::text AS due_at,
            created_at::text AS since
          FROM demand WHERE organization_id = ${organizationId}
            AND profile_level_access_id = ${profileLevelAccessId} AND content_assignment_id = ANY(${wanted})`)
      ).rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: string, requirementId: string): OwedBy[] => {
    const row = byId.get(id);
    if (!row) return [];
    const here = demands.find((one) => one.assignment === id && one.requirement === requirementId);
    const asksAge = row.age_from !== null || row.age_to !== null;
    // A person's answers are shown only to themselves and to people who may correct them.
    const answers = row.answers.length === 0 || !past.mayCorrect ? null : { match: row.match, given: row.answers };
    return [
      {
        assignmentId: id,
        levelName: row.level_name,
        includeBelow: row.include_below,
        labelNames: row.labels,
        mandatory: row.mandatory,
        payer: row.payer,
        age: asksAge ? { from: row.age_from, to: row.age_to, by: row.age_by } : null,
        answers,
        byAnswers: row.answers.length > 0,
        due: { type: row.due_type, date: row.due_date, days: row.due_days },
        dueAt: iso(here?.due_at),
        askedSince: iso(here?.since),
        assignedAt: new Date(row.created_at).toISOString(),
        assignedBy: row.created_by,
        // A later end hadn't happened yet.
        endedAt: row.ended_at !== null && new Date(row.ended_at) <= at ? iso(row.ended_at) : null,
      },
    ];
  };
}
