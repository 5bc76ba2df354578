import type { ResponseOf } from "@touchline/contract";
import type { getTrainingEnrollment, TrainingProblem } from "@touchline/contract/screening/training-provider";
import { trainingStepLabels } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { authorizeSight, memberTarget } from "../../../people/index.ts";
import { isOfKind, requirementOn } from "../../../requirements/index.ts";
import { latestEnrollment, nextStepOf } from "./enrollment.ts";

const again = "You don't have to do anything. Touchline asks again by itself.";
const problemTexts: Record<TrainingProblem, { text: string; whatToDo: string }> = {
  unreachable: { text: "The training provider isn't answering.", whatToDo: again },
  busy: { text: "The training provider is busy.", whatToDo: again },
  unauthorized: { text: "The training provider doesn't accept Touchline's key.", whatToDo: again },
  malformed: { text: "The training provider sent an answer that can't be read.", whatToDo: again },
  refused: { text: "The training provider refused the request.", whatToDo: "Open the training again." },
  lost: { text: "The training provider no longer has this training.", whatToDo: "Open the training again." },
};

/** Returns the state of a training at the provider. @throws NotFound, Forbidden */
export async function enrollmentShown(
  call: Call,
  place: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof getTrainingEnrollment>> {
  const target = await memberTarget(call, place.profileLevelAccessId);
  authorizeSight(call, target);
  const { required } = await requirementOn(call, target, place.requirementId);
  const { settings } = required;
  if (!isOfKind(settings, "abuse-prevention-training")) throw notFound("requirement");
  const { trainings } = call.adapters;
  const row = await latestEnrollment(call, place.requirementId);
  const isUnderWay = row?.state === "placing" || row?.state === "open";
  return {
    provider:
      settings.takenAtProvider && trainings
        ? { name: trainings.name, simulated: row?.simulated ?? trainings.simulated }
        : null,
    course: trainingStepLabels[row && isUnderWay ? row.step : await nextStepOf(call, target.profileId)],
    state: row?.state ?? "none",
    openedAt: row?.openedAt.toISOString() ?? null,
    completedAt: row?.completedAt?.toISOString() ?? null,
    problem: row?.problem ? { kind: row.problem, ...problemTexts[row.problem] } : null,
  };
}
