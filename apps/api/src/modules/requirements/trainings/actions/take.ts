import type { ResponseOf } from "@touchline/contract";
import type { takeCustomTraining } from "@touchline/contract/requirements/trainings";
import { isOpen } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import { underLocks } from "../../../people/index.ts";
import { permittedOfKind, subjectOf } from "../../requirements/actions/permitted.ts";

/**
 * Begins a training that is taken elsewhere: from then it waits on the member. Whoever opens it once more finds it as it was.
 *
 * @throws NotFound, Forbidden; Conflict when it is in review or done, or has no address.
 */
export async function takeTraining(
  given: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof takeCustomTraining>> {
  const call = await underLocks(given, { peopleOf: [input.profileLevelAccessId] });
  const { found, settings } = await permittedOfKind(call, input, "begin", "custom-training");
  const { trainingUrl: url } = settings;
  if (url === null)
    throw conflict("This training has no web address. Ask your organization where to take it.", "noLink");
  const { target, on } = found;
  const subject = subjectOf(target, on);
  if (on.attempt === null || !isOpen(on.attempt.state)) {
    await transition(call, subject, { kind: "sentToApplicant" }, on.asked.versionId);
  }
  const { requirementId, status } = await restandOne(call, subject);
  return { requirementId, status, url };
}
