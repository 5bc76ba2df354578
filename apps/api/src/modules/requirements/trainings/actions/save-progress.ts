import type { ResponseOf } from "@touchline/contract";
import type { takeCustomTraining } from "@touchline/contract/requirements/trainings";
import { isOpen } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { permittedOfKind, subjectOf } from "../../requirements/actions/permitted.ts";

/**
 * Starts a training that is taken on another site; the requirement then waits for the member. Opening it again changes nothing.
 *
 * @throws NotFound, Forbidden; Conflict when it is in review or completed, or has no address.
 */
export async function takeTraining(
  unlocked: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof takeCustomTraining>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { found, settings } = await permittedOfKind(call, input, "begin", "custom-training");
  const { trainingUrl: url } = settings;
  if (url === null)
    throw conflict("This training has no web address. Ask your organization where to take it.", "noLink");
  const { target, on } = found;
  const subject = subjectOf(target, on);
  if (on.attempt === null || !isOpen(on.attempt.state)) {
    await transition(call, subject, { kind: "sentToApplicant" }, on.required.versionId);
  }
  const { requirementId, status } = await restandOne(call, subject);
  return { requirementId, status, url };
}
