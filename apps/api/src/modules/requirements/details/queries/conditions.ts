import { asc, desc, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conditionAnswer, conditionQuestion } from "../../../../schema/requirements.ts";

/** An organization asks a few. */
const mostQuestions = 100;

/** Lists the organization's questions with a person's latest answers. The caller authorizes. */
export async function conditionsOf(call: Call, profileId: string) {
  const latest = call.db
    .selectDistinctOn([conditionAnswer.conditionQuestionId], {
      questionId: conditionAnswer.conditionQuestionId,
      answer: conditionAnswer.answer,
      answeredAt: conditionAnswer.answeredAt,
    })
    .from(conditionAnswer)
    .where(sql`${ours(conditionAnswer, call)} AND ${eq(conditionAnswer.profileId, profileId)}`)
    .orderBy(
      conditionAnswer.conditionQuestionId,
      desc(conditionAnswer.answeredAt),
      desc(conditionAnswer.conditionAnswerId),
    )
    .as("latest");
  const rows = await call.db
    .select({
      conditionId: conditionQuestion.conditionQuestionId,
      question: conditionQuestion.question,
      answer: latest.answer,
      answeredAt: latest.answeredAt,
    })
    .from(conditionQuestion)
    .leftJoin(latest, eq(latest.questionId, conditionQuestion.conditionQuestionId))
    .where(ours(conditionQuestion, call))
    .orderBy(asc(conditionQuestion.position))
    .limit(mostQuestions);
  return rows.map((row) => ({ ...row, answeredAt: row.answeredAt?.toISOString() ?? null }));
}
