import type { BodyOf } from "@touchline/contract";
import type { saveConditions } from "@touchline/contract/requirements/profile-details";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { conditionAnswer, conditionQuestion } from "../../../../schema/requirements.ts";
import { followPeople } from "../../../compliance/index.ts";
import { recordChange } from "../../../people/index.ts";
import { conditionsOf } from "../queries/conditions.ts";
import { personToEdit } from "./save.ts";

/** The questions every new organization asks by default. */
const usualQuestions = [
  "Do you drive minors?",
  "Do you spend more than 16 hours a month with minors?",
  "Have you lived abroad in the last seven years?",
];

/** Gives a new organization its questions. */
export async function askUsualQuestions(call: Call): Promise<void> {
  await call.db.insert(conditionQuestion).values(
    usualQuestions.map((question, place) => ({
      organizationId: call.organizationId,
      conditionQuestionId: newId(),
      question,
      position: place + 1,
      createdAt: call.now,
    })),
  );
}

/**
 * Stores a person's answers to questions, each at most once per call, and keeps earlier answers in the history.
 *
 * @param first refuses questions that were answered already, possibly by a concurrent call.
 * @throws NotFound (the person, or an unknown question), Forbidden, Conflict
 */
export async function answerConditions(
  call: Call,
  profileId: string,
  { answers }: BodyOf<typeof saveConditions>,
  { first }: { first: boolean },
): Promise<void> {
  const person = await personToEdit(call, profileId);
  const present = new Map((await conditionsOf(call, profileId)).map((one) => [one.conditionId, one]));
  const answerById = new Map(answers.map((one) => [one.conditionId, one.answer]));
  if ([...answerById.keys()].some((id) => !present.has(id))) throw notFound("question");
  const before = (id: string) => present.get(id)?.answer ?? null;
  if (first && [...answerById.keys()].some((id) => before(id) !== null)) {
    throw conflict("This question was already answered. Reload the page to change the answer.", "answeredAlready");
  }
  const changed = [...answerById].filter(([id, answer]) => before(id) !== answer);
  if (changed.length === 0) return;
  await call.db.insert(conditionAnswer).values(
    changed.map(([conditionQuestionId, answer]) => ({
      organizationId: call.organizationId,
      conditionAnswerId: newId(),
      profileId,
      conditionQuestionId,
      answer,
      answeredBy: actingProfile(call),
      answeredAt: call.now,
    })),
  );
  // The answers themselves are their history.
  await recordChange(call, person, "conditions", null);
  await followPeople(call, [profileId]);
}
